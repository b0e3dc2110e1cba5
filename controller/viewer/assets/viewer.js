"use strict";
// Keys, filters and news. Without this script every page can be read and walked through.

const typing = (target) => target instanceof Element && target.closest("input, select, textarea, [contenteditable]");
const scrolling = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");

// ---- Steps of an episode

const steps = () => [...document.querySelectorAll(".steps > .step")];
let current = null;

function mark(step) {
  if (!step) return;
  current = step.id;
  for (const other of steps()) other.classList.toggle("current", other === step);
  for (const entry of document.querySelectorAll(".overview ol a, .overview .end")) {
    const here = entry.getAttribute("href") === `#${step.id}`;
    if (!here) entry.removeAttribute("aria-current");
    else if (!entry.hasAttribute("aria-current")) {
      entry.setAttribute("aria-current", "true");
      reveal(entry);
    }
  }
}

// Scrolls the list alone: scrollIntoView would move the page too.
function reveal(entry) {
  const list = entry.closest(".overview");
  if (list.scrollHeight <= list.clientHeight) return;
  const [inner, outer] = [entry.getBoundingClientRect(), list.getBoundingClientRect()];
  const head = list.querySelector("header").offsetHeight;
  if (inner.top < outer.top + head) list.scrollTop -= outer.top + head - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

// The step that crosses a line in the upper part of the window.
function inSight() {
  const height = innerHeight * 0.35;
  let found = null;
  for (const step of steps()) {
    const box = step.getBoundingClientRect();
    if (box.top <= height) found = step;
    else break;
  }
  return found;
}

let chosen = 0; // a chosen step stays the current one until the reader scrolls by hand
function go(step) {
  if (!step) return;
  chosen = 1;
  mark(step);
  step.focus({ preventScroll: true });
  step.scrollIntoView({ behavior: scrolling(), block: "start" });
  history.replaceState(history.state, "", `#${step.id}`);
}

function walk(by) {
  const all = steps();
  const at = all.findIndex((step) => step.id === current);
  if (at < 0) return go(all[0]);
  go(all[Math.min(Math.max(at + by, 0), all.length - 1)]);
}

function nextTrouble() {
  const all = steps();
  const at = all.findIndex((step) => step.id === current);
  const bad = (step) => step.classList.contains("troubled");
  go(all.slice(at + 1).find(bad) || all.find(bad));
}

function watchScrolling() {
  if (!document.querySelector(".steps")) return;
  let due = false;
  const look = () => {
    due = false;
    if (!chosen) mark(inSight());
  };
  const byHand = () => (chosen = 0);
  addEventListener("wheel", byHand, { passive: true });
  addEventListener("touchmove", byHand, { passive: true });
  addEventListener("pointerdown", byHand, { passive: true });
  addEventListener("scroll", () => {
    if (!due) requestAnimationFrame(look);
    due = true;
  }, { passive: true });
  addEventListener("hashchange", () => {
    const step = document.getElementById(location.hash.slice(1));
    if (step?.matches(".step")) {
      chosen = 1;
      mark(step);
    }
  });
  const named = location.hash ? document.getElementById(location.hash.slice(1)) : null;
  if (named?.matches(".step")) {
    chosen = 1;
    mark(named);
  }
}

// ---- Rows of a table: keys move between their links

function walkRows(by) {
  const rows = [...document.querySelectorAll("main tbody tr")].filter((row) => !row.hidden && row.querySelector("a"));
  if (!rows.length) return;
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const to = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1);
  rows[to].querySelector("a").focus();
}

// ---- The filter: rows that have all the words typed

function applyFilter() {
  const field = document.getElementById("filter");
  if (!field?.dataset.filter) return;
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let left = 0;
  const rows = document.querySelectorAll(field.dataset.filter);
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
    left += !row.hidden;
  }
  const count = document.getElementById("filtered");
  if (count) count.textContent = words.length ? `${left} of ${rows.length}` : "";
}

// ---- News of a page that may still change

const follow = (relation) => document.querySelector(`a[rel~="${relation}"]`)?.click();

function say(words) {
  let place = document.getElementById("news");
  if (!place) {
    place = document.createElement("p");
    place.id = "news";
    place.className = "warning";
    place.setAttribute("role", "status");
    document.body.append(place);
  }
  place.textContent = words;
}

// Parts are exchanged whole where they differ; what the reader has opened stays open.
function takeOver(page) {
  const parts = page.querySelectorAll("[data-part], main > [id]");
  for (const part of parts) {
    if (!part.id || part.parentElement.closest("[data-part]")) continue;
    const here = document.getElementById(part.id);
    if (!here) {
      insert(part);
    } else if (part.matches("[data-part]") || !part.querySelector("[data-part]")) {
      if (plain(here) !== part.outerHTML) exchange(here, part);
    }
  }
  document.title = page.title;
}

