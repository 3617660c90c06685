#!/usr/bin/env node
// Answers what needs no program from texts made at build time, and loads the program for everything else.

const [major, minor] = process.versions.node.split('.').map(Number);

/** The file that holds the whole answer to these arguments, if there is one. */
function frontText([first, second, ...rest]) {
  if (rest.length > 0) return undefined;
  if (['--version', '-V', '-v', 'version'].includes(first)) {
    if (second === undefined) return 'version.txt';
    return second === '--json' ? 'version.json' : undefined;
  }
  const isScript = first === 'completion' && /^(bash|zsh|fish|powershell)$/.test(second);
  return isScript ? `completion.${second}` : undefined;
}

/** The page of the program, a group or a command, drawn for the terminal that it goes to. */
function helpPage(words) {
  const path = ['--help', '-h'].includes(words.at(-1)) ? words.slice(0, -1) : words;
  if (path.length > 0 && path === words) return undefined;
  const places = JSON.parse(readFront('pages.json'));
  const name = path.join(' ');
  if (!Object.hasOwn(places, name)) return undefined;
  const page = JSON.parse(readFront('pages.txt').subarray(...places[name]));
  const isTerminal = mayBeTerminal(1) && require('node:tty').isatty(1);
  const columns = isTerminal ? process.stdout.columns : undefined;
  return Buffer.from(require('../dist/front/draw.js').frontPage(page, { columns, env: process.env }));
}

/** Node's terminals take their time to load; files, pipes and the null device need none of it. */
function mayBeTerminal(descriptor) {
  const fs = require('node:fs');
  try {
    const output = fs.fstatSync(descriptor);
    return (
      output.isCharacterDevice() && output.rdev !== fs.statSync('/dev/null', { throwIfNoEntry: false })?.rdev
    );
  } catch {
    return true;
  }
}

/** In the single file: gives what lies inside of it (scripts/single-file/start.cjs). */
const { inside } = require;

const readFront = (name) =>
  inside
    ? inside.read(`dist/front/${name}`)
    : require('node:fs').readFileSync(require('node:path').join(__dirname, '..', 'dist', 'front', name));

function copyToStdout(text) {
  const fs = require('node:fs');
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

/** Tab waits no longer than this since the process began, whatever happens, and nothing but names is printed. */
const mostMs = 250;

/** What completion of names prints; whatever goes wrong, it is nothing. */
function answerNames(words) {
  const { cwd, env, platform, uptime } = process;
  const end = (text = '') => {
    try {
      require('node:fs').writeSync(1, text);
    } finally {
      process.exit(0);
    }
  };
  process.on('uncaughtException', () => process.exit(0));
  const leftMs = mostMs - uptime() * 1000;
  setTimeout(end, leftMs);
  const world = {
    ...{ cwd: cwd(), env, platform, until: Date.now() + leftMs - 30 },
    clock: { now: Date.now, sleep: (ms) => new Promise((wake) => setTimeout(wake, ms)) },
    readFront: (name) => readFront(name).toString(),
    start: startInBackground,
  };
  require('../dist/front/names.js').answerNames(words, world).then(end);
}

/** The program itself, which goes on when this process has ended. */
function startInBackground(words) {
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, inside ? words : [__filename, ...words], {
    ...{ detached: true, stdio: 'ignore', windowsHide: true },
  });
  child.on('error', () => undefined).unref();
}

function runProgram() {
  if (inside) {
    inside.load('dist/main.js').main({ examples: () => inside.examples(cacheFolder()), readFront });
    return;
  }
  const path = require('node:path');
  const root = path.join(__dirname, '..');
  program(path.join(root, 'dist', 'main.js')).main({
    examples: () => path.join(root, 'examples'),
    readFront,
  });
}

/** Loaded with the code that was compiled the last time: compiling is the largest part of what starting takes. */
function program(file) {
  // From here on Node keeps compiled code itself.
  const isOld = major < 22 || (major === 22 && minor < 1);
  // An old V8 optimises too early for a program that ends soon: undici's parser (WebAssembly) at once, and functions after a
  // quarter of the calls that pay for it. Set before anything is compiled: kept code is good only for the same flags.
  if (isOld) setFlags('--liftoff-only --interrupt-budget=270000');
  // A stack then names the lines of the sources. Node takes notice of a source map only where it compiles a file itself.
  if (process.env.OUTREACH_DEBUG || process.argv.includes('--debug')) {
    process.setSourceMapsEnabled(true);
    return require(file);
  }
  const folder = process.env.NODE_DISABLE_COMPILE_CACHE ? undefined : cacheFolder();
  if (folder === undefined) return require(file);
  if (isOld) return require('./load.js').load(file, folder);
  require('node:module').enableCompileCache(process.env.NODE_COMPILE_CACHE ?? folder);
  return require(file);
}

/** As node:v8 does it, which loads Node's streams as well. Only for versions of Node that no longer change. */
function setFlags(flags) {
  const { noDeprecation } = process;
  process.noDeprecation = true;
  try {
    process.binding('v8').setFlagsFromString(flags);
  } catch {
    require('node:v8').setFlagsFromString(flags);
  } finally {
    process.noDeprecation = noDeprecation;
  }
}

/** Where compiled code is kept: in a folder that no other user can write to, because it is run; undefined without one. */
function cacheFolder() {
  const fs = require('node:fs');
  try {
    const folder = cacheHome(require('node:path'));
    if (!fs.existsSync(folder)) makeFolder(folder);
    const found = fs.statSync(folder);
    const isOurs =
      process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
    return isOurs && found.isDirectory() ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** One step at a time: Node's own way tries for ever under /proc. */
function makeFolder(folder) {
  const fs = require('node:fs');
  const above = require('node:path').dirname(folder);
  if (!fs.existsSync(above) && above !== folder) makeFolder(above);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

function cacheHome({ join, resolve, isAbsolute }) {
  const { OUTREACH_HOME, XDG_CACHE_HOME, LOCALAPPDATA, HOME, USERPROFILE } = process.env;
  if (OUTREACH_HOME) return resolve(OUTREACH_HOME, 'cache');
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, 'outreach');
  const home = (process.platform === 'win32' ? USERPROFILE : HOME) || require('node:os').homedir();
  if (process.platform === 'win32')
    return join(LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'outreach', 'cache');
  return process.platform === 'darwin'
    ? join(home, 'Library', 'Caches', 'outreach')
    : join(home, '.cache', 'outreach');
}

function answer(words) {
  const name = frontText(words);
  const text = name === undefined ? helpPage(words) : readFront(name);
  if (text === undefined) runProgram();
  else copyToStdout(text);
}

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`outreach needs Node 20.19 or newer, and this is Node ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  const words = process.argv.slice(2);
  if (words[0] === '__names') answerNames(words.slice(1));
  else answer(words);
}
