"""An HTML page of a template and the style sheet of all reports: no script, nothing fetched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from fictionworld.files import packaged
from fictionworld.reports.plots import percent


def html_page(
    folder: str,
    template: str,
    filters: Mapping[str, Callable[..., Any]] | None = None,
    **values: object,
) -> str:
    """Return the page.

    Args:
        folder: The folder in the package whose `templates` have the template: `audit/report`.
        template: Its name; it may import `figures.html`, and is given `style`.
        filters: What it may call beside `percent`.
        values: What it is filled with.
    """
    loader = FileSystemLoader([packaged(f"{folder}/templates"), packaged("reports/templates")])
    pages = ImmutableSandboxedEnvironment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters |= {"percent": percent, **(filters or {})}
    source, _, _ = loader.get_source(pages, "style.css")
    style = Markup(source)  # noqa: S704 - our own file
    return pages.get_template(template).render(style=style, **values)