const written = new WeakMap(); // a part as it came, before the script changed it
const plain = (element) => written.get(element) ?? element.outerHTML;

function adopt(part) {
  const taken = document.importNode(part, true);
  written.set(taken, part.outerHTML);
  return taken;
}

function exchange(here, part) {
  const taken = adopt(part);
  const open = [...here.querySelectorAll("details")].map((item) => item.open);
  taken.querySelectorAll("details").forEach((item, place) => (item.open = open[place] ?? item.open));
  const active = here.contains(document.activeElement) ? document.activeElement : null;
  const address = active?.getAttribute?.("href");
  const scrolled = here.scrollTop;
  const field = active?.matches?.("input") ? [active.id, active.value] : null;
  here.replaceWith(taken);
  taken.scrollTop = scrolled;
  if (active === here) taken.focus({ preventScroll: true });
  else if (address) taken.querySelector(`a[href="${CSS.escape(address)}"]`)?.focus({ preventScroll: true });
  if (field) {
    const again = document.getElementById(field[0]);
    if (again) {
      again.value = field[1];
      again.focus({ preventScroll: true });
    }
  }
}

function insert(part) {
  const parent = part.parentElement.id ? document.getElementById(part.parentElement.id) : document.querySelector("main");
  if (!parent) return;
  let after = part.previousElementSibling;
  while (after && !(after.id && document.getElementById(after.id)?.parentElement === parent)) after = after.previousElementSibling;
  const taken = adopt(part);
  if (after) document.getElementById(after.id).after(taken);
  else parent.prepend(taken);
}

function watchForNews() {
  let every = Number(document.body.dataset.live);
  if (!(every > 0)) return;
  for (const part of document.querySelectorAll("[data-part], main > [id]")) written.set(part, part.outerHTML);
  const look = async () => {
    if (!document.hidden) {
      try {
        const answer = await fetch(location.href.split("#")[0], { cache: "no-cache" });
        if (answer.status === 404) return say("These records are gone; this is what they were.");
        if (!answer.ok) throw new Error(`status ${answer.status}`);
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        takeOver(page);
        applyFilter();
        if (current) mark(document.getElementById(current));
        say("");
        every = Number(page.body.dataset.live);
        if (!(every > 0)) return delete document.body.dataset.live;
      } catch {
        say("The viewer does not answer; this page waits for it.");
      }
    }
    setTimeout(look, every * 1000);
  };
  setTimeout(look, every * 1000);
}

// ---- Keys

const KEYS = [
  ["j →", "next step or row"],
  ["k ←", "step or row before"],
  ["f", "next step with trouble"],
  ["g G", "first step, the end"],
  ["n p", "next episode, the one before"],
  ["u Backspace", "up"],
  ["/", "filter"],
  ["?", "these keys"],
];

function showKeys() {
  let list = document.getElementById("keys");
  if (!list) {
    list = document.createElement("dialog");
    list.id = "keys";
    const title = document.createElement("h2");
    title.textContent = "Keys";
    const rows = document.createElement("dl");
    for (const [keys, words] of KEYS) {
      const [name, meaning] = [document.createElement("dt"), document.createElement("dd")];
      keys.split(" ").forEach((key, place) => {
        const cap = document.createElement("kbd");
        cap.textContent = key;
        name.append(...(place ? [" ", cap] : [cap]));
      });
      meaning.textContent = words;
      rows.append(name, meaning);
    }
    const close = document.createElement("button");
    close.textContent = "Close";
    close.addEventListener("click", () => list.close());
    list.append(title, rows, close);
    document.body.append(list);
  }
  if (!list.open) list.showModal();
}

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (document.querySelector("dialog[open]")) return;
  if (typing(event.target)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const walkable = document.querySelector(".steps") ? walk : walkRows;
  const does = {
    j: () => walkable(1),
    k: () => walkable(-1),
    ArrowRight: () => walkable(1),
    ArrowLeft: () => walkable(-1),
    f: nextTrouble,
    g: () => go(steps()[0]),
    G: () => go(steps().at(-1)),
    n: () => follow("next"),
    p: () => follow("prev"),
    u: () => follow("up"),
    Backspace: () => follow("up"),
    "/": () => document.getElementById("filter")?.focus(),
    "?": showKeys,
  }[event.key];
  if (!does) return;
  event.preventDefault();
  does();
}

// ---- Beginning

addEventListener("keydown", onKey);
document.getElementById("filter")?.addEventListener("input", applyFilter);
applyFilter();
watchForNews();
watchScrolling();
const hint = document.createElement("button");
hint.className = "hint muted";
hint.textContent = "? keys";
hint.addEventListener("click", showKeys);
document.body.append(hint);
