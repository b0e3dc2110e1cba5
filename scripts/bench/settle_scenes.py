"""The actions that `settle.py` records: for each application what it opens, what comes before, what is recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.core.guest import HOME

WEB = "http://127.0.0.1:8123"
SERVER = f"{HOME}/.bench_server.py"
SERVER_PROGRAM = '''
"""Serves the bench's pages; /slow/SECONDS answers after so long."""
import http.server, time

class Handler(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        if self.path.startswith("/slow/"):
            time.sleep(float(self.path.removeprefix("/slow/")))
            self.path = "/second.html"
        super().do_GET()

    def log_message(self, *_):
        pass

http.server.ThreadingHTTPServer(("127.0.0.1", 8123), Handler).serve_forever()
'''
LEFT, TOP = 76, 118
"""Where the page begins on the screen, in pixels."""
STYLE = (
    "<!doctype html><meta charset=utf-8><style>body{margin:0;font:20px sans-serif}body>*{position:absolute}"
)
CONTROLS = (
    STYLE
    + """
#fade{left:500px;top:300px;width:400px;height:200px;background:gold;opacity:0;transition:opacity .4s}
#slide{left:500px;top:40px;width:300px;height:0;background:teal;transition:height .3s}
#box{left:40px;top:480px;width:80px;height:80px;background:tomato}
#spin{left:600px;top:250px;width:32px;height:32px;border:6px solid #ccc;border-top-color:#06c;border-radius:50%;
animation:turn 1s linear infinite;display:none}@keyframes turn{to{transform:rotate(360deg)}}
</style>
<button style="left:40px;top:40px" onclick="out.textContent='clicked '+ ++n">count</button>
<p id=out style="left:200px;top:20px">0</p>
<button style="left:40px;top:100px" onclick="fade.style.opacity=1">fade</button><div id=fade></div>
<button style="left:40px;top:160px" onclick="slide.style.height='200px'">slide</button><div id=slide></div>
<button style="left:40px;top:220px" onclick="alert('an alert')">alert</button>
<button style="left:40px;top:280px" onclick="work()">work</button><div id=spin></div>
<p id=done style="left:560px;top:320px"></p>
<select style="left:40px;top:340px"><option>one<option>two<option>three</select>
<input style="left:40px;top:400px">
<button style="left:200px;top:280px" title="A tooltip with some words">hover</button>
<a style="left:200px;top:100px" href=second.html>link</a>
<a style="left:200px;top:160px" href=/slow/0.3>slow</a>
<a style="left:200px;top:220px" href=/slow/1>slower</a>
<div id=box></div>
<script>let n=0,held=false;
function work(){spin.style.display='block';setTimeout(()=>{spin.style.display='none';done.textContent='done'},1200)}
box.onmousedown=()=>held=true;onmouseup=()=>held=false;
onmousemove=e=>{if(held){box.style.left=e.clientX-40+'px';box.style.top=e.clientY-40+'px'}}</script>"""
)
SECOND = (
    STYLE
    + "</style><h1>The second page</h1>"
    + "".join(
        f"<p style='top:{60 + 25 * line}px'>Line {line} of a page with many lines of text</p>"
        for line in range(200)
    )
)
MOTION = (
    STYLE
    + """
canvas{left:500px;top:60px;background:black}
.all{left:0;top:0;width:100%;height:100%;z-index:-1;
background:repeating-linear-gradient(45deg,#fff 0 40px,#def 40px 80px);
background-size:200% 200%;animation:move 2s linear infinite}@keyframes move{to{background-position:113px 0}}
</style><button style="left:40px;top:40px" onclick="on=!on;draw()">video</button>
<button style="left:40px;top:100px" onclick="back.className='all'">page</button><div id=back></div>
<button style="left:40px;top:160px" onclick="out.textContent='clicked '+ ++n">count</button>
<p id=out style="left:40px;top:220px">0</p>
<button style="left:40px;top:300px" onclick="setTimeout(()=>out.textContent='late '+ ++n,250)">late</button>
<canvas id=c width=480 height=320></canvas>
<script>let on=false,n=0;const d=c.getContext('2d');
function draw(){if(!on)return;const t=performance.now()/1000;for(let y=0;y<20;y++)for(let x=0;x<30;x++){
d.fillStyle=`hsl(${(x*12+y*9+t*200)%360} 80% 50%)`;d.fillRect(x*16,y*16,16,16)}setTimeout(draw,40)}</script>"""
)
FILES: Mapping[str, str] = {
    "controls.html": CONTROLS,
    "second.html": SECOND,
    "motion.html": MOTION,
    "long.txt": "\n".join(f"line {line} of the text" for line in range(500)),
    "rows.csv": "\n".join(f"{row},row {row},{row * row}" for row in range(5000)),
}
CLIP = f"{HOME}/clip.avi"
CLIP_COMMAND = [
    "ffmpeg", "-loglevel", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=480x320:rate=25:duration=120",
    "-c:v", "mpeg4", "-q:v", "5", CLIP,
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a guest's tool."""

    tool: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Scene:
    """One recorded action, and the calls that bring the screen there."""

    name: str
    action: Call
    before: tuple[Call, ...] = ()
    seconds: float = 3.5
    """How long it is recorded; the screen shows its final state well before."""


@dataclass(frozen=True, slots=True)
class SceneGroup:
    """Scenes that are played in order in one application, opened with files or addresses; "" opens none."""

    app: str
    scenes: tuple[Scene, ...]
    files: tuple[str, ...] = field(default=())
    title: str = ""


def keys(*names: str) -> Call:
    return Call("computer.key", {"keys": list(names)})


def text(characters: str) -> Call:
    return Call("computer.type", {"text": characters})


def click(x: int, y: int, button: str = "left") -> Call:
    return Call("computer.click", {"x": x, "y": y, "button": button})


def move(x: int, y: int) -> Call:
    return Call("computer.mouse_move", {"x": x, "y": y})


def scroll(x: int, y: int, dy: int) -> Call:
    return Call("computer.scroll", {"x": x, "y": y, "dy": dy})


def drag(*points: tuple[int, int]) -> Call:
    return Call("computer.drag", {"path": [{"x": x, "y": y} for x, y in points]})


def on_page(x: int, y: int) -> tuple[int, int]:
    return LEFT + x, TOP + y


def page(name: str) -> tuple[Call, ...]:
    return keys("ctrl", "l"), text(f"{WEB}/{name}\n")


ESCAPE = keys("Escape")
CHROME = SceneGroup(
    "google_chrome",
    (
        Scene("chrome button", click(*on_page(60, 52)), page("controls.html")),
        Scene("chrome fade in", click(*on_page(60, 112))),
        Scene("chrome slide down", click(*on_page(60, 172))),
        Scene("chrome spinner, then text", click(*on_page(60, 292)), seconds=4.5),
        Scene("chrome drop-down", click(*on_page(70, 352))),
        Scene("chrome drop-down chosen", keys("Return"), (keys("Down"),)),
        Scene("chrome text field", click(*on_page(100, 412))),
        Scene("chrome typing", text("Some words")),
        Scene("chrome tooltip", move(*on_page(225, 292))),
        Scene("chrome dragged box", drag(on_page(80, 520), on_page(350, 520))),
        Scene("chrome context menu", click(*on_page(900, 550), "right")),
        Scene("chrome context menu closed", ESCAPE),
        Scene("chrome alert", click(*on_page(60, 232))),
        Scene("chrome alert closed", keys("Return")),
        Scene("chrome link", click(*on_page(215, 112))),
        Scene("chrome back", keys("alt", "Left")),
        Scene("chrome link, 0.3 s", click(*on_page(215, 172)), page("controls.html")),
        Scene("chrome link, 1 s", click(*on_page(215, 232)), page("controls.html"), seconds=4.5),
        Scene("chrome scroll by 3", scroll(*on_page(600, 300), 3), page("second.html")),
        Scene("chrome scroll by 15", scroll(*on_page(600, 300), 15)),
        Scene("chrome page down", keys("Next")),
        Scene("chrome find bar", keys("ctrl", "f")),
        Scene("chrome find", text("Line 19")),
        Scene("chrome reload", keys("F5"), (ESCAPE,)),
        Scene("chrome new tab", keys("ctrl", "t")),
        Scene("chrome tab closed", keys("ctrl", "w")),
        Scene("chrome menu", keys("alt", "f")),
    ),
    (f"{WEB}/controls.html",),
    "Chromium",
)
MOVING = SceneGroup(
    "google_chrome",
    (
        Scene("video starts", click(*on_page(70, 52))),
        Scene("button beside a video", click(*on_page(70, 172))),
        Scene("late answer beside a video", click(*on_page(60, 312))),
        Scene("menu over a video", click(*on_page(700, 200), "right")),
        Scene("menu over a video closed", ESCAPE),
        Scene("video stops", click(*on_page(70, 52))),
        Scene("animated page starts", click(*on_page(70, 112))),
        Scene("button on an animated page", click(*on_page(70, 172))),
        Scene("away from an animated page", keys("Return"), (keys("ctrl", "l"), text(f"{WEB}/second.html"))),
    ),
    (f"{WEB}/motion.html",),
    "Chromium",
)
EDITOR = SceneGroup(
    "text_editor",
    (
        Scene("editor typing", text("some words and more")),
        Scene("editor page down", keys("Next")),
        Scene("editor end", keys("ctrl", "End")),
        Scene("editor scroll", scroll(640, 400, -6)),
        Scene("editor find bar", keys("ctrl", "f")),
        Scene("editor menu", keys("F10"), (ESCAPE,)),
        Scene("editor save as", keys("ctrl", "shift", "s"), (ESCAPE,)),
        Scene("editor save as cancelled", ESCAPE),
        Scene("editor select all", keys("ctrl", "a")),
        Scene("editor save", keys("ctrl", "s")),
    ),
    (f"{HOME}/long.txt",),
    "long.txt",
)
MANAGER = SceneGroup(
    "files",
    (
        Scene("files folder", keys("Return"), (keys("Home"),)),
        Scene("files back", keys("alt", "Left")),
        Scene("files context menu", click(1000, 600, "right")),
        Scene("files context menu closed", ESCAPE),
        Scene("files sidebar", click(320, 286)),
        Scene("files address", keys("ctrl", "l")),
        Scene("files tooltip", move(859, 124), (ESCAPE, move(700, 400))),
        Scene("files rubber band", drag((1000, 600), (600, 400))),
    ),
    title="Home",
)
CALC = SceneGroup(
    "libreoffice_calc",
    (
        Scene("calc import", keys("Return"), seconds=8),
        Scene("calc cell", text("12.5\n")),
        Scene("calc end", keys("ctrl", "End")),
        Scene("calc menu", keys("alt", "f")),
        Scene("calc menu closed", ESCAPE),
        Scene("calc cell format", keys("ctrl", "1"), (ESCAPE,), seconds=4.5),
        Scene("calc cell format closed", ESCAPE),
        Scene("calc scroll", scroll(600, 450, -10)),
        Scene("calc selected cells", drag((250, 350), (500, 500))),
        Scene("calc bold", keys("ctrl", "b")),
        Scene("calc save, format dialog", keys("ctrl", "s"), seconds=4.5),
        Scene("calc slow save", keys("Return"), seconds=5),
    ),
    (f"{HOME}/rows.csv",),
    "Text Import",
)
PLAYER = SceneGroup(
    "vlc",
    (
        Scene("vlc plays", keys("space"), (keys("space"),), seconds=4),
        Scene("vlc dialog over video", keys("ctrl", "n"), seconds=4),
        Scene("vlc dialog closed", ESCAPE, seconds=4),
        Scene("vlc menu over video", keys("alt", "m"), seconds=4),
        Scene("vlc menu closed", ESCAPE, seconds=4),
        Scene("vlc stops", keys("s"), seconds=4),
    ),
    (CLIP,),
    "clip.avi",
)
SHELL = SceneGroup(
    "",
    (
        Scene("shell calendar", click(677, 16)),
        Scene("shell calendar closed", ESCAPE),
        Scene("shell system menu", click(1240, 16)),
        Scene("shell system menu closed", ESCAPE),
        Scene("shell overview", click(56, 16)),
        Scene("shell overview closed", ESCAPE),
        Scene("shell context menu", click(600, 500, "right")),
        Scene("shell context menu closed", ESCAPE),
        Scene("shell run dialog", keys("alt", "F2")),
        Scene("shell run dialog closed", ESCAPE),
    ),
)
TERMINAL = SceneGroup(
    "terminal",
    (
        Scene("terminal list", text("ls /usr/bin | head -100\n")),
        Scene("terminal late output", text("sleep 0.3; ls /\n")),
        Scene("terminal cleared", keys("ctrl", "l")),
    ),
    title="user@",
)
GROUPS: Mapping[str, SceneGroup] = {
    "chrome": CHROME,
    "moving": MOVING,
    "editor": EDITOR,
    "files": MANAGER,
    "calc": CALC,
    "vlc": PLAYER,
    "shell": SHELL,
    "terminal": TERMINAL,
}
