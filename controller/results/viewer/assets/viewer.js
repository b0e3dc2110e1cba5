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
  const bad = (step) => step.classList.contains("problematic");
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
  const rows = [...document.querySelectorAll("main table:not(.grid) tbody tr")].filter((row) => !row.hidden && row.querySelector("a"));
  if (!rows.length) return;
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const to = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1);
  rows[to].querySelector("a").focus();
}

// ---- Filters: rows that have the words typed and are of the kinds chosen

const form = () => document.querySelector("form.filters");
// A page that was made for a choice has no other rows; there the form asks for another page.
const chosenByServer = () => form()?.hasAttribute("data-chosen");
const fields = () => [...(form()?.elements ?? [])].filter((field) => field.name);

function applyFilter() {
  const field = document.getElementById("filter");
  if (!field || chosenByServer()) return;
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const kinds = [...form().querySelectorAll("select")].filter((select) => select.value);
  const rows = [...document.querySelectorAll(field.dataset.filter)];
  let left = 0;
  for (const row of rows) {
    const text = row.dataset.text ?? row.textContent.toLowerCase();
    const fits = words.every((word) => text.includes(word))
      && kinds.every((kind) => (row.dataset[kind.name] ?? "").split(" ").includes(kind.value));
    row.hidden = !fits;
    left += fits;
  }
  for (const group of document.querySelectorAll("[data-group]")) {
    group.hidden = !group.querySelector("tbody tr:not([hidden])") && (words.length > 0 || kinds.length > 0);
  }
  const shown = document.getElementById("shown");
  if (shown) shown.textContent = shown.textContent.replace(/^[\d,]+/, left.toLocaleString("en"));
}

// The address has the choice, so that a link or a reload shows the same rows.
function keepInAddress() {
  const address = new URL(location.href);
  for (const field of fields()) {
    if (field.value) address.searchParams.set(field.name, field.value);
    else address.searchParams.delete(field.name);
  }
  history.replaceState(history.state, "", address);
}

function takeFromAddress() {
  const asked = new URLSearchParams(location.search);
  for (const field of fields()) if (asked.get(field.name)) field.value = asked.get(field.name);
}

function watchFilters() {
  for (const hidden of document.querySelectorAll("form[data-script]")) hidden.hidden = false;
  if (!chosenByServer()) takeFromAddress();
  document.addEventListener("input", (event) => {
    if (!event.target.closest?.("form.filters") || chosenByServer()) return;
    applyFilter();
    keepInAddress();
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches?.("form.filters select") && chosenByServer()) form().requestSubmit();
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form.filters") || chosenByServer()) return;
    event.preventDefault();
    applyFilter();
  });
}

// ---- Sorting: a click on a column's head

const order = new Map(); // by table, as its place on the page: column and direction
const tables = () => [...document.querySelectorAll("table")];
const valueOf = (row, column) => {
  const cell = row.cells[column];
  return cell?.dataset.value ?? cell?.textContent.trim() ?? "";
};

function sortTable(table, column, down) {
  const body = table.tBodies[0];
  if (!body) return;
  const rows = [...body.rows].map((row, place) => ({ row, place, value: valueOf(row, column) }));
  rows.sort((a, b) => {
    const [x, y] = [Number(a.value || NaN), Number(b.value || NaN)];
    const numbers = !Number.isNaN(x) && !Number.isNaN(y);
    const found = numbers ? x - y : a.value.localeCompare(b.value, undefined, { numeric: true });
    return (down ? -found : found) || a.place - b.place;
  });
  body.append(...rows.map((item) => item.row));
  [...table.tHead.rows[0].cells].forEach((head, place) => {
    if (place === column) head.setAttribute("aria-sort", down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  });
}

function watchHeads() {
  for (const head of document.querySelectorAll("th[data-sort]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...head.childNodes);
    head.append(button);
  }
  document.addEventListener("click", (event) => {
    const head = event.target.closest?.("th[data-sort]");
    if (!head) return;
    const table = head.closest("table");
    const column = head.cellIndex;
    const down = head.getAttribute("aria-sort") === "ascending"
      || (!head.hasAttribute("aria-sort") && head.classList.contains("num"));
    order.set(tables().indexOf(table), [column, down]);
    sortTable(table, column, down);
  });
}

function sortAgain() {
  tables().forEach((table, place) => {
    if (order.has(place)) sortTable(table, ...order.get(place));
  });
}

// ---- Cells with their column's heading, which a phone shows before each

function nameCells() {
  for (const table of document.querySelectorAll(".scroll > table:not(.matrix)")) {
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])].map((head) => head.textContent.trim());
    if (!heads.length) continue;
    table.classList.add("named");
    for (const row of table.querySelectorAll("tbody tr")) {
      [...row.cells].forEach((cell, place) => heads[place] && cell.setAttribute("data-head", heads[place]));
    }
  }
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

