"""The content security policy as a browser understands it."""

from playwright.sync_api import Browser

FOREIGN = """() => new Promise((resolve) => {
  document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
  const script = document.createElement("script");
  script.src = "https://cdn.jsdelivr.net/npm/another/index.js";
  document.head.append(script);
})"""


def test_policy_lets_the_import_map_pass_and_no_script_from_elsewhere(chromium: Browser, site: str) -> None:
    page = chromium.new_page(base_url=site)
    refused: list[str] = []
    page.on("console", lambda line: refused.append(line.text) if line.type == "error" else None)
    page.goto("/")
    assert page.evaluate("import('three').then((three) => three.REVISION)")
    assert refused == []
    assert page.evaluate(FOREIGN) == "script-src-elem"
    page.close()
