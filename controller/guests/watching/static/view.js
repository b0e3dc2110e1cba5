// The page of `testbed guest view`: one guest's screen, by noVNC over a WebSocket of this server.
import RFB from "/novnc/core/rfb.js";

const part = (id) => document.getElementById(id);
let screen = null;

function show(heading, text, button, asksPassword = false) {
  document.title = `${heading}: testbed`;
  part("heading").textContent = heading;
  part("text").textContent = text;
  part("button").textContent = button;
  part("password").hidden = !asksPassword;
  part("password").value = "";
  if (!part("message").open) part("message").showModal();
  (asksPassword ? part("password") : part("button")).focus();
}

// What the server says of the guest; null when this browser has no session, undefined when nobody answers.
async function session(password) {
  const posted = { method: "POST", body: JSON.stringify({ password }) };
  try {
    const answer = await fetch("/session", password === undefined ? {} : posted);
    return answer.ok ? await answer.json() : null;
  } catch {
    return undefined;
  }
}

async function enter(password) {
  const about = await session(password);
  if (about === undefined) {
    ended();
  } else if (about === null) {
    const text = password === undefined
      ? "Type the password that testbed guest view has printed."
      : "This password is wrong or was used before. Type the one printed last.";
    show("A password opens this view once", text, "Open", true);
  } else {
    connect(about);
  }
}

function connect(about) {
  document.title = `${about.guest}: testbed`;
  part("watching").hidden = !about.viewOnly;
  part("message").close();
  let refusal = "";
  let wasConnected = false;
  screen = new RFB(part("screen"), `ws://${location.host}/screen`);
  screen.scaleViewport = true;
  screen.viewOnly = about.viewOnly;
  screen.background = "#16181d";
  screen.qualityLevel = 8;
  screen.addEventListener("connect", () => {
    wasConnected = true;
    document.body.dataset.state = "connected";
    screen.focus();
  });
  screen.addEventListener("securityfailure", (event) => { refusal = event.detail.reason ?? ""; });
  screen.addEventListener("disconnect", async () => {
    screen = null;
    document.body.dataset.state = "disconnected";
    if (await session() === undefined) {
      ended();
    } else {
      const text = refusal || `The connection to ${about.guest} broke.`;
      show(wasConnected ? "Connection lost" : "No connection", text, "Connect again");
    }
  });
}

function ended() {
  document.body.dataset.state = "disconnected";
  show("The view has ended", "The guest has stopped, or testbed guest view was closed.", "Connect again");
}

part("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = part("password");
  enter(typed.hidden ? undefined : typed.value.trim());
});
part("message").addEventListener("cancel", (event) => event.preventDefault());

const given = new URLSearchParams(location.hash.slice(1)).get("password") ?? undefined;
history.replaceState(null, "", location.pathname);
enter(given);
