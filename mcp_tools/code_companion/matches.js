// Where a literal text stands, in any case: in a document, and in what the search view has found.
"use strict";

const fs = require("fs");
const vscode = require("vscode");
const { location } = require("./location");

const LITERAL = { isRegex: false, isCaseSensitive: false, matchWholeWord: false, preserveCase: false };

function literal(text) {
  return new RegExp(text.replace(/\r\n?/g, "\n").replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
}

function normalised(document) {
  return document.getText().replace(/\r\n/g, "\n");
}

function isFile(file) {
  return (document) => location(document.uri) === file;
}

function matchesIn(document, text) {
  const content = normalised(document);
  const ranges = [];
  let line = 0;
  let begin = 0; // of this line
  let end = content.indexOf("\n");
  const position = (offset) => {
    for (; end >= 0 && end < offset; end = content.indexOf("\n", begin)) {
      begin = end + 1;
      line++;
    }
    return new vscode.Position(line, offset - begin);
  };
  for (const match of content.matchAll(literal(text)))
    ranges.push(new vscode.Range(position(match.index), position(match.index + match[0].length)));
  return ranges;
}

function listed(lines, limit) {
  return { matches: lines.length, lines: [...new Set(lines)].slice(0, limit) };
}

// With search.smartCase the view minds the case of a text that has capital letters.
function anyCase(text) {
  const lower = text.toLowerCase();
  const same = lower.length === text.length && literal(text).test(lower);
  return same && vscode.workspace.getConfiguration().get("search.smartCase") ? lower : text;
}

// The files of the workspace's folders that the search view lists; it lists open files from elsewhere too.
async function foundFiles() {
  const text = (await vscode.commands.executeCommand("search.action.getSearchResults")) || "";
  const found = new Map();
  let name = [];
  let numbers = null;
  for (const line of text.split("\n")) {
    const match = /^ {2,}(\d+)(,\d+)?: /.exec(line);
    if (match && !numbers) {
      const file = name.join("\n").replace(/^\n/, "");
      found.set(file, (numbers = found.get(file) || []));
    }
    if (match && match[2]) numbers.push(Number(match[1]));
    else if (!match && numbers) [name, numbers] = [[line], null];
    else if (!match) name.push(line);
  }
  const folders = (vscode.workspace.workspaceFolders || []).map((folder) => folder.uri.path.replace(/\/*$/, "/"));
  return [...found]
    .filter(([file]) => folders.some((folder) => file.startsWith(folder)) && fs.existsSync(file))
    .map(([file, numbers]) => ({ file, numbers }));
}

module.exports = { LITERAL, anyCase, foundFiles, isFile, listed, matchesIn, normalised };
