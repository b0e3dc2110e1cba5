"use strict";

function location(uri) {
  return uri ? (uri.scheme === "file" || uri.scheme === "vscode-remote" ? uri.path : uri.toString()) : null;
}

module.exports = { location };
