"""Several versions side by side: one switches between them on any page."""

from pathlib import Path

from playwright.sync_api import Page, expect

from repobook.hosting.host import HostRequest, publish


def test_a_version_is_chosen_on_any_page(site: Path, page: Page, tmp_path: Path) -> None:
    for version in ("v1.2", "latest"):
        publish(HostRequest(site.parent, tmp_path, "https://example.org/", version))
    page.goto((tmp_path / "latest/pkg/base.py_docs.html").as_uri())
    switch = page.get_by_role("combobox", name="Version")
    expect(switch).to_have_value("latest")
    switch.select_option("v1.2")
    page.wait_for_url("**/v1.2/index.html")
    expect(switch).to_have_value("v1.2")


def test_one_site_alone_has_no_switch(site: Path, page: Page, tmp_path: Path) -> None:
    publish(HostRequest(site.parent, tmp_path / "out"))
    page.goto((tmp_path / "out/index.html").as_uri())
    expect(page.get_by_role("button", name="Files")).to_be_visible()
    expect(page.get_by_role("combobox", name="Version")).to_have_count(0)
