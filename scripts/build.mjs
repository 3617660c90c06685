// Bundles src/ into dist/ as split CommonJS and writes the texts that the launcher answers from by itself.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = path.join(root, 'dist');

/** Changes with every source, library or script that the output depends on. */
function fingerprint() {
  const hash = createHash('sha256').update(process.version);
  const add = (file) => hash.update(file).update(readFileSync(path.join(root, file)));
  const walk = (folder) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) walk(file);
      else add(file);
    }
  };
  walk('src');
  for (const file of ['package.json', 'package-lock.json', 'scripts/build.mjs']) add(file);
  return hash.digest('hex');
}

async function bundle() {
  const build = await rolldown({
    cwd: root,
    input: { main: 'src/main.ts', front: 'src/front.ts' },
    platform: 'node',
    external: [/^node:/, 'libsql'],
    transform: { target: 'node20' },
  });
  await build.write({
    dir: dist,
    format: 'cjs',
    exports: 'named',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await build.close();
}

/** What `--version`, `--help` and `completion <shell>` say, ready to be copied to stdout. */
async function writeFrontTexts() {
  const { frontTexts } = createRequire(import.meta.url)(path.join(dist, 'front.js'));
  mkdirSync(path.join(dist, 'front'), { recursive: true });
  for (const [name, text] of Object.entries(await frontTexts()))
    writeFileSync(path.join(dist, 'front', name), text);
}

const stamp = path.join(dist, '.stamp');
const wanted = fingerprint();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  rmSync(dist, { recursive: true, force: true });
  await bundle();
  await writeFrontTexts();
  writeFileSync(stamp, wanted);
}
