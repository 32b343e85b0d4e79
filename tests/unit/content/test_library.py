"""Loading content: every fault of every kind, each with file, line, key and what would be right."""

import pytest
from engine_content import FAMILIES, GOOD, MISCONCEPTIONS, change, content
from quickly import quickly

from sandbox.content.files import MOST_REPEATED, content_root, read_list
from sandbox.content.library import load, read_library
from sandbox.errors import ContentError, UnknownNameError, UsageError

ANSWER = 'answer: "F(a, b) + F(c, d)"'
RIGHT = '"F(a, b) + F(c, d)"'
PARAMS = 'params: {a: "1..3"'
STEM = '"What is {a}/{b} + {c}/{d}?"'
QUOTED = "must be quoted text, not "


def faults_of(root):
    return [str(fault) for fault in read_library((root,))[1]]


def test_good_content_has_no_fault():
    library, faults = read_library((GOOD,))
    assert faults == []
    assert len(library.misconceptions) == 5
    assert [family.id for family in library.families] == ["tiny-fractions", "tiny-whole"]
    assert library.families["tiny-whole"].strand == "tiny"


def test_bundled_content_loads_and_resolves_both_ways():
    library = load()
    tested = {name for family in library.families for name in family.errors}
    assert tested == set(library.misconceptions)
    assert len(library.families) >= 80
    assert len(library.misconceptions) >= 220
    assert library.misconception("fractions/add-across").name
    assert len(library.content_hash) == 16


@pytest.mark.parametrize(
    ("file", "old", "new", "key", "what"),
    [
        (FAMILIES, ANSWER, "answer: 3:4", "answer", QUOTED + "184"),
        (FAMILIES, ANSWER, "answer: 0.30", "answer", QUOTED + "0.3"),
        (FAMILIES, ANSWER, "answer: no", "answer", QUOTED + "False"),
        (FAMILIES, ANSWER, "answer: 12", "answer", QUOTED + "12"),
        (FAMILIES, ANSWER, "answer: 2024-05-06", "answer", "must be quoted text"),
        (FAMILIES, ANSWER, "answer: [x]", "answer", "must be quoted text"),
        (FAMILIES, ANSWER, "answer:", "answer", QUOTED + "None"),
        (FAMILIES, '"Q(a + c, b)"', "7", "errors.tiny/top-only.answer", QUOTED + "7"),
        (FAMILIES, "format: fraction", "format: fractoin", "format", "'fraction'"),
        (FAMILIES, "format: fraction", "format: fraction\n  colour: red", "colour", "is not a key"),
        (FAMILIES, '  title: "Add two fractions"\n', "", "title", "is missing"),
        (FAMILIES, PARAMS, 'params: {a: "1-3"', "params.a", 'must be "low..high", a list'),
        (FAMILIES, "name: [Amy, Ben, Chidi]", "name: [yes, no]", "params.name", "quoted words"),
        (FAMILIES, PARAMS, 'params: {a: "3..1"', "params.a", "range 3..1 is empty"),
        (FAMILIES, PARAMS, "params: {a: []", "params.a", "nothing to choose from"),
        (FAMILIES, PARAMS, f'params: {{a: "1..{10**20}"', "params.a", "too large to be read"),
        (FAMILIES, PARAMS, f'params: {{a: "1..{"9" * 5000}"', "params.a", "4300"),
        (
            FAMILIES, PARAMS,
            'params: {zs: {each: "1..9", count: "1..1000000000"}, a: "1..3"',
            "params.zs", "1 to 40 members",
        ),
        (FAMILIES, PARAMS, 'params: {gcd: "1..9", a: "1..3"', "params.gcd", "something else"),
        (FAMILIES, PARAMS, 'params: {_add: "1..9", a: "1..3"', "params._add", "no name"),
        (FAMILIES, PARAMS, 'params: {z: "1..9", a: "1..3"', "core.0", "does not show z"),
        (FAMILIES, STEM, '"What is {a}/{b} + {c}/9?"', "ask.0", "does not show d"),
        (FAMILIES, STEM, '"What is {a"', "ask.0", "opens a brace"),
        (FAMILIES, STEM, '"{q} {a}/{b} {c}/{d}"', "ask.0", "'q' is no parameter"),
        (FAMILIES, RIGHT, '"9**9**9**9.5"', "answer", "holds 9.5"),
        (FAMILIES, RIGHT, "\"__import__('os')\"", "answer", "is not a procedure"),
        (FAMILIES, RIGHT, '"F(a, b) +"', "answer", "is not an expression"),
        (FAMILIES, RIGHT, '"F(a, b) + z"', "answer", "'z' is no parameter"),
        (FAMILIES, 'domain: ["b > 0"', 'domain: ["e > 0"', "domain.0", "'e' is no parameter"),
        (FAMILIES, "domain: [", 'let: {m: "n", n: "a"}\n  domain: [', "let.m", "'n' is no"),
        (FAMILIES, "It is {lcm(b, d)}.", "It is {lcd(b, d)}.", "steps.0.do", "which is not a proc"),
        (FAMILIES, "the common bottom?", "It is {answer}?", "steps.0.ask", "'answer' is no"),
        (FAMILIES, "over {b} is {answer}", "{z}", "errors.tiny/top-only.working.0", "'z' is no"),
        (
            FAMILIES, "tiny/top-only:", "tiny/tops-only:", "errors.tiny/tops-only",
            "unknown misconception 'tiny/tops-only'; did you mean tiny/top-only",
        ),
        (MISCONCEPTIONS, "id: tiny/joins", "id: Tiny Joins", "id", "must be topic/kebab-case-name"),
        (MISCONCEPTIONS, "id: tiny/joins", "id: tiny/add-across", "id", "is defined at miscon"),
        (MISCONCEPTIONS, "grades: \"1-2\"", "grades: K-2", "grades", "String should match"),
        (MISCONCEPTIONS, "evidence: practitioner", "evidence: none", "evidence", "'documented'"),
        (MISCONCEPTIONS, "    picture: \"A number line.\"\n", "", "helps.picture", "is missing"),
        (
            MISCONCEPTIONS, "Multiplies two fractions when asked to add them.",
            "Adds the tops and adds the bottoms of two fractions.", "statement",
            "is the statement of tiny/add-across too",
        ),
    ],
)  # fmt: skip
def test_fault_names_file_line_entry_key_and_what_would_be_right(
    tmp_path, file, old, new, key, what
):
    root = content(tmp_path)
    line = change(root, file, old, new)
    faults = faults_of(root)
    found = [fault for fault in faults if f" {key}: " in fault and what in fault]
    assert found, faults
    place = found[0].split(" ")[0]
    assert place.startswith(f"{file}:")
    assert int(place.rsplit(":", 1)[1].rstrip(":")) in range(1, line + 4)


