// Runs a line from the folder of the single file, and keeps the compiled code of what it loaded there. Each run adds the
// functions that it needed to those of the runs before.
const fs = require('node:fs');
const path = require('node:path');
const { start } = require('./start.cjs');

const [folder] = process.argv.splice(2, 1);
const scripts = new Map();
const place = (name) => path.join(folder, name);
const read = (name) => fs.readFileSync(place(name));

process.once('exit', () => {
  for (const [file, script] of scripts)
    fs.writeFileSync(place(`${file}.compiled`), script.createCachedData());
});
start({
  read,
  compiled: (file) => (fs.existsSync(place(`${file}.compiled`)) ? read(`${file}.compiled`) : undefined),
  names: () => fs.readdirSync(folder, { recursive: true }),
  seen: (file, script) => scripts.set(file, script),
});
