#!/usr/bin/env node
// Answers what needs no program from texts made at build time, and loads the program for everything else.

const [major, minor] = process.versions.node.split('.').map(Number);

/** The file that holds the whole answer to these arguments, if there is one. */
function frontText([first, second, ...rest]) {
  if (rest.length > 0) return undefined;
  if (first === '--version' || first === '-V') {
    if (second === undefined) return 'version.txt';
    return second === '--json' ? 'version.json' : undefined;
  }
  if (first === 'completion' && /^(bash|zsh|fish|powershell)$/.test(second)) return `completion.${second}`;
  if (second !== undefined || !(first === undefined || first === '--help' || first === '-h'))
    return undefined;
  return rootHelp();
}

/** A narrow terminal is left to the program, which breaks the lines anew. */
function rootHelp() {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  const terminal = require('node:tty').isatty(1);
  if (terminal && process.stdout.columns < 80) return undefined;
  if (NO_COLOR || FORCE_COLOR === '0' || FORCE_COLOR === 'false') return 'help.txt';
  const colour = FORCE_COLOR !== undefined || (terminal && TERM !== 'dumb');
  return colour ? 'help.colour.txt' : 'help.txt';
}

function copyToStdout(name) {
  const fs = require('node:fs');
  const text = fs.readFileSync(require('node:path').join(__dirname, '..', 'dist', 'front', name));
  let at = 0;
  try {
    while (at < text.length) at += fs.writeSync(1, text, at);
  } catch (error) {
    if (error.code === 'EAGAIN') process.stdout.write(text.subarray(at));
    else if (error.code !== 'EPIPE') cannotWrite(error);
  }
}

/** A full disk is no reason for a stack trace. */
function cannotWrite({ message }) {
  process.stderr.write(
    `Error: The output could not be written: ${message}\nCheck the disk or the program that reads it.\n`,
  );
  process.exitCode = 2;
}

function runProgram() {
  // Node 22 and later keep compiled code; older ones have no such function.
  require('node:module').enableCompileCache?.();
  require('../dist/main.js').main(require('node:path').join(__dirname, '..'));
}

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`outreach needs Node 20.19 or newer, and this is Node ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  const name = frontText(process.argv.slice(2));
  if (name === undefined) runProgram();
  else copyToStdout(name);
}
