from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else

FUNCTIONS = "Documents/queries/functions.scm"
QUERY = """
(function_declaration
    name: (identifier) @function.name
    parameters: (parameter_list) @function.params
    body: (block) @function.body) @function.def

(method_declaration
    name: (field_identifier) @method.name
    parameters: (parameter_list) @method.params
    body: (block) @method.body) @method.def
"""


@judged
def check(guest: GuestView) -> Score:
    written = read_text(guest, f"/home/user/{FUNCTIONS}")
    return Score.all_of(
        claim("functions.scm has the query of the template", written.split() == QUERY.split(), written[:300]),
        nothing_else(guest, may_add(FUNCTIONS)),
    )
