// The script of the single file: what it reads are assets of the executable.
const { getAssetKeys, getRawAsset } = require('node:sea');
const { start } = require('./start.cjs');

const names = new Set(getAssetKeys());
const read = (name) => Buffer.from(getRawAsset(name));

start({
  read,
  compiled: (file) => (names.has(`${file}.compiled`) ? read(`${file}.compiled`) : undefined),
  names: () => [...names],
});