def test_misconception_in_no_family_is_a_fault(tmp_path):
    root = content(tmp_path)
    change(
        root,
        FAMILIES,
        '    tiny/joins: {answer: "cat(a, b)", working: ["{a} and {b} is {answer}"]}\n',
        "",
    )
    change(
        root,
        FAMILIES,
        "  errors:\n    tiny/one",
        '  errors:\n    tiny/add-across: {answer: "1", working: ["1"]}\n    tiny/one',
    )
    (fault,) = faults_of(root)
    assert fault.startswith(f"{MISCONCEPTIONS}:")
    assert fault.endswith("(tiny/joins): id: occurs in no family, so it answers nothing")


@pytest.mark.parametrize(
    ("damage", "what"),
    [
        (b"", "must be a list of entries"),
        (b"# nothing yet\n", "must be a list of entries"),
        (b"a: b\n", "must be a list of entries"),
        (b"just text", "must be a list of entries"),
        (b"- id: [1\n", "is not plain YAML"),
        (b'- id: "open\n', "is not plain YAML"),
        (b"- id: x\n\t- y\n", "is not plain YAML"),
        (b"- id: \xff\xfe\n", "cannot be read as UTF-8 text"),
        (b"- id: \x00\n", "is not plain YAML"),
        (b"[" * 50_000, "nesting depth"),
        (b"- " + b"[" * 900 + b"]" * 900, "is not plain YAML"),
        (b"- id: !!python/object:os.system x\n", "could not determine a constructor"),
        (b"- id: !!bool maybe\n", "is not plain YAML"),
        (b"- id: 2020-13-45\n", "month must be in 1..12"),
        (b"- id: " + b"9" * 5_000, "4300"),
        (b"- &a [*a]\n", "recursive"),
        (b"- ? [a]\n  : b\n", "unhashable"),
        (b"- 5\n- x\n", "valid dictionary or instance of MisconceptionSpec"),
        (b"--- \n- a\n---\n- b\n", "another document"),
    ],
)
def test_unreadable_file_is_a_fault_with_its_name(tmp_path, damage, what):
    root = content(tmp_path)
    (root / "misconceptions" / "bad.yaml").write_bytes(damage)
    faults = faults_of(root)
    assert faults
    assert all(fault.startswith("misconceptions/bad.yaml") for fault in faults)
    assert what in faults[0]


def _laughs(levels):
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    for above, letter in zip("abcdefghijklm", "bcdefghijklmn"[:levels], strict=False):
        lines.append(f"{letter}: &{letter} [{', '.join(['*' + above] * 9)}]")
    return "- " + "\n  ".join(lines) + "\n"


def _merges(what):
    letters = zip("abcdefghijklmnopqrstuvwxy", "bcdefghijklmnopqrstuvwxyz", strict=True)
    doubled = (f"- &{new} {{{what.format(old)}}}\n" for old, new in letters)
    return "- &a {k: 1}\n" + "".join(doubled)