// What differs between the page as it came and as it comes now is changed in the page that is shown. So what
// the reader did to the rest of it stays: what is opened, chosen, typed, sorted.
function update(here, before, now) {
  if (before.isEqualNode(now)) return;
  if (!now.querySelector("[id]") || !alike(here, before, now)) return exchange(here, now);
  for (const { name, value } of now.attributes) {
    if (before.getAttribute(name) !== value) here.setAttribute(name, value);
  }
  for (const { name } of before.attributes) if (!now.hasAttribute(name)) here.removeAttribute(name);
  const [shown, old] = [nameless(here), nameless(before)];
  nameless(now).forEach((child, place) => update(shown[place], old[place], child));
  for (const child of now.children) {
    if (!child.id) continue;
    const known = [...before.children].find((other) => other.id === child.id);
    const place = document.getElementById(child.id);
    if (place && known) update(place, known, child);
    else if (place) exchange(place, child);
    else insert(here, child);
  }
  for (const child of before.children) {
    if (child.id && ![...now.children].some((other) => other.id === child.id)) {
      document.getElementById(child.id)?.remove();
    }
  }
}

const nameless = (element) => [...element.children].filter((child) => !child.id);
const ownText = (element) =>
  [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data).join("\n");

function alike(here, before, now) {
  const count = nameless(now).length;
  return nameless(here).length === count && nameless(before).length === count && ownText(before) === ownText(now);
}

function exchange(here, now) {
  const taken = document.importNode(now, true);
  const open = [...here.querySelectorAll("details")].map((item) => item.open);
  taken.querySelectorAll("details").forEach((item, place) => (item.open = open[place] ?? item.open));
  const active = here.contains(document.activeElement) ? document.activeElement : null;
  const address = active?.getAttribute("href");
  here.replaceWith(taken);
  if (active === here) taken.focus({ preventScroll: true });
  else if (address) taken.querySelector(`a[href="${CSS.escape(address)}"]`)?.focus({ preventScroll: true });
}

function insert(here, child) {
  const taken = document.importNode(child, true);
  let before = child.previousElementSibling;
  while (before && !(before.id && document.getElementById(before.id)?.parentElement === here)) {
    before = before.previousElementSibling;
  }
  if (before) document.getElementById(before.id).after(taken);
  else if (child.previousElementSibling) here.append(taken);
  else here.prepend(taken);
}

function watchForNews(main) {
  let every = Number(document.body.dataset.live);
  if (!(every > 0)) return;
  const source = location.href.split("#")[0]; // a choice made since then is not the server's
  let before = main;
  let text = "";
  const look = async () => {
    if (!document.hidden) {
      try {
        const answer = await fetch(source, { cache: "no-cache" });
        if (answer.status === 404) return say("These records were removed; this is their last state.");
        if (!answer.ok) throw new Error(`status ${answer.status}`);
        const came = await answer.text();
        if (came !== text) {
          text = came;
          const page = new DOMParser().parseFromString(came, "text/html");
          const now = page.querySelector("main");
          update(document.querySelector("main"), before, now);
          before = now;
          document.title = page.title;
          nameCells();
          sortAgain();
          applyFilter();
          if (current) mark(document.getElementById(current));
          every = Number(page.body.dataset.live);
          if (!(every > 0)) return delete document.body.dataset.live;
        }
        say("");
      } catch {
        say("The viewer does not respond; the page retries.");
      }
    }
    setTimeout(look, every * 1000);
  };
  setTimeout(look, every * 1000);
}

// ---- Keys

const KEYS = [
  ["j →", "next step or row"],
  ["k ←", "previous step or row"],
  ["f", "next step with a problem"],
  ["v", "enlarge the step's screen; there d: difference, m: mark, space: play"],
  ["g G", "first step, end"],
  ["n p", "next, previous episode"],
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

// In a document that is never shown, so that its pictures are not fetched.
const asItCame = document.implementation.createHTMLDocument("").importNode(document.querySelector("main"), true);
document.documentElement.classList.add("has-script");
addEventListener("keydown", onKey);
nameCells();
watchHeads();
watchFilters();
applyFilter();
watchForNews(asItCame);
watchScrolling();
const hint = document.createElement("button");
hint.className = "hint muted";
hint.textContent = "? keys";
hint.addEventListener("click", showKeys);
document.body.append(hint);
