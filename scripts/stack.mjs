// The package has no source maps, so its stacks name places in chunks. Reads such a stack, and prints it with the lines of the sources:
// check out the tag of its version, npm ci && npm run build, node scripts/stack.mjs < stack.txt
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { root } from './bundle.mjs';

const maps = new Map();

/** The map of a chunk; undefined where this build has no such chunk, as its name holds a digest of it. */
function mapOf(chunk) {
  const file = path.join(root, 'dist', `${chunk}.map`);
  if (!maps.has(chunk))
    maps.set(chunk, existsSync(file) && new SourceMap(JSON.parse(readFileSync(file, 'utf8'))));
  return maps.get(chunk) || undefined;
}

function sourceOf(place, chunk, line, column) {
  const { fileName, lineNumber, columnNumber } = mapOf(chunk)?.findOrigin(Number(line), Number(column)) ?? {};
  if (fileName === undefined) return place;
  const file = path.relative(root, path.resolve(root, 'dist', path.dirname(chunk), fileName));
  return `${file}:${lineNumber}:${columnNumber}`;
}

const stack = readFileSync(0, 'utf8');
process.stdout.write(
  stack.replace(/[^\s(]*[\\/]dist[\\/]((?:chunks[\\/])?[\w-]+\.js):(\d+):(\d+)/g, sourceOf),
);
