// Starts the program from files that lie in one place: inside of the executable, or in a folder while it is made.
const fs = require('node:fs');
const path = require('node:path');
const { Script } = require('node:vm');
const { loader, wrapped } = require('../../bin/load.js');

/**
 * `read` gives the bytes of a file by its path in the package, `compiled` the code that V8 made of it, if any, and `names`
 * the paths of all files. `seen` is handed every script that is loaded.
 */
exports.start = ({ read, compiled, names, seen = () => undefined }) => {
  const compile = (file) => {
    // As part of a function, the launcher cannot begin with the line that names its interpreter.
    const source = read(file).toString('latin1').replace(/^#!.*/, '');
    const script = new Script(wrapped(Buffer.from(source, 'latin1')), {
      filename: file,
      cachedData: compiled(file),
    });
    seen(file, script);
    return script;
  };
  const place = (id, from) => path.posix.join(path.posix.dirname(from), id);
  const inside = { read, load: (file) => load(file), examples: (cache) => writeExamples(cache) };
  const load = loader(compile, place, { inside });
  load('bin/outreach.js');

  /** Files that a person can open, and name in a line. */
  function writeExamples(cache = fs.mkdtempSync(path.join(require('node:os').tmpdir(), 'outreach-'))) {
    for (const name of names().filter((name) => name.startsWith('examples/'))) {
      const [file, bytes] = [path.join(cache, name), read(name)];
      fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      if (!fs.existsSync(file) || !fs.readFileSync(file).equals(bytes)) fs.writeFileSync(file, bytes);
    }
    return path.join(cache, 'examples');
  }
};
