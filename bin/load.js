// Loads the bundle with the code that V8 compiled the last time: before 22.8, Node keeps none itself.
const fs = require('node:fs');
const path = require('node:path');
const { Script } = require('node:vm');

/**
 * What `require(file)` would give. Compiled code is kept in a folder under the names of the chunks, which change with
 * their content; what V8 takes for foreign or broken it ignores, and what cannot be written is done without.
 */
exports.load = (file, cache) => {
  const folder = path.join(cache, `${process.version}-${process.arch}`);
  const compiled = [];
  process.once('exit', () => keep(compiled, folder));
  const compile = (file) => {
    const kept = path.join(folder, path.basename(file));
    // The entry itself has a fixed name, so code kept under it might belong to another build.
    const isChunk = path.basename(path.dirname(file)) === 'chunks';
    const cachedData = isChunk ? readIfWhole(kept) : undefined;
    const script = new Script(wrapped(fs.readFileSync(file)), { filename: file, cachedData });
    if (isChunk && script.cachedDataRejected !== false) compiled.push({ kept, script });
    return script;
  };
  return loader(compile, (id, from) => path.resolve(from, '..', id))(file);
};

const head = Buffer.from('(function (exports, require, module) {');
const tail = Buffer.from('\n})');
/** Made at once from the bytes of a chunk, all ASCII: V8 would copy a string that is put together from several. */
const wrapped = (source) => Buffer.concat([head, source, tail]).latin1Slice();
exports.wrapped = wrapped;

/** A `require` for our own files. `compile` gives the script of a file, `place` the file that an id means; the rest is Node's. */
function loader(compile, place, more = {}) {
  const modules = new Map();
  const load = (file) => {
    const known = modules.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    modules.set(file, module);
    const required = (id) => (id.startsWith('.') ? load(place(id, file)) : require(id));
    Object.assign(required, { resolve: require.resolve }, more);
    compile(file).runInThisContext()(module.exports, required, module);
    return module.exports;
  };
  return load;
}
exports.loader = loader;

/**
 * V8 itself does not look whether a disk gave back what was written, so a file holds the code twice: to compare the
 * copies takes less time than to load what a checksum needs.
 */
function readIfWhole(file) {
  try {
    const bytes = fs.readFileSync(file);
    const half = bytes.length / 2;
    return bytes.compare(bytes, 0, half, half) === 0 ? bytes.subarray(0, half) : undefined;
  } catch {
    return undefined;
  }
}

/** At the end, when the functions that this run needed are compiled, too. */
function keep(compiled, folder) {
  for (const { kept, script } of compiled) {
    const unfinished = `${kept}.${process.pid}`;
    try {
      if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 0o700 });
      const code = script.createCachedData();
      fs.writeFileSync(unfinished, Buffer.concat([code, code]), { mode: 0o600, flag: 'wx' });
      fs.renameSync(unfinished, kept);
    } catch {
      fs.rmSync(unfinished, { force: true });
      return;
    }
  }
}
