// Replacing a literal text: in one editor as one step of undo, or in files, which are saved.
"use strict";

const fs = require("fs");
const vscode = require("vscode");
const { isFile, matchesIn, normalised } = require("./matches");

const AT_ONCE = 16;
const SAVES = 5;
const PAUSE_MS = 100;
const ENCODINGS = { utf8: "utf-8", utf8bom: "utf-8", utf16le: "utf-16le", utf16be: "utf-16be" };
const SINGLE_BYTES = { iso88591: "latin1", windows1252: "windows-1252" };

async function replaceInEditor(editor, text, replacement) {
  const { document } = editor;
  const ranges = matchesIn(document, text);
  const expected = replaced(document, ranges, replacement);
  const accepted = await editor.edit((builder) => {
    for (const range of ranges) builder.replace(range, replacement);
  });
  if (!accepted) throw new Error("the editor cannot be changed: it is read-only, or it was just changed by hand");
  return { matches: ranges.length, as_expected: normalised(document) === expected, dirty: document.isDirty };
}

// In all cells of a notebook. Each cell is a document of its own, and in each this is a step of undo.
async function replaceInNotebook(notebook, text, replacement) {
  const cells = notebook.getCells().map(({ document }) => ({ document, ranges: matchesIn(document, text) }));
  const used = cells.filter(({ ranges }) => ranges.length);
  const expected = used.map(({ document, ranges }) => replaced(document, ranges, replacement));
  if (!(await apply(used, replacement))) throw new Error("VS Code refused the change; the notebook is as before");
  return {
    matches: count(used),
    as_expected: used.every(({ document }, place) => normalised(document) === expected[place]),
    dirty: notebook.isDirty,
  };
}

// All files or none. One undo in any of them takes all back.
async function replaceInFiles(found, text, replacement) {
  const changes = [];
  const names = byRealPath(found.map(({ file }) => file));
  for (let at = 0; at < names.length; at += AT_ONCE)
    changes.push(...(await Promise.all(names.slice(at, at + AT_ONCE).map((file) => change(file, text, replacement)))));
  const used = changes.filter(({ ranges }) => ranges.length);
  if (!used.length) return { matches: 0, files: [] };
  if (!(await apply(used, replacement))) throw new Error("VS Code refused the change; no file was changed");
  for (const { document, file, expected } of used) {
    const right = normalised(document) === expected;
    if (right && (await save(document))) continue;
    const kept = (await restore(used)) ? "all files are as before" : "look which files were changed";
    throw new Error(`${file} could not be ${right ? "saved" : "changed as expected"}; ${kept}`);
  }
  return { matches: count(used), files: used.map(({ file }) => file) };
}

function apply(changes, replacement) {
  const edit = new vscode.WorkspaceEdit();
  for (const { document, ranges } of changes)
    for (const range of ranges) edit.replace(document.uri, range, replacement);
  return vscode.workspace.applyEdit(edit);
}

function count(changes) {
  return changes.reduce((sum, { ranges }) => sum + ranges.length, 0);
}

// Whether the document is saved now. VS Code refuses to save one that auto save has just saved, or is saving.
async function save(document) {
  for (let times = 0; times < SAVES; times++) {
    if ((await document.save()) || !document.isDirty) return true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return !document.isDirty;
}

async function change(file, text, replacement) {
  let document;
  try {
    document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
    fs.accessSync(file, fs.constants.W_OK);
  } catch {
    throw new Error(`${file} contains the text and cannot be changed: read-only, or no text; no file was changed`);
  }
  const documents = [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments];
  if (documents.some((other) => isFile(file)(other) && other.isDirty))
    throw new Error(`${file} contains the text and has unsaved changes; save it (ctrl+s) or revert it first`);
  if (!keepsBytes(document, fs.readFileSync(file)))
    throw new Error(
      `${file} contains the text, and VS Code would change more of it: its encoding is not ${document.encoding}, or ` +
        "it has line ends of two kinds. Convert it first, or change it with another tool; no file was changed",
    );
  const ranges = matchesIn(document, text);
  return { file, document, ranges, original: document.getText(), expected: replaced(document, ranges, replacement) };
}

// Whether saving the document unchanged would write the same file.
function keepsBytes(document, bytes) {
  const encoding = ENCODINGS[document.encoding] || SINGLE_BYTES[document.encoding];
  if (!encoding) return false;
  try {
    return new TextDecoder(encoding, { fatal: document.encoding in ENCODINGS }).decode(bytes) === document.getText();
  } catch {
    return false;
  }
}

function replaced(document, ranges, replacement) {
  const lines = normalised(document).split("\n");
  const begins = [0];
  for (const line of lines) begins.push(begins[begins.length - 1] + line.length + 1);
  const content = lines.join("\n");
  const text = replacement.replace(/\r\n?/g, "\n");
  const parts = [];
  let at = 0;
  for (const { start, end } of ranges) {
    parts.push(content.slice(at, begins[start.line] + start.character), text);
    at = begins[end.line] + end.character;
  }
  return parts.join("") + content.slice(at);
}

async function restore(changes) {
  const edit = new vscode.WorkspaceEdit();
  for (const { document, original } of changes)
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), original);
  await vscode.workspace.applyEdit(edit);
  let restored = true;
  for (const { document, original } of changes)
    restored = (await save(document)) && document.getText() === original && restored;
  return restored;
}

// A file and the links to it are one; the file's own name comes first.
function byRealPath(files) {
  const names = new Map();
  for (const file of files) {
    const real = fs.realpathSync(file);
    if (!names.has(real) || file === real) names.set(real, file);
  }
  return [...names.values()];
}

module.exports = { replaceInEditor, replaceInFiles, replaceInNotebook };
