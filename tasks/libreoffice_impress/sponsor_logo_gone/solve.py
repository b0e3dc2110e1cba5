from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

IMPRESS = "osworld_mcp_libreoffice_impress"
SAVE = ToolCall(name=f"{IMPRESS}.save")
PICTURES = "/home/user/Pictures"
LAST = 3


def wrong_logo_for_the_web(_guest: Guest) -> Solution:
    yield insert("brewer-cycles-night.png")
    yield SAVE


def wrong_old_logo_and_given_up(_guest: Guest) -> Solution:
    yield insert("brewer-cycles-red.png")
    yield SAVE
    yield Terminate(status="failure", answer="I took the red logo, since the light one is missing.")


def wrong_logo_made_up(guest: Guest) -> Solution:
    guest.run(["cp", f"{PICTURES}/brewer-cycles-night.png", f"{PICTURES}/brewer-cycles-blue.png"])
    yield insert("brewer-cycles-blue.png")
    yield SAVE


def wrong_claimed_success(_guest: Guest) -> Solution:
    yield ToolCall(name=f"{IMPRESS}.goto_slide", arguments={"slide_index": LAST})


def insert(logo: str) -> ToolCall:
    arguments = {"slide_index": LAST, "image_path": f"{PICTURES}/{logo}"}
    return ToolCall(name=f"{IMPRESS}.insert_image", arguments=arguments)
