"""Differences of trees."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from checkers.differences.compare import Change, compare
from checkers.differences.tree import Attributes, Length, Span, TreeNode


def document(*paragraphs: TreeNode) -> TreeNode:
    return TreeNode("document", children=paragraphs)


def paragraph(*spans: Span | str, **attributes: str | float | bool) -> TreeNode:
    return TreeNode(
        "paragraph",
        attributes=attributes,
        spans=tuple(Span(span) if isinstance(span, str) else span for span in spans),
    )


def cell(name: str, **attributes: str | float | bool) -> TreeNode:
    return TreeNode("cell", name, attributes)


def changes(before: TreeNode, after: TreeNode) -> list[Change]:
    return list(compare(before, after))


TEXTS = ["The club meets on Monday.", "Members pay ten euros.", "The hall is heated.", "Bring your own cup."]


def test_a_tree_does_not_differ_from_itself() -> None:
    tree = document(*(paragraph(text, alignment="left") for text in TEXTS))
    assert changes(tree, tree) == []


def test_a_missing_attribute_is_none_and_numbers_are_the_same_but_for_rounding() -> None:
    before = TreeNode("cell", "A1", {"fill": None, "value": 0.1 + 0.2, "width": Length(2.0)})
    assert changes(before, TreeNode("cell", "A1", {"value": 0.3, "width": Length(2.02)})) == []
    assert changes(before, TreeNode("cell", "A1", {"value": 0.3001, "width": Length(2.1)})) == [
        Change("", "value", 0.1 + 0.2, 0.3001),
        Change("", "width", Length(2.0), Length(2.1)),
    ]


def test_true_is_not_one() -> None:
    assert changes(cell("A1", value=1), cell("A1", value=True)) == [Change("", "value", 1, True)]


def test_named_parts_are_found_by_their_names() -> None:
    before = document(cell("A1", value=1), cell("A2", value=2), cell("A3", value=3))
    after = document(cell("A1", value=1), cell("A3", value=4), cell("B1", value=5))
    assert changes(before, after) == [
        Change("cell A2", "removed"),
        Change("cell A3", "value", 3, 4),
        Change("cell B1", "added"),
    ]


def test_the_one_part_that_was_moved_is_named() -> None:
    before = document(*(TreeNode("sheet", name) for name in "ABCDE"))
    after = document(*(TreeNode("sheet", name) for name in "BCDAE"))
    assert changes(before, after) == [Change("sheet A", "order")]


def test_parts_of_one_name_are_told_apart_by_their_order() -> None:
    before = document(TreeNode("shape", "Box", {"x": 1}), TreeNode("shape", "Box", {"x": 2}))
    after = document(TreeNode("shape", "Box", {"x": 1}), TreeNode("shape", "Box", {"x": 3}))
    assert [change.what for change in changes(before, after)] == ["x"]


def test_a_new_paragraph_leaves_those_below_as_they_are() -> None:
    before = document(*map(paragraph, TEXTS))
    after = document(*map(paragraph, [TEXTS[0], "Guests are welcome.", *TEXTS[1:]]))
    assert changes(before, after) == [Change("paragraph 2", "added", None, "Guests are welcome.")]


def test_a_lost_paragraph_has_its_number_before() -> None:
    before = document(*map(paragraph, TEXTS))
    assert changes(before, document(*map(paragraph, [*TEXTS[:2], TEXTS[3]]))) == [
        Change("paragraph 3", "removed", "The hall is heated.")
    ]


def test_a_paragraph_with_other_words_beside_a_new_one_is_found_by_its_words() -> None:
    before = document(*map(paragraph, TEXTS))
    after = document(*map(paragraph, [TEXTS[0], "Welcome!", "Members pay twelve euros.", *TEXTS[2:]]))
    assert changes(before, after) == [
        Change("paragraph 2", "text", "ten", "twelve"),
        Change("paragraph 2", "added", None, "Welcome!"),
    ]


def test_a_text_may_be_cut_into_spans_anyhow() -> None:
    bold: Attributes = {"bold": True}
    before = document(paragraph("The ", Span("hall", bold), " is heated."))
    after = document(paragraph("The", " ", Span("ha", bold), Span("ll", bold), " is heated."))
    assert changes(before, after) == []


def test_a_format_is_found_with_its_characters() -> None:
    before = document(paragraph("The hall is heated."))
    after = document(paragraph("The ", Span("hall", {"bold": True, "size": 14.0}), " is heated."))
    assert changes(before, after) == [
        Change("paragraph 1/characters 'hall'", "bold", None, True),
        Change("paragraph 1/characters 'hall'", "size", None, 14.0),
    ]


def test_a_new_word_has_the_format_of_the_one_it_replaces() -> None:
    bold: Attributes = {"bold": True}
    before = document(paragraph("Dear ", Span("Acme", bold), " team"))
    assert changes(before, document(paragraph("Dear ", Span("Zenith", bold), " team"))) == [
        Change("paragraph 1", "text", "Acme", "Zenith")
    ]
    assert changes(before, document(paragraph("Dear Zenith team"))) == [
        Change("paragraph 1", "text", "Acme", "Zenith"),
        Change("paragraph 1/characters 'Zenith'", "bold", True, None),
    ]


def test_the_format_of_white_space_does_not_show() -> None:
    before = document(paragraph("The hall"))
    assert changes(before, document(paragraph("The", Span(" ", {"bold": True}), "hall"))) == []


def test_a_text_where_there_was_none_has_no_format_to_keep() -> None:
    before = document(paragraph())
    assert changes(before, document(paragraph(Span("New", {"bold": True})))) == [
        Change("paragraph 1", "text", "", "New")
    ]


def test_a_part_that_may_be_missing_is_empty_then() -> None:
    painted = TreeNode("cell", "B3", {"fill": "FFFF00", "value": 5}, optional=True)
    assert changes(document(), document(painted)) == [
        Change("cell B3", "fill", None, "FFFF00"),
        Change("cell B3", "value", None, 5),
    ]
    assert changes(document(painted), document()) == [
        Change("cell B3", "fill", "FFFF00", None),
        Change("cell B3", "value", 5, None),
    ]


def test_changes_are_said_in_words() -> None:
    assert str(Change("sheet Sales/cell B3", "fill", None, "FFFF00")) == (
        "sheet Sales/cell B3: fill was nothing, is 'FFFF00'"
    )
    assert str(Change("slide 2/shape Title", "x", Length(1), Length(2.5))) == (
        "slide 2/shape Title: x was 1.00 cm, is 2.50 cm"
    )
    assert str(Change("sheet Sales", "order")) == "sheet Sales: moved"
    assert str(Change("paragraph 2", "added", None, "Welcome")) == "paragraph 2: added: 'Welcome'"


words = st.lists(st.sampled_from(["alpha", "beta", "gamma", "delta.", ","]), max_size=6).map(" ".join)
spans = st.builds(Span, words, st.fixed_dictionaries({}, optional={"bold": st.booleans()}))
nodes = st.deferred(
    lambda: st.builds(
        TreeNode,
        st.sampled_from(["row", "paragraph"]),
        st.sampled_from(["", "A", "B"]),
        st.fixed_dictionaries({}, optional={"hidden": st.booleans()}),
        st.lists(spans, max_size=3).map(tuple),
        st.lists(nodes, max_size=3).map(tuple),
    )
)


@given(nodes)
def test_no_tree_differs_from_its_copy(node: TreeNode) -> None:
    assert changes(node, node) == []


@given(nodes, nodes)
def test_any_two_trees_are_compared_and_a_difference_is_seen_from_both_sides(
    one: TreeNode, other: TreeNode
) -> None:
    assert bool(changes(one, other)) == bool(changes(other, one))
