"use strict";
// Pictures enlarged in place, with their marks; the screen before and after a step; an episode played through.

const FASTEST = 0.5;
const SPEEDS = [["0.5", "fast"], ["1.2", "normal"], ["3", "slow"]];
const VIEWS = [["before", "before"], ["after", "after"], ["difference", "difference"]];
const NARROW = 700; // pixels; below, a picture that fits is no larger than on the page

const player = { box: null, list: [], at: 0, view: "before", actual: false, timer: 0 };

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// The screens of the same column as a picture, or that picture alone.
function screensAround(picture) {
  const side = picture.closest("[data-side]")?.dataset.side;
  const all = [...document.querySelectorAll("figure.screen > .picture")].filter(
    (item) => item.closest("[data-side]")?.dataset.side === side,
  );
  return all.includes(picture) ? all : [picture];
}

function build() {
  const button = (words, act, title = "") => {
    const made = make("button", { type: "button", title: title || words, "aria-label": title || words }, words);
    made.addEventListener("click", act);
    return made;
  };
  const views = make("span", { class: "views", role: "group", "aria-label": "Screen" });
  for (const [name, words] of VIEWS) {
    const made = button(words, () => show(player.at, name));
    made.dataset.view = name;
    views.append(made);
  }
  const mark = button("mark", () => {
    player.box.classList.toggle("unmarked");
    mark.setAttribute("aria-pressed", !player.box.classList.contains("unmarked"));
  }, "show or hide the mark (m)");
  mark.setAttribute("aria-pressed", "true");
  mark.className = "mark-switch";
  const size = button("1:1", () => setSize(!player.actual), "the screen's own pixels (z)");
  size.className = "size-switch";
  const speed = make("select", { "aria-label": "Seconds a step" });
  for (const [value, words] of SPEEDS) speed.append(make("option", { value }, words));
  speed.value = "1.2";
  speed.addEventListener("change", () => player.timer && play());
  const slider = make("input", { type: "range", min: 0, step: 1, "aria-label": "Step" });
  slider.addEventListener("input", () => show(Number(slider.value)));
  const copy = button("copy link", () => copyLink(copy.dataset.copy, copy));
  copy.className = "copy";
  const box = make(
    "dialog",
    { id: "player", "aria-label": "A picture" },
    make(
      "header",
      {},
      make("p", { class: "title" }),
      make("span", { class: "tools" }, views, mark, size, copy),
      button("×", () => box.close(), "close"),
    ),
    make("div", { class: "stage", tabindex: "0" }, make("div", { class: "frame" })),
    make("p", { class: "caption" }),
    make(
      "footer",
      {},
      button("◀", () => show(player.at - 1), "previous (←)"),
      button("▶ play", () => (player.timer ? pause() : play()), "play or pause (space)"),
      button("▶", () => show(player.at + 1), "next (→)"),
      slider,
      speed,
    ),
  );
  box.querySelector("footer").children[1].className = "play-switch";
  box.addEventListener("close", () => {
    pause();
    document.getElementById(player.article)?.scrollIntoView({ block: "nearest" });
  });
  box.addEventListener("keydown", onPlayerKey);
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  return box;
}

function open(picture, playing = false) {
  player.box ??= build();
  player.list = screensAround(picture);
  player.view = "before";
  player.box.showModal();
  player.box.classList.toggle("single", player.list.length < 2);
  setSize(innerWidth < NARROW && !playing, player.list.indexOf(picture));
  if (playing) play();
}

function setSize(actual, at = player.at) {
  player.actual = actual;
  player.box.classList.toggle("actual", actual);
  player.box.querySelector(".size-switch").setAttribute("aria-pressed", actual);
  show(at);
}

function show(at, view = player.view) {
  const { box, list } = player;
  player.at = Math.min(Math.max(at, 0), list.length - 1);
  const picture = list[player.at];
  const after = picture.dataset.after ?? "";
  player.view = after ? view : "before";
  const [image, drawing] = [picture.querySelector("img"), picture.querySelector("svg")];
  const [width, height] = [image.getAttribute("width") || image.naturalWidth, image.getAttribute("height") || image.naturalHeight];
  const frame = box.querySelector(".frame");
  frame.className = `frame ${player.view}`;
  frame.style.setProperty("--ratio", width && height ? width / height : 1.6);
  frame.style.setProperty("--width", `${width || 800}px`);
  const shots = make("div", { class: "shots" }, make("img", { src: picture.href, alt: image.alt, class: "earlier" }));
  if (after) shots.append(make("img", { src: after, alt: "The screen after it", class: "later" }));
  frame.replaceChildren(shots, ...(drawing ? [drawing.cloneNode(true)] : []));
  describe(picture, image);
  for (const item of box.querySelectorAll("[data-view]")) {
    item.setAttribute("aria-pressed", item.dataset.view === player.view);
    item.disabled = !after && item.dataset.view !== "before";
  }
  box.querySelector(".mark-switch").disabled = !drawing;
  const slider = box.querySelector("input[type=range]");
  slider.max = list.length - 1;
  slider.value = player.at;
  aim(drawing);
}

