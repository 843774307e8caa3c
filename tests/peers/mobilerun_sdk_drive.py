"""Drives `goalpost phone serve` with the official Mobilerun SDK, and with mobilerun-core on top of it.

Every endpoint that the phone serves is called, for success and for refusal, and what came back is checked with the
SDK's own types and exceptions; that none was left out is checked against the phone's own list and its log. The Python of
the walkthrough is run too.

    GOALPOST=target/debug/goalpost python tests/peers/mobilerun_sdk_drive.py
    python tests/peers/mobilerun_sdk_drive.py http://127.0.0.1:8700/v1

Without a URL it starts a phone, and another one that asks for a key. Prints one line; exits 1 if anything is not as it
should be.
"""

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import time
import traceback
import warnings
from pathlib import Path

# The older of the two ways to a screenshot is called on purpose.
warnings.simplefilter("ignore", DeprecationWarning)

import httpx
import mobilerun_sdk
from mobilerun_core import Mobilerun as Core

SETTINGS = "com.android.settings"
PROTECTED = "com.mobilerun.portal"
WALKTHROUGH = Path(__file__).parents[2] / "src" / "walkthrough.md"
GOALPOST = os.environ.get("GOALPOST", "goalpost")
STRANGER = "00000000-0000-4000-8000-000000000000"

checked = 0
failures = []
# What each endpoint was answered, by the logs of all phones.
answered = {}


def check(what, condition, seen=None):
    global checked
    checked += 1
    if not condition:
        failures.append(f"{what}: {seen!r}")


def refused(what, error, call, *, location=None, detail=None):
    """`call` must raise `error` with the service's error model."""
    try:
        answer = call()
    except error as refusal:
        body = refusal.body if isinstance(refusal.body, dict) else {}
        complete = body.get("status") == refusal.status_code and body.get("title") and body.get("detail")
        check(f"{what}: error model", complete, refusal.body)
        check(f"{what}: content type", refusal.response.headers["content-type"] == "application/problem+json")
        if location is not None:
            places = [flaw.get("location") for flaw in body.get("errors") or []]
            check(f"{what}: location", location in places, places)
        if detail is not None:
            check(f"{what}: detail", detail in str(body.get("detail")), body)
    except Exception as other:  # noqa: BLE001 - the wrong error is a finding, not a crash
        check(f"{what}: refused with {error.__name__}", False, other)
    else:
        check(f"{what}: refused", False, answer)


def nodes(node):
    yield node
    for child in node.children or []:
        yield from nodes(child)


def settle():
    """The phone may show the screen before an input for up to 300 ms."""
    time.sleep(0.6)


