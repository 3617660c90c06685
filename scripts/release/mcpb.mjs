// Makes a bundle for desktop agents (.mcpb): a zip with the program as npm packs it, and the manifest that says how to start it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { root } from '../bundle.mjs';

const read = (file) => readFileSync(path.join(root, file));

/** `packed`: the paths in the package. Pages for people are left out. */
export function mcpb(packed) {
  const program = packed.filter(
    (file) => /^(?:bin|dist|examples|LICENSE)\b/.test(file) && !/^dist\/man\//.test(file),
  );
  return zip([
    ['manifest.json', read('scripts/release/manifest.json')],
    ...program.sort().map((file) => [file, read(file)]),
  ]);
}

/** Fields of a zip: little endian, each with its size in bytes. */
const fields = (...list) =>
  Buffer.concat(
    list.map(([size, value]) => {
      const field = Buffer.alloc(size);
      field.writeUIntLE(value, 0, size);
      return field;
    }),
  );

/** Without times: the same files are the same bytes. */
function zip(files) {
  const parts = [];
  const entries = [];
  let at = 0;
  for (const [name, bytes] of files) {
    const packed = deflateRawSync(bytes, { level: 9 });
    const sizes = [
      [4, crc32(bytes)],
      [4, packed.length],
      [4, bytes.length],
      [2, Buffer.byteLength(name)],
      [2, 0],
    ];
    // Version 2.0, names in UTF-8, deflated, on 1 January 1980.
    const common = [[2, 20], [2, 0x800], [2, 8], [2, 0], [2, 0x21], ...sizes];
    const local = Buffer.concat([fields([4, 0x04034b50], ...common), Buffer.from(name), packed]);
    const mode = 0o100644 * 2 ** 16;
    const entry = [[4, 0x02014b50], [2, 0x0314], ...common, [2, 0], [2, 0], [2, 0], [4, mode], [4, at]];
    entries.push(Buffer.concat([fields(...entry), Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const count = [2, files.length];
  const end = fields([4, 0x06054b50], [2, 0], [2, 0], count, count, [4, directory.length], [4, at], [2, 0]);
  return Buffer.concat([...parts, directory, end]);
}