function describe(picture, image) {
  const { box } = player;
  const article = picture.closest("article");
  player.article = article?.id ?? "";
  const words = (selector) => article?.querySelector(selector)?.textContent.trim() ?? "";
  const whole = picture.parentElement.matches("figure.screen");
  const heading = [words("h3 .number"), words("h3 .verb"), words("h3 .on")].filter(Boolean).join(" ");
  const fault = words(".marks .badge.bad");
  box.querySelector(".title").replaceChildren(
    whole && heading ? heading : image.alt,
    ...(whole && fault ? [" ", make("span", { class: "badge bad" }, fault)] : []),
  );
  box.querySelector(".caption").textContent = whole ? words(".thought") || words(".decided .verdict-words") : "";
  const copy = box.querySelector(".copy");
  copy.hidden = !article?.id;
  copy.dataset.copy = `#${player.article}`;
}

// In its own pixels a picture may be larger than the window: its mark comes to the middle.
function aim(drawing) {
  const stage = player.box.querySelector(".stage");
  const target = drawing && player.box.querySelector(".frame .ink > *");
  if (!player.actual || !target) return;
  const [inner, outer] = [target.getBoundingClientRect(), stage.getBoundingClientRect()];
  stage.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  stage.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
}

function play() {
  clearInterval(player.timer);
  if (player.at === player.list.length - 1) show(0, "before");
  const seconds = Math.max(FASTEST, Number(player.box.querySelector("select").value));
  player.timer = setInterval(() => {
    if (player.at >= player.list.length - 1) return pause();
    show(player.at + 1, "before");
  }, seconds * 1000);
  label();
}

function pause() {
  clearInterval(player.timer);
  player.timer = 0;
  label();
}

function label() {
  player.box.querySelector(".play-switch").textContent = player.timer ? "❚❚ pause" : "▶ play";
}

function onPlayerKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("select")) return;
  const press = (selector) => player.box.querySelector(selector).click();
  const turn = () => show(player.at, VIEWS[(VIEWS.findIndex(([name]) => name === player.view) + 1) % VIEWS.length][0]);
  const does = {
    ArrowRight: () => show(player.at + 1),
    ArrowLeft: () => show(player.at - 1),
    j: () => show(player.at + 1),
    k: () => show(player.at - 1),
    " ": () => press(".play-switch"),
    m: () => press(".mark-switch"),
    z: () => press(".size-switch"),
    d: turn,
  }[event.key];
  if (!does) return;
  event.preventDefault();
  event.stopPropagation();
  does();
}

// ---- The address of a step

async function copyLink(anchor, button) {
  const address = new URL(anchor, location.href).href;
  const words = button.textContent;
  try {
    await navigator.clipboard.writeText(address);
    button.textContent = "copied";
  } catch {
    history.replaceState(history.state, "", anchor); // no clipboard for this page: the address bar has it
    button.textContent = "in the address bar";
  }
  setTimeout(() => (button.textContent = words), 1500);
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  const picture = event.target.closest?.("a.picture");
  const copy = event.target.closest?.("main [data-copy]");
  if (event.target.closest?.("[data-play]")) {
    const first = document.querySelector("figure.screen > .picture");
    if (first) open(first, true);
  } else if (copy) copyLink(copy.dataset.copy, copy);
  else if (picture) {
    event.preventDefault();
    open(picture);
  }
});

addEventListener("keydown", (event) => {
  if (event.key !== "v" || event.ctrlKey || event.altKey || event.metaKey) return;
  if (document.querySelector("dialog[open]") || event.target.closest?.("input, select, textarea")) return;
  const picture = "figure.screen > .picture";
  const screen = document.querySelector(`.step.current ${picture}`) ?? document.querySelector(picture);
  if (screen) open(screen);
});
