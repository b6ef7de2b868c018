"""Small applications of web frameworks, each in its folder, and the routes that they have.

``bench/routes.py`` runs those in Python and compares with the frameworks' own tables.
"""

from typing import Final

_FLASK: Final = {
    "flask_app/__init__.py": "",
    "flask_app/app.py": """\
from flask import Flask

from flask_app import admin, views as v
from flask_app.users import bp as users_bp
from flask_app.views import about as about_us


def create_app():
    app = Flask(__name__, static_folder=None)

    @app.route("/")
    def index():
        return "index"

    @app.get("/health")
    @v.traced
    def health():
        return "ok"

    app.add_url_rule("/about", view_func=about_us)
    app.add_url_rule("/terms", "terms", v.terms, methods=["GET", "POST"])
    app.add_url_rule("/items/<int:id>", view_func=v.Item.as_view("item"))
    app.register_blueprint(users_bp, url_prefix="/people")
    app.register_blueprint(admin.bp)
    return app
""",
    "flask_app/views.py": """\
from functools import wraps

from flask.views import View


def traced(function):
    @wraps(function)
    def inner():
        return function()

    return inner


def about():
    return "about"


def terms():
    return "terms"


class Item(View):
    def dispatch_request(self, id):
        return str(id)


def client():
    import requests

    return requests.get("/not-a-route")
""",
    "flask_app/users.py": """\
from flask import Blueprint

bp = Blueprint("users", __name__, url_prefix="/users")


@bp.route("/")
def every():
    return "all"


@bp.route("/<name>", methods=["PUT", "DELETE"])
@bp.get("/by-name/<name>")
def one(name):
    return name
""",
    "flask_app/admin.py": """\
import flask as f

bp = f.Blueprint("admin", __name__, url_prefix="/admin")
inner = f.Blueprint("inner", __name__, url_prefix="/inner")
bp.register_blueprint(inner)


@bp.post("/flush")
def flush():
    return ""


@inner.route("/deep")
def deep():
    return ""
""",
    "flask_app/test_app.py": """\
from flask import Flask


def test_get(client):
    assert client.get("/nowhere").status == 404
""",
}
_FASTAPI: Final = {
    "fastapi_app/__init__.py": "",
    "fastapi_app/app.py": """\
from fastapi import APIRouter, FastAPI
from fastapi.testclient import TestClient

from fastapi_app import items
from fastapi_app.users import router as users_router, whole

app = FastAPI(openapi_url=None)
local = APIRouter(prefix="/local")


@app.get("/")
async def root():
    return {}


@local.api_route("/both", methods=["PUT", "GET"])
def both():
    return {}


@local.websocket("/ws")
async def ws():
    pass


app.include_router(users_router, prefix="/api")
app.include_router(items.router)
app.include_router(local, prefix="/v1")
app.add_api_route("/whole", whole, methods=["DELETE"])


def ask():
    return TestClient(app).get("/not-a-route")
""",
    "fastapi_app/users.py": """\
from fastapi import APIRouter

router = APIRouter(prefix="/users", tags=["users"])


@router.get("/{user_id}")
def read(user_id: int):
    return {}


@router.post("")
def create():
    return {}


def whole():
    return {}
""",
    "fastapi_app/items.py": """\
import fastapi

router = fastapi.APIRouter()


@router.patch("/items/{id}", status_code=204)
def change(id: str):
    return {}
""",
}
_STARLETTE: Final = {
    "starlette_app/__init__.py": "",
    "starlette_app/app.py": """\
from starlette.applications import Starlette
from starlette.routing import Mount, Route, WebSocketRoute

from starlette_app import api
from starlette_app.users import routes as user_routes


async def home(request):
    return None


routes = [
    Route("/", home),
    Route("/save", endpoint=api.save, methods=["POST"]),
    Mount("/users", routes=user_routes),
    Mount(
        "/inner",
        routes=[
            Route("/{id:int}", api.one),
            WebSocketRoute("/ws", api.ws),
        ],
    ),
]
app = Starlette(routes=routes)
""",
    "starlette_app/api.py": """\
async def save(request):
    return None


async def one(request):
    return None


async def ws(socket):
    return None
""",
    "starlette_app/users.py": """\
from starlette.routing import Route


async def every(request):
    return None


routes = [Route("/all", every)]
""",
}
_DJANGO: Final = {
    "django_app/__init__.py": "",
    "django_app/urls.py": """\
from django.contrib.auth.decorators import login_required
from django.urls import include, path, re_path as matching

from django_app import views
from django_app.polls import urls as poll_urls

extra = [path("more/", views.more)]
urlpatterns = [
    path("", views.index, name="index"),
    path("class/", views.Page.as_view()),
    path("polls/", include("django_app.polls.urls")),
    path("votes/", include(poll_urls)),
    path("in/", include([path("side/", login_required(views.side)), path("x/", include(extra))])),
    matching(r"^old/(?P<year>[0-9]{4})/$", views.old),
]
urlpatterns += [path("late/", views.late)]
""",
    "django_app/views.py": """\
from django.views.generic import View


def index(request): ...


def more(request): ...


def side(request): ...


def old(request, year): ...


def late(request): ...


class Page(View): ...
""",
    "django_app/polls/__init__.py": "",
    "django_app/polls/urls.py": """\
from django.urls import path

from . import views

urlpatterns = [path("<int:pk>/", views.detail), path("", views.listing)]
""",
    "django_app/polls/views.py": """\
def detail(request, pk): ...


def listing(request): ...
""",
}
_EXPRESS: Final = {
    "express_app/app.js": """\
const express = require('express');
const users = require('./users');
const { health: alive } = require('./health');

const app = express();
const inner = express.Router();

app.use(express.json());
app.get('title');
app.get('/health', alive);
app.get('/inline', (req, res) => {
  res.send('x');
});
inner.post('/deep', guard, users.create);
app.use('/inner', inner);
app.use('/users', users.router);
app.use('/v2', require('./v2'));

function guard(req, res, next) { next(); }

module.exports = app;
""",
    "express_app/users.js": """\
const { Router } = require('express');

const router = Router();

function one(req, res) {}
function update(req, res) {}
function create(req, res) {}

router.route('/:id').get(one).put(update);

module.exports = { router, create };
""",
    "express_app/v2.js": """\
const router = require('express').Router();
const express = require('express');
const second = express.Router();

function list(req, res) {}

second.get('/list', list);

module.exports = second;
""",
    "express_app/api.js": """\
const { Router } = require('express');
const tags = require('./tags');

const api = Router().use(tags);

module.exports = Router().use('/api', api);
""",
    "express_app/tags.js": """\
const express = require('express');
const router = express.Router();

router.get('/tags', require('./health').health);

module.exports = router;
""",
    "express_app/health.js": "function health(req, res) {}\n\nmodule.exports = { health };\n",
    "express_app/app.test.js": """\
const request = require('supertest');
const express = require('express');
const app = require('./app');

it('answers', () => request(app).get('/users/1', check));
axios.get('/users', check);
""",
}
_NEST: Final = {
    "nest/src/cats.controller.ts": """\
import { Controller, Get, Post } from '@nestjs/common';

@Controller('cats')
export class CatsController {
  @Get(':id')
  findOne() { return 1; }

  @Post()
  create() { return 2; }

  helper() {}
}
""",
}
_SPRING: Final = {
    "spring/src/Users.java": """\
package shop;

import org.springframework.web.bind.annotation.*;

@RestController
@RequestMapping("/api")
public class Users {
  @GetMapping("/users/{id}")
  public String one(@PathVariable String id) { return id; }

  @RequestMapping(value = "/users", method = RequestMethod.POST)
  public void create() {}

  @DeleteMapping
  public void clear() {}
}
""",
}
_GO: Final = {
    "goapp/go.mod": "module example.com/goapp\n\ngo 1.22\n",
    "goapp/main.go": """\
package main

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"

	h "example.com/goapp/handlers"
)

type server struct{ engine *gin.Engine }

func (s *server) list(c *gin.Context) {}

func (s *server) routes() {
	s.engine.POST("/raw", logged, s.list)
	v1 := s.engine.Group("/v1")
	users := v1.Group("/users")
	users.GET("/:id", h.GetUser)
	users.DELETE("/:id", func(c *gin.Context) {})
}

func logged(c *gin.Context) {}

func hello(w http.ResponseWriter, r *http.Request) {}

func main() {
	http.HandleFunc("/hello", hello)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /items/{id}", hello)
	mux.Handle("/wrapped", http.HandlerFunc(hello))
	r := chi.NewRouter()
	r.Route("/articles", func(r chi.Router) {
		r.Get("/{slug}", hello)
		r.With(guard).Put("/", hello)
	})
	client := http.Client{}
	client.Get("/not-a-route")
	http.Post("/not-a-route", "text/plain", nil)
}
""",
    "goapp/handlers/users.go": """\
package handlers

import "github.com/gin-gonic/gin"

func GetUser(c *gin.Context) {}
""",
}
_RUST: Final = {
    "axum_app/Cargo.toml": '[package]\nname = "axum_app"\nversion = "0.1.0"\n',
    "axum_app/src/main.rs": """\
use axum::{routing::get, Router};

mod users;
use crate::users::list as all_users;

fn app() -> Router {
    Router::new()
        .route("/", get(root))
        .route("/users", get(all_users).post(users::create))
        .nest("/api", api())
        .nest("/people", users::router())
}

fn api() -> Router {
    Router::new().route("/root", get(root))
}

async fn root() {}

fn main() {
    app();
}
""",
    "axum_app/src/users.rs": """\
use axum::{routing::get, Router};

pub async fn list() {}
pub async fn create() {}

pub fn router() -> Router {
    Router::new().route("/list", get(list))
}
""",
    "axum_app/src/served.rs": """\
use actix_web::{get, web, Responder};

#[get("/hello/{name}")]
async fn greet(name: web::Path<String>) -> impl Responder {
    name
}
""",
}
FILES: Final = {
    **_FLASK,
    **_FASTAPI,
    **_STARLETTE,
    **_DJANGO,
    **_EXPRESS,
    **_NEST,
    **_SPRING,
    **_GO,
    **_RUST,
}
# By folder: each route by its whole path, and what answers it.
ROUTES: Final = {
    "flask_app": """\
GET / app.py::create_app.index
GET /about views.py::about
POST /admin/flush admin.py::flush
GET /admin/inner/deep admin.py::deep
GET /health app.py::create_app.health
ANY /items/<int:id> views.py::Item
GET /people/ users.py::every
DELETE /people/<name> users.py::one
PUT /people/<name> users.py::one
GET /people/by-name/<name> users.py::one
GET /terms views.py::terms
POST /terms views.py::terms
""",
    "fastapi_app": """\
GET / app.py::root
POST /api/users users.py::create
GET /api/users/{user_id} users.py::read
PATCH /items/{id} items.py::change
GET /v1/local/both app.py::both
PUT /v1/local/both app.py::both
WS /v1/local/ws app.py::ws
DELETE /whole users.py::whole
""",
    "starlette_app": """\
GET / app.py::home
WS /inner/ws api.py::ws
GET /inner/{id:int} api.py::one
POST /save api.py::save
GET /users/all users.py::every
""",
    "django_app": """\
ANY / views.py::index
ANY /class/ views.py::Page
ANY /in/side/ views.py::side
ANY /in/x/more/ views.py::more
ANY /late/ views.py::late
ANY /old/(?P<year>[0-9]{4})/ views.py::old
ANY /polls/ polls/views.py::listing
ANY /polls/<int:pk>/ polls/views.py::detail
ANY /votes/ polls/views.py::listing
ANY /votes/<int:pk>/ polls/views.py::detail
""",
    "express_app": """\
GET /api/tags in place
GET /health health.js::health
GET /inline in place
POST /inner/deep users.js::create
GET /users/:id users.js::one
PUT /users/:id users.js::update
GET /v2/list v2.js::list
""",
    "nest": """\
POST /cats src/cats.controller.ts::CatsController.create
GET /cats/:id src/cats.controller.ts::CatsController.findOne
""",
    "spring": """\
DELETE /api src/Users.java::Users.clear
POST /api/users src/Users.java::Users.create
GET /api/users/{id} src/Users.java::Users.one
""",
    "goapp": """\
PUT /articles/ main.go::hello
GET /articles/{slug} main.go::hello
ANY /hello main.go::hello
GET /items/{id} main.go::hello
POST /raw main.go::server.list
DELETE /v1/users/:id in place
GET /v1/users/:id handlers/users.go::GetUser
ANY /wrapped main.go::hello
""",
    "axum_app": """\
GET / src/main.rs::root
GET /api/root src/main.rs::root
GET /hello/{name} src/served.rs::greet
GET /people/list src/users.rs::list
GET /users src/users.rs::list
POST /users src/users.rs::create
""",
}
