// Bundles src/ into dist/ as split CommonJS and writes the texts that the launcher answers from by itself.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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

/** What stays outside of the bundle: Node's own modules and the one native package. */
const isOutside = (id) => id === 'libsql' || id.startsWith('node:');

/**
 * An `import()` of something outside becomes a chunk that requires it: a real one would start Node's ES module loader,
 * which takes longer than most of our commands.
 */
const requireOutside = {
  name: 'require-outside',
  resolveId: (id, _importer, { kind }) =>
    kind === 'dynamic-import' && isOutside(id) ? `\0outside:${id}` : undefined,
  load(id) {
    if (!id.startsWith('\0outside:')) return undefined;
    const name = JSON.stringify(id.slice('\0outside:'.length));
    return `export * from ${name}; export { default } from ${name};`;
  },
};

/**
 * commander loads child_process for commands that are programs of their own. Outreach has none, and it takes longer to
 * load than commander itself.
 */
const leanCommander = {
  name: 'lean-commander',
  resolveId: (id, importer) =>
    id === 'node:child_process' && importer?.includes('/commander/') ? '\0nothing' : undefined,
  load: (id) => (id === '\0nothing' ? 'export {};' : undefined),
};

const outside = {
  name: 'outside',
  resolveId: (id) => (isOutside(id) ? { id, external: true } : undefined),
};

/**
 * Files are what start-up pays for, so what always loads together is one: the program, the way to the service, the
 * words of the contract, the sandbox's floor. Each takes along what it needs and is not in a group above it.
 */
const together = [
  ['core', /\/src\/(main|cli\/(given|listed))\.ts$/],
  ['words', /\/src\/(contract\/(schema|operation|limits)|domain\/email-address)\.ts$/],
  ['service', /\/src\/(client\/(client|request)|cli\/settings)\.ts$/],
  ['store', /\/src\/(local\/database|sandbox\/(sandbox|dispatch|paging|times|world\/membership))\.ts$/],
];

async function bundle(input, dir) {
  const build = await rolldown({
    // Some imports are late in one place and early in another; the test of the architecture knows which must be late.
    checks: { ineffectiveDynamicImport: false },
    cwd: root,
    input,
    platform: 'node',
    plugins: [leanCommander, requireOutside, outside],
    transform: { target: 'node20' },
  });
  await build.write({
    dir,
    format: 'cjs',
    exports: 'named',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: {
      groups: together.map(([name, test], index) => ({ name, test, priority: together.length - index })),
    },
  });
  await build.close();
}

/** What `--version`, `--help` and `completion <shell>` say, ready to be copied to stdout. */
async function writeFrontTexts() {
  const folder = mkdtempSync(path.join(root, 'node_modules', '.outreach-'));
  await bundle({ front: 'src/front.ts' }, folder);
  const { frontTexts } = createRequire(import.meta.url)(path.join(folder, 'front.js'));
  mkdirSync(path.join(dist, 'front'), { recursive: true });
  for (const [name, text] of Object.entries(await frontTexts()))
    writeFileSync(path.join(dist, 'front', name), text);
  rmSync(folder, { recursive: true });
}

const stamp = path.join(dist, '.stamp');
const wanted = fingerprint();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  rmSync(dist, { recursive: true, force: true });
  await bundle({ main: 'src/main.ts' }, dist);
  await writeFrontTexts();
  writeFileSync(stamp, wanted);
}
