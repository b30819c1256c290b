"""Documents of a field: read as what they are, shown in part, and copied by no pack."""

from __future__ import annotations

import pytest

from fictionworld.drafting.copied import copied_from
from fictionworld.drafting.documents import FieldDocument, excerpts, read_documents
from fictionworld.errors import UsageError


def document(text):
    return FieldDocument("d.txt", text, text)


def test_each_kind_is_read(tmp_path):
    (tmp_path / "a.md").write_text("# Wards\nEach ward has beds.")
    (tmp_path / "b.csv").write_text("ward,beds\n" + "".join(f"W{n},{n}\n" for n in range(100)))
    (tmp_path / "c.pdf").write_bytes(pdf_of("Ward register"))
    notes, table, paper = read_documents([tmp_path])
    assert notes.excerpt == notes.text and "beds" in notes.text
    assert table.excerpt.startswith("ward | beds\nW0 | 0\nW8 | 8\n")
    assert table.excerpt.endswith("(100 rows)") and "W99" in table.text
    assert "Ward register" in paper.text


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.docx", b"x", "allowed: .txt, .md"),
        ("a.txt", b"\xff\xfe\x00x", "is not UTF-8"),
        ("a.txt", b"  \n", "holds no text"),
        ("a.pdf", b"%PDF-1.4 nothing", "cannot be read as a PDF"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UsageError, match=message):
        read_documents([tmp_path / name])


def test_no_document(tmp_path):
    with pytest.raises(UsageError, match="give documents of the field"):
        read_documents([tmp_path])
    with pytest.raises(UsageError, match="cannot read"):
        read_documents([tmp_path / "none.txt"])


def test_excerpts_share_what_there_is():
    short, long = FieldDocument("s", "ab", "ab"), FieldDocument("l", "x" * 500, "x" * 500)
    text = excerpts([long, short], 100)
    assert "ab" in text and text.count("x") == 98 and "[...]" in text


FIELD = document(
    "Admissions fell. The Northfield Infirmary admits patients by the severity of their condition "
    "on the day of arrival. Beds are counted on Monday by Sister Agathe Brandt."
)


@pytest.mark.parametrize(
    "text",
    [
        "Patients come by the severity of their condition on the day of arrival.",
        "{town} admits patients by the severity of their condition, {share} %",
        "the Northfield Infirmary",
        "seen by Agathe Brandt",
    ],
)
def test_what_was_copied_is_found(text):
    copied = list(copied_from({"about": text}, [FIELD]))
    assert [place for place, _ in copied] == [("about",)], text


@pytest.mark.parametrize(
    "data",
    [
        {"about": "Beds are counted every Monday, and patients by severity."},
        {"about": "The severity of their condition decides when patients are admitted."},
        {"label": "Admissions"},
        {"anchors": [{"source": "Northfield Infirmary, Annual report"}]},
        {"rows": 9, "draw": {"choice": {"urgent": 2}}},
    ],
)
def test_what_anybody_would_say_is_not(data):
    assert list(copied_from(data, [FIELD])) == []


def test_names_among_weights_are_found():
    data = {"draw": {"choice": {"Agathe Brandt": 2, "urgent": 1}}}
    ((place, message),) = copied_from(data, [FIELD])
    assert place == ("draw", "choice", "Agathe Brandt") and "draw names from a pool" in message


def pdf_of(text):
    """A PDF of one page with one line of text."""
    drawn = f"BT /F1 18 Tf 20 100 Td ({text}) Tj ET"
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 144]/Contents 4 0 R/Resources 6 0 R>>",
        f"<</Length {len(drawn)}>>stream\n{drawn}\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        "<</Font<</F1 5 0 R>>>>",
    ]
    content, offsets = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(content))
        content += f"{number} 0 obj{body}endobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    content += (
        f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer<</Root 1 0 R/Size {size}>>\n"
        f"startxref\n{len(content)}\n%%EOF\n"
    )
    return content.encode()
