// Answers requests on a socket of its own, one JSON object a line:
//   {"id": 1, "method": "state", "params": {...}}  ->  {"id": 1, "result": ...} or {"id": 1, "error": "..."}
// One extension host serves one window, so one socket is one window.
"use strict";

const fs = require("fs");
const net = require("net");
const os = require("os");
const path = require("path");
const vscode = require("vscode");
const { LITERAL, anyCase, foundFiles, isFile, listed, matchesIn, normalised } = require("./matches");
const { location } = require("./location");
const { replaceInEditor, replaceInFiles, replaceInNotebook } = require("./replacing");

const LINE_LIMIT = 1 << 20;
const runtimeDir = process.env.XDG_RUNTIME_DIR || path.join("/run/user", String(os.userInfo().uid));
const socketPath = path.join(runtimeDir, "testbed-code", `${process.pid}.sock`);

let focusedAt = 0;
let server;

function activate(context) {
  if (vscode.window.state.focused) focusedAt = Date.now();
  context.subscriptions.push(
    vscode.window.onDidChangeWindowState((state) => {
      if (state.focused) focusedAt = Date.now();
    }),
  );
  fs.mkdirSync(path.dirname(socketPath), { recursive: true, mode: 0o700 });
  fs.rmSync(socketPath, { force: true });
  server = net.createServer(serve);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(socketPath, () => {
      fs.chmodSync(socketPath, 0o600);
      resolve();
    });
  });
}

function deactivate() {
  if (server) server.close();
  fs.rmSync(socketPath, { force: true });
}

function serve(socket) {
  let pending = "";
  socket.setEncoding("utf8");
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    pending += chunk;
    if (pending.length > LINE_LIMIT) {
      socket.destroy();
      return;
    }
    const lines = pending.split("\n");
    pending = lines.pop();
    for (const line of lines) answer(socket, line);
  });
}

async function answer(socket, line) {
  let id = null;
  let reply;
  try {
    const request = JSON.parse(line);
    id = request.id;
    const method = methods[request.method];
    if (!method) throw new Error(`unknown method ${request.method}`);
    const result = await method(request.params || {});
    reply = { id, result: result === undefined ? null : result };
  } catch (error) {
    reply = { id, error: String((error && error.message) || error) };
  }
  if (!socket.destroyed) socket.write(JSON.stringify(reply) + "\n");
}

function tabPaths(tab) {
  const input = tab.input || {};
  if (input.modified) return [location(input.original), location(input.modified)];
  return input.uri ? [location(input.uri)] : [];
}

// Of a comparison one side has the keyboard: the one that is replaced in.
async function openFindWidget(text, replacement) {
  await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
  const editor = vscode.window.activeTextEditor;
  if (!editor) throw new Error("no file is open in an editor; open one with osworld_mcp_code.goto_file");
  const options = { ...LITERAL, searchString: text, replaceString: replacement, findInSelection: false };
  // The widget takes its text from the selection while it has none of its own, hence twice.
  for (let times = 0; times < 2; times++)
    await vscode.commands.executeCommand("editor.actions.findWithArgs", options);
  return editor;
}

function configured(key, scope) {
  const configuration = vscode.workspace.getConfiguration(undefined, scope);
  return { ...configuration.inspect(key), effective: configuration.get(key) };
}

async function opened(file) {
  try {
    return await vscode.workspace.openTextDocument(vscode.Uri.file(file));
  } catch (error) {
    const cause = /binary/i.test(error.message)
      ? "is no text file"
      : /50MB/.test(error.message)
        ? "is larger than 50 MB"
        : "cannot be opened as text";
    throw new Error(`${file} ${cause}; osworld_mcp_code.launch_vscode may show it`);
  }
}