class Phone:
    """The SDK, with the few things a drive needs over and over."""

    def __init__(self, url, key):
        # No retries: each call here is one request, so that refusals are counted once and nothing is sent twice.
        self.sdk = mobilerun_sdk.Mobilerun(api_key=key, base_url=url, max_retries=0)
        self.id = None

    def tree(self, *, keep_all=True):
        return self.sdk.devices.state.ui(self.id, filter=not keep_all)

    def find(self, *, text=None, description=None, checkable=None):
        state = self.tree()
        for root in (state.a11y_tree, state.ime_tree):
            for node in nodes(root):
                if text is not None and node.text != text:
                    continue
                if description is not None and node.content_description != description:
                    continue
                if checkable is not None and node.is_checkable != checkable:
                    continue
                return node
        raise LookupError(f"nothing on screen has text={text!r} description={description!r}")

    def tap(self, **query):
        box = self.find(**query).bounds_in_screen
        self.sdk.devices.actions.tap(self.id, x=(box.left + box.right) // 2, y=(box.top + box.bottom) // 2)
        settle()


def devices(phone, url):
    sdk = phone.sdk
    listed = sdk.devices.list(state=["ready", "stopped"], type=["android_cloud_phone"], platform="android",
                              order_by="createdAt", order_by_direction="asc", page=1, page_size=5)
    check("list", listed.items and listed.pagination.total >= 1 and listed.pagination.page_size == 5, listed)
    phone.id = listed.items[0].id
    check("list: beyond the end", not sdk.devices.list(page=1000).items)
    refused("list: page 0", mobilerun_sdk.UnprocessableEntityError, lambda: sdk.devices.list(page=0),
            location="query.page")
    refused("list: retired type", mobilerun_sdk.UnprocessableEntityError,
            lambda: sdk.devices.list(type=["dedicated_physical_device"]), location="query.type")

    device = sdk.devices.retrieve(phone.id)
    check("get", (device.id, device.state, device.platform) == (phone.id, "ready", "android"), device)
    check("wait", sdk.devices.wait_ready(phone.id).state == "ready")
    capabilities = sdk.devices.retrieve_capabilities(phone.id)
    check("capabilities", capabilities.capabilities.accessibility is True, capabilities)
    for what, call in {
        "get": sdk.devices.retrieve,
        "wait": sdk.devices.wait_ready,
        "capabilities": sdk.devices.retrieve_capabilities,
        "ui": sdk.devices.state.ui,
        "screenshot": sdk.devices.state.screenshot,
        "capture": sdk.devices.screenshots.capture,
        "time": sdk.devices.state.time,
        "apps": sdk.devices.apps.list,
        "packages": sdk.devices.packages.list,
        "overlay": sdk.devices.actions.overlay_visible,
        "installs": sdk.devices.apps.list_installs,
        "clear": sdk.devices.keyboard.clear,
        "location": sdk.devices.location.get,
        "location: reset": sdk.devices.location.reset,
        "timezone": sdk.devices.timezone.get,
        "language": sdk.devices.language.get,
        "clipboard": sdk.devices.clipboard.get,
    }.items():
        refused(f"{what}: someone else's device", mobilerun_sdk.NotFoundError, lambda call=call: call(STRANGER))

    outside = mobilerun_sdk.Mobilerun(api_key="any", base_url=url.removesuffix("/v1"), max_retries=0)
    refused("no /v1", mobilerun_sdk.NotFoundError, outside.devices.list)
    refused("no such operation", mobilerun_sdk.NotFoundError, lambda: sdk.get("/nothing", cast_to=object))


def reads(phone):
    sdk = phone.sdk
    whole, compact = phone.tree(), phone.tree(keep_all=False)
    check("ui", len(list(nodes(whole.a11y_tree))) >= len(list(nodes(compact.a11y_tree))) > 3)
    bounds = whole.device_context.screen_bounds
    check("ui: screen", bounds.width > 500 and bounds.height > bounds.width, bounds)
    check("ui: no keyboard", whole.ime_tree.class_name == "" and not whole.phone_state.keyboard_visible)
    raw = sdk.devices.state.with_raw_response.ui(phone.id, filter=False).http_response.json()
    check("ui: schema", isinstance(raw.get("$schema"), str), list(raw))
    refused("ui: filter", mobilerun_sdk.UnprocessableEntityError,
            lambda: sdk.devices.state.ui(phone.id, extra_query={"filter": "some"}), location="query.filter")

    for what, response in {
        "screenshot": sdk.devices.state.with_raw_response.screenshot(phone.id, hide_overlay=True),
        "capture": sdk.devices.screenshots.with_raw_response.capture(phone.id, save=True),
    }.items():
        picture = response.http_response
        check(f"{what}: type", picture.headers["content-type"] == "image/png", picture.headers)
        size = tuple(int.from_bytes(picture.content[at:at + 4], "big") for at in (16, 20))
        check(f"{what}: size", size == (bounds.width, bounds.height), size)
        if what == "capture":
            check("capture: saved", picture.headers.get("x-screenshot-saved") in ("true", "false"))

    # The SDK hands over the reply as it is: a string in JSON.
    now = json.loads(sdk.devices.state.time(phone.id, x_device_display_id=0))
    check("time", re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)", now), now)

    own = {app.package_name for app in sdk.devices.apps.list(phone.id) or []}
    everything = {app.package_name: app for app in sdk.devices.apps.list(phone.id, include_system_apps=True) or []}
    check("apps", own < set(everything) and SETTINGS not in own and everything[SETTINGS].is_system_app, own)
    check("apps: protected are hidden", PROTECTED not in everything)
    shown = sdk.devices.apps.list(phone.id, include_protected_apps=True) or []
    check("apps: protected are shown", PROTECTED in {app.package_name for app in shown})
    packages = sdk.devices.packages.list(phone.id, include_system_packages=True) or []
    check("packages", set(packages) == set(everything), packages)


def actions(phone):
    sdk, act = phone.sdk, phone.sdk.devices.actions
    sdk.devices.apps.stop(SETTINGS, device_id=phone.id)
    sdk.devices.apps.start(SETTINGS, device_id=phone.id)
    settle()
    check("start", phone.tree().phone_state.package_name == SETTINGS, phone.tree().phone_state)

    phone.tap(text="Display")
    before = phone.find(description="Dark theme", checkable=True).is_checked
    phone.tap(description="Dark theme", checkable=True)
    check("tap", phone.find(description="Dark theme", checkable=True).is_checked is not before)
    phone.tap(description="Dark theme", checkable=True)

    first = [node.text for node in nodes(phone.tree().a11y_tree)]
    act.swipe(phone.id, start_x=540, start_y=1800, end_x=540, end_y=700, duration=600, hold_ms=200)
    settle()
    check("swipe", [node.text for node in nodes(phone.tree().a11y_tree)] != first)

    act.global_(phone.id, action=1)
    settle()
    phone.tap(text="Search Settings")
    state = phone.tree()
    check("keyboard shows", state.phone_state.keyboard_visible and state.phone_state.is_editable, state.phone_state)
    sdk.devices.keyboard.write(phone.id, text="batt", completion_mode="committed", humanize=True, wpm=0)
    sdk.devices.keyboard.write(phone.id, text="ery", clear=False)
    settle()
    check("write", phone.tree().phone_state.focused_element.text == "battery", phone.tree().phone_state)
    sdk.devices.keyboard.key(phone.id, key=67)
    settle()
    check("key", phone.tree().phone_state.focused_element.text == "batter", phone.tree().phone_state)
    sdk.devices.keyboard.clear(phone.id)
    settle()
    check("clear", "batt" not in phone.tree().phone_state.focused_element.text, phone.tree().phone_state)

    sdk.devices.apps.stop(SETTINGS, device_id=phone.id, clear_data=False)
    act.global_(phone.id, action=2)
    settle()
    check("stop and home", phone.tree().phone_state.package_name != SETTINGS, phone.tree().phone_state)

    invalid = mobilerun_sdk.UnprocessableEntityError
    swipe = dict(start_x=1, start_y=1, end_x=1, end_y=9)
    refused("tap: float", invalid, lambda: act.tap(phone.id, x=261.0, y=1), location="body.x")
    refused("tap: string", invalid, lambda: act.tap(phone.id, x=1, y="1"), location="body.y")
    refused("tap: missing", invalid, lambda: sdk.post(f"/devices/{phone.id}/tap", cast_to=object, body={"x": 1}),
            location="body.y")
    refused("tap: unknown member", invalid, lambda: act.tap(phone.id, x=1, y=1, extra_body={"zoom": 1}),
            location="body.zoom")
    refused("tap: contradiction", invalid, lambda: act.tap(phone.id, x=1, y=1, humanize=True, stealth=False),
            location="body.stealth")
    refused("swipe: no duration", invalid,
            lambda: sdk.post(f"/devices/{phone.id}/swipe", cast_to=object,
                             body={"startX": 1, "startY": 1, "endX": 1, "endY": 9}), location="body.duration")
    refused("swipe: hold and humanize", invalid,
            lambda: act.swipe(phone.id, **swipe, duration=300, hold_ms=100, humanize=True), location="body.holdMs")
    refused("swipe: hold too long", invalid, lambda: act.swipe(phone.id, **swipe, duration=5000, hold_ms=5000),
            location="body.holdMs")
    refused("global: float", invalid, lambda: act.global_(phone.id, action=1.0), location="body.action")
    refused("key: string", invalid, lambda: sdk.devices.keyboard.key(phone.id, key="66"), location="body.key")
    refused("write: mode", invalid,
            lambda: sdk.devices.keyboard.write(phone.id, text="a", completion_mode="soon"),
            location="body.completionMode")
    refused("write: no text", invalid, lambda: sdk.post(f"/devices/{phone.id}/keyboard", cast_to=object, body={}),
            location="body.text")
    refused("tap: no body", mobilerun_sdk.BadRequestError,
            lambda: sdk.post(f"/devices/{phone.id}/tap", cast_to=object))
    for what, call in {"start": sdk.devices.apps.start, "stop": sdk.devices.apps.stop}.items():
        refused(f"{what}: not installed", mobilerun_sdk.NotFoundError,
                lambda call=call: call("com.example.nothing", device_id=phone.id), detail="com.example.nothing")
        refused(f"{what}: protected", mobilerun_sdk.PermissionDeniedError,
                lambda call=call: call(PROTECTED, device_id=phone.id), detail=PROTECTED)
    refused("method", mobilerun_sdk.APIStatusError, lambda: sdk.get(f"/devices/{phone.id}/tap", cast_to=object))


def filters(phone):
    """Every filter of the list, for what it finds and for what it does not."""
    sdk = phone.sdk
    device = sdk.devices.retrieve(phone.id)
    early, late = "2001-01-01T00:00:00Z", "2101-01-01T00:00:00Z"
    for what, found, query in [
        ("name", True, dict(name=device.name)), ("name", False, dict(name="nobody")),
        ("search", True, dict(search=device.name[:3].upper())), ("search", False, dict(search="nobody")),
        ("platform", False, dict(platform="ios")), ("country", False, dict(country="DE")),
        ("providerId", False, dict(provider_id="p")), ("createdBy", False, dict(created_by="u")),
        ("mine", True, dict(mine=True)), ("state", False, dict(state=["maintenance"])),
        ("type", False, dict(type=["device_slot"])),
        ("createdAfter", True, dict(created_after=early)), ("createdAfter", False, dict(created_after=late)),
        ("createdBefore", True, dict(created_before=late)), ("createdBefore", False, dict(created_before=early)),
        ("orderBy", True, dict(order_by="gridPosition", order_by_direction="desc")),
    ]:
        items = sdk.devices.list(**query).items or []
        check(f"list: {what}", (phone.id in [item.id for item in items]) is found, query)
    invalid = mobilerun_sdk.UnprocessableEntityError
    for name, query in {"state": dict(state=["asleep"]), "platform": dict(platform="palm"),
                        "orderBy": dict(order_by="size"), "orderByDirection": dict(order_by_direction="up"),
                        "createdAfter": dict(created_after="yesterday"), "createdBefore": dict(created_before="soon"),
                        "pageSize": dict(page_size=0)}.items():
        refused(f"list: {name}", invalid, lambda query=query: sdk.devices.list(**query), location=f"query.{name}")
    summary = sdk.devices.summary()
    check("summary", summary.total >= 1 and sum(summary.by_state.values()) == summary.total, summary)
    refused("summary: state", invalid, lambda: sdk.devices.summary(state=["asleep"]), location="query.state")
    check("count", sdk.devices.count() == {device.type: 1})
    refused("list: mine and createdBy", mobilerun_sdk.BadRequestError,
            lambda: sdk.devices.list(mine=True, created_by="u"))


def environment(phone):
    """Location, time zone, language and clipboard: set, read back, refused."""
    at = phone.sdk.devices
    invalid = mobilerun_sdk.UnprocessableEntityError
    own = at.location.get(phone.id)
    at.location.set(phone.id, latitude=52.52, longitude=13)
    there = at.location.get(phone.id)
    check("location", (there.latitude, there.longitude) == (52.52, 13), there)
    at.location.reset(phone.id)
    check("location: reset", at.location.get(phone.id) == own, own)
    refused("location: beyond the pole", invalid, lambda: at.location.set(phone.id, latitude=91, longitude=0),
            location="body.latitude")

    at.timezone.set(phone.id, timezone="Asia/Kolkata")
    check("timezone", at.timezone.get(phone.id).timezone == "Asia/Kolkata")
    now = json.loads(at.state.time(phone.id))
    check("timezone: time follows", now.endswith("+05:30"), now)
    refused("timezone: none", invalid, lambda: at.timezone.set(phone.id, timezone="Europe/Atlantis"),
            location="body.timezone")
    at.timezone.set(phone.id, timezone="UTC")

    at.clipboard.set(phone.id, text="copied \u00e9")
    check("clipboard", at.clipboard.get(phone.id).text == "copied \u00e9")
    refused("clipboard: number", invalid, lambda: at.clipboard.set(phone.id, text=7), location="body.text")

    at.language.set(phone.id, locale="de-DE")
    check("language", at.language.get(phone.id).locale == "de-DE")
    refused("language: none", invalid, lambda: at.language.set(phone.id, locale="german"), location="body.locale")
    at.language.set(phone.id, locale="en-US", restart=True)
    time.sleep(2)
    check("language: started anew", phone.tree().phone_state.package_name != SETTINGS)


def managed(phone):
    """Name, overlay, apps and permissions, and the device's life."""
    sdk = phone.sdk
    check("name", sdk.devices.set_name(phone.id, name="qa-1").name == "qa-1")
    check("name: found", [item.id for item in sdk.devices.list(name="qa-1").items] == [phone.id])
    refused("name: empty", mobilerun_sdk.UnprocessableEntityError, lambda: sdk.devices.set_name(phone.id, name=""),
            location="body.name")

    actions = sdk.devices.actions
    check("overlay", actions.overlay_visible(phone.id).visible is False)
    actions.set_overlay_visible(phone.id, visible=True)
    check("overlay: shown", actions.overlay_visible(phone.id).visible is True)
    actions.set_overlay_visible(phone.id, visible=False)
    refused("overlay: string", mobilerun_sdk.UnprocessableEntityError,
            lambda: actions.set_overlay_visible(phone.id, visible="yes"), location="body.visible")

    apps = sdk.devices.apps
    notes = "com.example.notes"
    refused("install: not in the library", mobilerun_sdk.NotFoundError,
            lambda: apps.install(phone.id, package_name="com.example.nothing", background=True), detail="library")
    refused("install: protected", mobilerun_sdk.PermissionDeniedError,
            lambda: apps.install(phone.id, package_name=PROTECTED))
    refused("install: iOS", mobilerun_sdk.UnprocessableEntityError,
            lambda: apps.install(phone.id, bundle_id="com.example"), location="body.bundleId")
    check("installs", not apps.list_installs(phone.id).installs)
    grant = lambda package, permission: apps.grant_permission(permission, device_id=phone.id, package_name=package)
    revoke = lambda package, permission: apps.revoke_permission(permission, device_id=phone.id, package_name=package)
    for what, call in {"grant": grant, "revoke": revoke}.items():
        call(notes, "POST_NOTIFICATIONS")
        refused(f"{what}: camera", mobilerun_sdk.BadRequestError, lambda call=call: call(notes, "CAMERA"))
        refused(f"{what}: protected", mobilerun_sdk.PermissionDeniedError,
                lambda call=call: call(PROTECTED, "POST_NOTIFICATIONS"))
        refused(f"{what}: not installed", mobilerun_sdk.NotFoundError,
                lambda call=call: call("com.example.nothing", "POST_NOTIFICATIONS"))
    check("delete: there before", notes in (sdk.devices.packages.list(phone.id) or []))
    apps.delete(notes, device_id=phone.id)
    check("delete: gone", notes not in (sdk.devices.packages.list(phone.id) or []))
    refused("delete: twice", mobilerun_sdk.NotFoundError, lambda: apps.delete(notes, device_id=phone.id))
    refused("delete: system", mobilerun_sdk.BadRequestError, lambda: apps.delete(SETTINGS, device_id=phone.id))
    refused("delete: protected", mobilerun_sdk.PermissionDeniedError,
            lambda: apps.delete(PROTECTED, device_id=phone.id))

    for what, call, state in [("reboot", sdk.devices.reboot, "rebooting"), ("reset", sdk.devices.reset, "resetting")]:
        call(phone.id)
        check(what, sdk.devices.retrieve(phone.id).state == state)
        refused(f"{what}: tools wait", mobilerun_sdk.ConflictError, lambda: sdk.devices.state.time(phone.id), detail=state)
        check(f"{what}: over", sdk.devices.wait_ready(phone.id).state == "ready")
    check("reset: as new", notes in (sdk.devices.packages.list(phone.id) or []))
    refused("reset: identity", mobilerun_sdk.BadRequestError, lambda: sdk.devices.reset(phone.id, mode="identity"),
            detail="DEVICE_TOOL_UNSUPPORTED")
    sdk.devices.stop(phone.id)
    check("stop", sdk.devices.retrieve(phone.id).state == "stopped")
    refused("stop: tools", mobilerun_sdk.ConflictError, lambda: phone.tree(), detail="stopped")
    refused("stop: reboot", mobilerun_sdk.ConflictError, lambda: sdk.devices.reboot(phone.id))
    sdk.devices.resume(phone.id)
    check("resume", sdk.devices.wait_ready(phone.id).state == "ready")
    sdk.devices.resume(phone.id)
    check("resume: harmless", phone.tree().phone_state.package_name != SETTINGS)
    for what, call in {"reboot": sdk.devices.reboot, "stop": sdk.devices.stop, "resume": sdk.devices.resume,
                       "reset": sdk.devices.reset}.items():
        refused(f"{what}: someone else's device", mobilerun_sdk.NotFoundError, lambda call=call: call(STRANGER))


def files(phone):
    """The phone's files, through the SDK and its form."""
    sdk = phone.sdk
    listed = sdk.devices.files.list(phone.id, path="/sdcard/Documents")
    names = {file.name: file for file in listed.files}
    check("files: list", listed.total == len(names) and "report.txt" in names, listed)
    check("files: folder", "dir" in names["Work"].type.lower() and names["report.txt"].permissions.owner.read, names)
    check("files: empty", not sdk.devices.files.list(phone.id, path="/sdcard/Music").files)
    sdk.devices.files.upload(phone.id, path="/sdcard/Download", file=("peer.bin", b"\x00\xff\r\n--x"))
    got = sdk.devices.files.with_raw_response.download(phone.id, path="/sdcard/Download/peer.bin").http_response
    check("files: download", got.content == b"\x00\xff\r\n--x", got.content)
    check("files: bytes", got.headers["content-type"] == "application/octet-stream", got.headers)
    sdk.devices.files.delete(phone.id, path="/sdcard/Download/peer.bin")
    missing, bad = mobilerun_sdk.NotFoundError, mobilerun_sdk.BadRequestError
    refused("files: list", missing, lambda: sdk.devices.files.list(phone.id, path="/sdcard/none"), detail="none")
    refused("files: traversal", mobilerun_sdk.UnprocessableEntityError,
            lambda: sdk.devices.files.list(phone.id, path="/sdcard/../data"), location="query.path")
    refused("files: download", bad, lambda: sdk.devices.files.download(phone.id, path="/sdcard/Documents"))
    refused("files: upload", bad,
            lambda: sdk.devices.files.upload(phone.id, path="/sdcard/Documents/report.txt", file=("a", b"x")))
    refused("files: delete", missing, lambda: sdk.devices.files.delete(phone.id, path="/sdcard/Download/peer.bin"))
    refused("files: protected", bad, lambda: sdk.devices.files.delete(phone.id, path="/sdcard"), detail="protected")


def browser(phone):
    """Deep links, and scripts in the page that one of them opened."""
    sdk = phone.sdk
    link, script = sdk.devices.deep_link.execute_deep_link, sdk.devices.browser.execute_script
    refused("script: no page", mobilerun_sdk.BadRequestError, lambda: script(phone.id, script="document.title"),
            detail="DEVICE_NO_BROWSER_TARGET")
    link(phone.id, deep_link="https://example.com/form")
    settle()
    check("link", phone.tree().phone_state.package_name == "com.android.chrome", phone.tree().phone_state)
    check("script", script(phone.id, script="document.title").result == "Sign up")
    check("script: nothing", script(phone.id, script="document.querySelector('#none')").result is None)
    check("script: no number", script(phone.id, script="0 / 0").result == "NaN")
    refused("script: no engine", mobilerun_sdk.BadRequestError, lambda: script(phone.id, script="fetch('/')"),
            detail="no JavaScript engine")
    link(phone.id, deep_link="package:com.android.chrome",
         action="android.settings.APPLICATION_DETAILS_SETTINGS")
    settle()
    check("link: settings", phone.tree().phone_state.package_name == SETTINGS, phone.tree().phone_state)
    refused("link: nothing opens it", mobilerun_sdk.BadRequestError,
            lambda: link(phone.id, deep_link="geo:1,2"), detail="geo")
    refused("link: protected", mobilerun_sdk.PermissionDeniedError,
            lambda: link(phone.id, deep_link="tel:1", package_name=PROTECTED))
    refused("link: iOS", mobilerun_sdk.UnprocessableEntityError,
            lambda: link(phone.id, deep_link="tel:1", bundle_id="com.example"), location="body.bundleId")


def older(url, key):
    """The phone that looks like Android 11: what hides behind Advanced, and the text of switches."""
    phone = Phone(url, key)
    phone.id = phone.sdk.devices.list().items[0].id
    phone.sdk.devices.apps.start(SETTINGS, device_id=phone.id)
    settle()
    phone.tap(text="Network & internet")
    texts = [node.text for node in nodes(phone.tree().a11y_tree)]
    check("11: switches tell", "OFF" in texts and "Private DNS" not in texts, texts)
    phone.tap(text="Advanced")
    texts = [node.text for node in nodes(phone.tree().a11y_tree)]
    check("11: no longer hidden", "Private DNS" in texts, texts)


def core(phone, url, key):
    """What mobilerun-core makes of the phone: its own reading of trees, its retries, its gestures."""
    runner = Core(bearer=key, base_url=url)
    check("core: list", phone.id in [device.device_id for device in runner.list_devices()])
    device = runner.connect(phone.id)
    check("core: size", device.screen_size() == (1080, 2400), device.screen_size())
    device.stop_app(SETTINGS)
    device.start_app(SETTINGS)
    check("core: app", device.wait_for_app(SETTINGS, timeout=5))
    check("core: scroll", device.scroll_until(text="About phone") is not None)
    check("core: scroll back", device.scroll_until(text="Display", direction="up") is not None)
    device.tap_text("Display")
    check("core: wait", device.wait_for_text("Screen timeout", timeout=5))
    check("core: idle", device.wait_for_idle(timeout=5))
    switch = device.find_nodes_on_screen(desc="Dark theme")
    check("core: switch", len(switch) == 1, switch)
    path = device.screenshot()
    check("core: screenshot", path.endswith(".png") and os.path.getsize(path) > 1000, path)
    os.remove(path)
    check("core: time", json.loads(device.time()).startswith("20"), device.time())
    check("core: apps", any(app["package_name"] == SETTINGS for app in device.list_apps(include_system_apps=True)))
    check("core: browser", device.supports("execute_script") is True)
    device.key("home")
    settle()
    check("core: home", device.current_app_id() != SETTINGS, device.current_app_id())


def locked(url, key):
    wrong = mobilerun_sdk.Mobilerun(api_key=f"{key}-not", base_url=url, max_retries=0)
    for call in (wrong.devices.list, wrong.devices.count):
        refused("wrong key", mobilerun_sdk.AuthenticationError, call)
    right = mobilerun_sdk.Mobilerun(api_key=key, base_url=url, max_retries=0)
    check("right key", right.devices.list().items)


@contextlib.contextmanager
def served(*arguments):
    """A phone of our own; its URL."""
    command = [GOALPOST, "phone", "serve", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield json.loads(process.stdout.readline())["url"]
    finally:
        process.terminate()
        process.wait()


def walkthrough(url):
    """The Python blocks of the walkthrough, each with the text that the next block says it prints."""
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", WALKTHROUGH.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    scripts = [(text, after) for (language, text), (_, after) in zip(blocks, blocks[1:]) if language == "python"]
    check("walkthrough: found", scripts)
    for script, expected in scripts:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(script.replace("http://127.0.0.1:8700/v1", url)  # noqa: S102 - our own page
                 .replace("http://127.0.0.1:8700", url.removesuffix("/v1")), {})
        check("walkthrough: prints", printed.getvalue() == expected, printed.getvalue())


def note(url, key):
    """Keeps what this phone has answered to which endpoint."""
    log = httpx.get(url.removesuffix("/v1") + "/control/requests", headers={"Authorization": f"Bearer {key}"}).json()
    for request in log:
        if request["endpoint"] and request["status"]:
            answered.setdefault(request["endpoint"], set()).add(request["status"] // 100)


def complete():
    """Every endpoint was called, for success and for refusal."""
    told = subprocess.run([GOALPOST, "phone", "serve", "--help"], capture_output=True, text=True, check=True).stdout
    endpoints = re.search(r"Endpoints: ([a-z_,\s]+?)\n\n", told)[1].replace("\n", " ").split(", ")
    check("endpoints: told", len(endpoints) > 30, told)
    for endpoint in map(str.strip, endpoints):
        # The account's library of apps is empty: there is nothing to install.
        wanted = {4} if endpoint == "install_app" else {2, 4}
        check(f"{endpoint}: success and refusal", wanted <= answered.get(endpoint, set()), answered.get(endpoint))


def drive(url, key="dr_sk_any"):
    phone = Phone(url, key)
    devices(phone, url)
    reads(phone)
    filters(phone)
    actions(phone)
    core(phone, url, key)
    files(phone)
    browser(phone)
    environment(phone)
    managed(phone)
    note(url, key)


def main():
    begun = time.monotonic()
    try:
        if len(sys.argv) > 1:
            drive(sys.argv[1], os.environ.get("MOBILERUN_CLOUD_API_KEY", "dr_sk_any"))
        else:
            with served() as url:
                drive(url)
            with served("--key", "dr_sk_peer") as url:
                locked(url, "dr_sk_peer")
                note(url, "dr_sk_peer")
            complete()
            with served("--look", "11") as url:
                older(url, "dr_sk_any")
            with served() as url:
                walkthrough(url)
    except Exception:  # noqa: BLE001 - whatever the SDK raises here is a finding
        failures.append(traceback.format_exc())
    for failure in failures:
        print(f"FAILED {failure}", file=sys.stderr)
    took = time.monotonic() - begun
    print(f"mobilerun-sdk {mobilerun_sdk.__version__} drives the phone: {checked} checks, {len(failures)} failed, {took:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