@pytest.mark.parametrize(
    "bomb",
    [
        _laughs(12),
        _merges("<<: [*{0}, *{0}]"),
        _merges("<<: *{0}, <<: *{0}"),
        _merges("<<: {{<<: [*{0}, *{0}]}}"),
    ],
    ids=["lists", "merged lists", "two merges", "merges inside"],
)
def test_aliases_cannot_blow_up(tmp_path, bomb):
    path = tmp_path / "bomb.yaml"
    path.write_text(bomb, encoding="utf-8")
    faults = []
    quickly(lambda: read_list(path, "bomb.yaml", faults), 1)
    assert f"aliases repeat more than {MOST_REPEATED} values" in str(
        faults[0]
    ) or "<< takes one" in str(faults[0])


def test_aliases_and_one_merge_are_read(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text(
        "- &a {id: p, n: [1, 2]}\n- {<<: *a, id: q}\n- {id: r, n: *a}\n", encoding="utf-8"
    )
    faults = []
    first, second, third = (entry.data for entry in read_list(path, "x.yaml", faults))
    assert faults == []
    assert (first, second) == ({"id": "p", "n": [1, 2]}, {"id": "q", "n": [1, 2]})
    assert third == {"id": "r", "n": first}


def test_repeated_keys_are_all_faults_at_their_lines(tmp_path):
    root = content(tmp_path)
    line = change(
        root,
        FAMILIES,
        "  format: integer\n",
        "  format: integer\n  format: text\n  unit: a\n  unit: b\n",
    )
    assert faults_of(root) == [
        f"{FAMILIES}:{line + 1}: the key 'format' stands twice",
        f"{FAMILIES}:{line + 3}: the key 'unit' stands twice",
    ]


def test_every_fault_is_reported_at_once(tmp_path):
    root = content(tmp_path)
    change(root, FAMILIES, ANSWER, 'answer: "F(a, b"')
    change(root, FAMILIES, '"Q(a + c, b + d)"', '"nope(a)"')
    change(root, FAMILIES, '"cat(a, b)"', '"a + q"')
    change(root, MISCONCEPTIONS, "evidence: practitioner", "evidence: 5")
    (root / "misconceptions" / "other.yaml").write_text("- id: [\n", encoding="utf-8")
    (root / "tasks" / "families" / "other.yaml").write_text("x: y\n", encoding="utf-8")
    faults = faults_of(root)
    for piece in (
        "'F(a, b' is not an expression",
        "calls 'nope'",
        "'q' is no parameter",
        "evidence: ",
        "misconceptions/other.yaml",
        "tasks/families/other.yaml: must be a list",
        "unknown misconception 'tiny/add-across'",
    ):
        assert any(piece in fault for fault in faults), piece


def test_byte_order_mark_is_no_fault(tmp_path):
    root = content(tmp_path)
    path = root / FAMILIES
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert faults_of(root) == []


@pytest.fixture
def tiny_root(tmp_path, monkeypatch):
    root = content(tmp_path)
    monkeypatch.setenv("SANDBOX_CONTENT", str(root))
    return root


def test_overlay_replaces_entries_of_the_same_id(tiny_root, tmp_path):
    overlay = tmp_path / "mine"
    (overlay / "misconceptions").mkdir(parents=True)
    text = (tiny_root / MISCONCEPTIONS).read_text(encoding="utf-8").split("- id: ")
    mine = "- id: " + text[1].replace('name: "Adds across"', 'name: "My own name"')
    (overlay / "misconceptions" / "any-name.yaml").write_text(mine, encoding="utf-8")
    library = load(overlay)
    assert library.misconception("tiny/add-across").name == "My own name"
    assert library.misconception("tiny/joins").name == "Joins the digits"
    assert len(library.misconceptions) == 5
    assert load().misconception("tiny/add-across").name == "Adds across"
    assert library.content_hash != load().content_hash


def test_fault_of_an_overlay_names_its_own_file(tiny_root, tmp_path):
    overlay = tmp_path / "mine"
    (overlay / "misconceptions").mkdir(parents=True)
    bad = overlay / "misconceptions" / "tiny.yaml"
    bad.write_text("- id: tiny/joins\n", encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load(overlay)
    assert all(fault.place.startswith(f"{bad}:1 (tiny/joins)") for fault in caught.value.faults)
    assert len(caught.value.faults) == 7
    assert str(caught.value).startswith("7 content faults\n")


def test_folder_without_content_is_refused(tmp_path, monkeypatch):
    with pytest.raises(UsageError, match="holds none of the content folders"):
        load(tmp_path)
    monkeypatch.setenv("SANDBOX_CONTENT", str(tmp_path / "nowhere"))
    with pytest.raises(UsageError, match="nowhere holds none of the content folders"):
        content_root()


def test_unknown_name_suggests_near_ones():
    library = load()
    with pytest.raises(
        UnknownNameError, match="unknown misconception 'fractions/add-acros'; did you mean"
    ):
        library.misconception("fractions/add-acros")
    with pytest.raises(UnknownNameError, match="unknown preset"):
        library.preset("x")