const methods = {
  // The editor layout comes from the window itself: an answer proves that a window is attached.
  async state() {
    const layout = await vscode.commands.executeCommand("vscode.getEditorLayout");
    const editor = vscode.window.activeTextEditor;
    return {
      command_socket: process.env.VSCODE_IPC_HOOK_CLI,
      focused: vscode.window.state.focused,
      focused_at: focusedAt,
      folders: (vscode.workspace.workspaceFolders || []).map((folder) => location(folder.uri)),
      workspace_file: location(vscode.workspace.workspaceFile),
      layout,
      groups: vscode.window.tabGroups.all.map((group) => ({
        column: group.viewColumn,
        active: group.isActive,
        tabs: group.tabs.map((tab) => ({
          label: tab.label,
          paths: tabPaths(tab),
          active: tab.isActive,
          dirty: tab.isDirty,
        })),
      })),
      editor: editor && {
        path: location(editor.document.uri),
        line: editor.selection.active.line + 1,
        character: editor.selection.active.character + 1,
        dirty: editor.document.isDirty,
      },
    };
  },

  async get_setting({ key }) {
    const found = configured(key);
    return {
      user: found.globalValue,
      workspace: found.workspaceValue,
      effective: found.effective,
      languages: found.languageIds || [],
      folders: (vscode.workspace.workspaceFolders || []).map((folder) => {
        const { workspaceFolderValue, effective } = configured(key, folder.uri);
        return { path: location(folder.uri), value: workspaceFolderValue, effective };
      }),
    };
  },

  // By the address at which the window itself keeps its settings: only of that does it notice a change.
  async write_settings({ path: file, text }) {
    const uri = vscode.Uri.from({ scheme: "vscode-remote", path: file });
    await vscode.workspace.fs.writeFile(uri, Buffer.from(text, "utf8"));
  },

  async show({ path: file, line, character }) {
    const document = await opened(file);
    if (line > document.lineCount)
      throw new Error(`${file} has only ${document.lineCount} lines; the cursor was not moved`);
    const { length } = document.lineAt(line - 1).text;
    if (character > length + 1)
      throw new Error(`line ${line} of ${file} has only ${length} characters; the cursor was not moved`);
    const position = new vscode.Position(line - 1, character - 1);
    if (!document.validatePosition(position).isEqual(position))
      throw new Error(`character ${character} of line ${line} is the second half of a character; give ${character - 1}`);
    await vscode.window.showTextDocument(document, {
      preview: false,
      selection: new vscode.Range(position, position),
    });
  },

  // `identical` is null when the files on the disk are what is compared.
  async compare({ left, right }) {
    await vscode.commands.executeCommand(
      "vscode.diff",
      vscode.Uri.file(left),
      vscode.Uri.file(right),
      undefined,
      { preview: false },
    );
    const documents = [left, right].map((file) => vscode.workspace.textDocuments.find(isFile(file)));
    if (!documents.every(Boolean) || !documents.some((document) => document.isDirty)) return null;
    return normalised(documents[0]) === normalised(documents[1]);
  },

  async find({ text, lines }) {
    const { notebook } = vscode.window.activeNotebookEditor || {};
    if (notebook)
      throw new Error(
        `${location(notebook.uri)} is a notebook, whose cells have lines of their own; search its file with ` +
          "all_files=true",
      );
    const { document } = await openFindWidget(text);
    const found = matchesIn(document, text).map((range) => range.start.line + 1);
    return { file: location(document.uri), ...listed(found, lines) };
  },

  async replace({ text, replacement }) {
    const { notebook } = vscode.window.activeNotebookEditor || {};
    if (notebook)
      return { file: location(notebook.uri), ...(await replaceInNotebook(notebook, text, replacement)) };
    const { document } = vscode.window.activeTextEditor || (await openFindWidget(text));
    if (!matchesIn(document, text).length) return { file: location(document.uri), matches: 0 };
    const editor = await openFindWidget(text, replacement);
    return { file: location(document.uri), ...(await replaceInEditor(editor, text, replacement)) };
  },

  async find_in_files({ text, replacement }) {
    await vscode.commands.executeCommand("search.action.clearSearchResults");
    await vscode.commands.executeCommand("workbench.action.findInFiles", {
      ...LITERAL,
      query: anyCase(text),
      ...(replacement === null ? {} : { replace: replacement }),
      filesToInclude: "",
      filesToExclude: "",
      onlyOpenEditors: false,
      useExcludeSettingsAndIgnoreFiles: true,
      triggerSearch: true,
    });
  },

  async found_in_files({ files, lines }) {
    const found = await foundFiles();
    return {
      matches: found.reduce((sum, { numbers }) => sum + numbers.length, 0),
      files: found.slice(0, files).map(({ file, numbers }) => ({ file, ...listed(numbers, lines) })),
      files_left_out: Math.max(0, found.length - files),
    };
  },

  async replace_in_files({ text, replacement }) {
    return replaceInFiles(await foundFiles(), text, replacement);
  },

  // Answers when the change is made. Becoming a workspace of several folders reloads the window, which
  // ends this extension host and its connections.
  async set_folders({ add, remove }) {
    const folders = vscode.workspace.workspaceFolders || [];
    const at = remove ? folders.findIndex((folder) => folder.uri.path === remove) : folders.length;
    if (at < 0) throw new Error(`${remove} is not a folder of this window`);
    const added = add ? [{ uri: vscode.Uri.file(add) }] : [];
    const changed = new Promise((resolve) => {
      const listening = vscode.workspace.onDidChangeWorkspaceFolders(() => {
        listening.dispose();
        resolve();
      });
    });
    if (!vscode.workspace.updateWorkspaceFolders(at, remove ? 1 : 0, ...added))
      throw new Error("the window refused the change of its folders");
    await changed;
  },

  async install_vsix({ path: file }) {
    await vscode.commands.executeCommand("workbench.extensions.installExtension", vscode.Uri.file(file));
  },

  async install_id({ id, pre_release: preRelease }) {
    await vscode.commands.executeCommand("workbench.extensions.installExtension", id, {
      installPreReleaseVersion: preRelease,
    });
  },

  async uninstall({ id }) {
    await vscode.commands.executeCommand("workbench.extensions.uninstallExtension", id);
  },

  async restart_extensions() {
    await vscode.commands.executeCommand("workbench.action.restartExtensionHost");
  },

  // Whether this VS Code was built with a service that settings can be synchronized with.
  async sync_service() {
    const product = JSON.parse(fs.readFileSync(path.join(vscode.env.appRoot, "product.json"), "utf8"));
    return Boolean(product["configurationSync.store"]);
  },

  async themes() {
    return vscode.extensions.all.flatMap((extension) =>
      ((extension.packageJSON.contributes || {}).themes || []).map((theme) => ({
        id: theme.id || theme.label,
        label: theme.label,
        extension: extension.id,
      })),
    );
  },

  async extension({ id }) {
    const found = vscode.extensions.getExtension(id);
    return found ? { id: found.id, version: found.packageJSON.version } : null;
  },
};

module.exports = { activate, deactivate };
