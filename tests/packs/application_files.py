"""A small shop: tasks of Celery, signals of Django, models of two mappers, C below Python, jobs."""

FILES: dict[str, str | bytes] = {
    "shop/__init__.py": "",
    "shop/celery_app.py": """\
from celery import Celery

app = Celery("shop", broker="memory://")
app.conf.beat_schedule = {
    "nightly": {"task": "shop.tasks.clean_up", "schedule": 60.0},
}


@app.task
def ping():
    return "pong"


@app.task(bind=True, name="mail.send")
def send_mail(self, to):
    return to


def later():
    app.send_task("shop.tasks.charge", args=[1])
""",
    "shop/tasks.py": """\
from celery import shared_task


@shared_task
def clean_up():
    return 0


@shared_task(max_retries=3)
def charge(order):
    return order


def task(function):
    return function


@task
def no_task():
    return 1
""",
    "orders/__init__.py": "",
    "orders/models.py": """\
from django.db import models


class Stamped(models.Model):
    at = models.DateTimeField()

    class Meta:
        abstract = True


class Customer(Stamped):
    name = models.CharField(max_length=9)


class Order(Stamped):
    customer = models.ForeignKey(Customer, on_delete=models.CASCADE)

    class Meta:
        db_table = "shop_orders"


class OpenOrder(Order):
    class Meta:
        proxy = True


class Helper:
    pass
""",
    "orders/receivers.py": """\
from django.db.models.signals import post_save, pre_delete
from django.dispatch import Signal, receiver

from orders.models import Customer, Order

paid = Signal()


@receiver(post_save, sender=Order)
def count(sender, **kwargs):
    pass


@receiver([post_save, pre_delete], sender=Customer)
def audit(sender, **kwargs):
    pass


def on_paid(sender, **kwargs):
    pass


paid.connect(on_paid)
""",
    "stock/tables.py": """\
from sqlalchemy import Column, ForeignKey, Integer, MetaData, Table
from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


class Item(Base):
    __tablename__ = "items"
    id = Column(Integer, primary_key=True)


metadata = MetaData()
boxes = Table("boxes", metadata, Column("id", Integer, primary_key=True))
""",
    "stock/places.py": """\
from sqlmodel import Field, SQLModel


class PlaceBase(SQLModel):
    name: str


class Place(PlaceBase, table=True):
    id: int | None = Field(default=None, primary_key=True)
""",
    "native/sum.c": """\
int add_all(int a, int b) {
  return a + b;
}

int twice(int a) {
  return 2 * a;
}
""",
    "native/bridge.py": """\
import ctypes

from cffi import FFI

library = ctypes.CDLL("libsum.so")
library.add_all.restype = ctypes.c_int
ffi = FFI()
ffi.cdef("int twice(int a);")


def both(a, b):
    return library.add_all(a, b) + library.elsewhere(a)
""",
    "Makefile": """\
check:
\truff check
""",
    "tools/build.py": "print(1)\n",
    ".github/actions/setup/action.yml": "name: setup\nruns:\n  using: composite\n  steps: []\n",
    ".github/workflows/ci.yml": """\
name: CI
on: [push]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: ./.github/actions/setup
      - name: all
        run: |
          python tools/build.py --fast ${{ github.sha }}
          make check
          npm ci
  docs:
    steps:
      - run: npm run docs
""",
    "package.json": '{\n  "name": "shop",\n  "scripts": {\n    "docs": "node docs.js"\n  }\n}\n',
}
BOUND = """\
.github/workflows/ci.yml:4 job:test runs check -> Makefile::check
.github/workflows/ci.yml:4 job:test runs build.py -> tools/build.py
.github/workflows/ci.yml:4 job:test runs action.yml -> .github/actions/setup/action.yml
.github/workflows/ci.yml:13 job:docs runs $ npm run docs -> package.json::$ npm run docs
native/bridge.py:6 c:add_all foreign-function add_all -> native/sum.c::add_all
native/bridge.py:8 c:twice foreign-function twice -> native/sum.c::twice
native/bridge.py:12 c:add_all foreign-function add_all -> native/sum.c::add_all
native/bridge.py:12 c:elsewhere foreign-function elsewhere ->
orders/models.py:11 table:<app>_customer model Customer -> orders/models.py::Customer
orders/models.py:15 table:shop_orders model Order -> orders/models.py::Order
orders/receivers.py:9 signal:post_save Order receiver count -> orders/receivers.py::count
orders/receivers.py:9 signal:post_save Order signal post_save ->
orders/receivers.py:14 signal:post_save Customer receiver audit -> orders/receivers.py::audit
orders/receivers.py:14 signal:post_save Customer signal post_save ->
orders/receivers.py:14 signal:pre_delete Customer receiver audit -> orders/receivers.py::audit
orders/receivers.py:14 signal:pre_delete Customer signal pre_delete ->
orders/receivers.py:23 signal:paid receiver on_paid -> orders/receivers.py::on_paid
orders/receivers.py:23 signal:paid signal paid -> orders/receivers.py::paid
shop/celery_app.py:5 task:shop.tasks.clean_up sent clean_up -> shop/tasks.py::clean_up
shop/celery_app.py:9 task:ping task ping -> shop/celery_app.py::ping
shop/celery_app.py:14 task:mail.send task send_mail -> shop/celery_app.py::send_mail
shop/celery_app.py:20 task:shop.tasks.charge sent charge -> shop/tasks.py::charge
shop/tasks.py:4 task:clean_up task clean_up -> shop/tasks.py::clean_up
shop/tasks.py:9 task:charge task charge -> shop/tasks.py::charge
stock/places.py:8 table:place model Place -> stock/places.py::Place
stock/tables.py:9 table:items model Item -> stock/tables.py::Item
stock/tables.py:15 table:boxes model boxes -> stock/tables.py::boxes
"""
"""Where each line is bound, to what, and what it leads to."""
