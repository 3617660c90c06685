// Bundles src/ with rolldown into split CommonJS: for dist/ (build.mjs) and for a run from the sources (dev.mjs).
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { planChunks } from './chunk-plan.mjs';
import { dataFiles } from './data-files.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

export const temporaryFolder = () => mkdtempSync(path.join(root, 'node_modules', '.outreach-'));

/** Lets `make` fill `folder` anew, unless nothing that it is made from has changed. */
export async function buildWhenChanged(folder, make) {
  const stamp = path.join(folder, '.stamp');
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const built = temporaryFolder();
  try {
    await make(built);
    writeFileSync(path.join(built, '.stamp'), wanted);
    // At once, so that a program that is running meanwhile finds one whole build or the other.
    rmSync(folder, { recursive: true, force: true });
    renameSync(built, folder);
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

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
  for (const folder of ['src', 'bin', 'examples', 'scripts']) walk(folder);
  for (const file of ['package.json', 'package-lock.json']) add(file);
  return hash.digest('hex');
}

/** A path with slashes, on Windows as well. */
const slashed = (id = '') => id.replaceAll('\\', '/');

/** What stays outside of the bundle: Node's own modules. */
const isOutside = (id) => id.startsWith('node:');

/**
 * libsql asks for a whole diagnostic report to learn which C library this is, and then loads the one native package
 * that npm has installed. The report takes longer than opening the database, so the package is found by trying:
 * beside us, and from where libsql lies, because not every installer puts it where the bundle would find it.
 */
const leanLibsql = {
  name: 'lean-libsql',
  resolveId(id, importer) {
    if (id === 'detect-libc' && slashed(importer).includes('/libsql/')) return '\0nothing';
    return id === '@neon-rs/load' ? '\0nothing' : undefined;
  },
  transform(code, id) {
    if (!slashed(id).endsWith('/libsql/index.js')) return undefined;
    const loader = code.slice(
      code.indexOf('function requireNative()'),
      code.indexOf('const {\n  databaseOpen,'),
    );
    if (!loader.includes('@libsql/')) throw new Error('libsql loads its native part in another way');
    return { code: code.replace(loader, `const requireNative = ${requireNative};\n`), map: null };
  },
};

/** Becomes part of the bundle as text, so it uses nothing around it. */
function requireNative() {
  const fromLibsql = (name) => require('node:module').createRequire(require.resolve('libsql'))(name);
  const { platform, arch } = process;
  const kinds = { linux: ['-gnu', '-musl', '-gnueabihf', '-musleabihf'], win32: ['-msvc'] }[platform] ?? [''];
  const names = kinds.map((kind) => `@libsql/${platform}-${arch}${kind}`);
  let problem;
  for (const load of [require, fromLibsql]) {
    for (const name of names) {
      try {
        return load(name);
      } catch (error) {
        problem ??= error;
      }
    }
  }
  throw problem;
}

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
 * commander brings what Outreach does in its own way: help, suggestions, and child_process for commands that are programs
 * of their own, which takes longer to load than commander itself.
 */
const leanCommander = {
  name: 'lean-commander',
  resolveId: (id, importer) =>
    slashed(importer).includes('/commander/') &&
    /\/(?:help\.js|suggestSimilar)$|^node:child_process$/.test(id)
      ? '\0nothing'
      : undefined,
  load: (id) => (id === '\0nothing' ? 'export {};' : undefined),
};

/**
 * undici loads its HTTP/2 and Node's, and TLS and cryptography with it, for an option that we never switch on, and Node's
 * HTTP for the size of a head and for bodies that are streams, of which we send none.
 */
const leanUndici = {
  name: 'lean-undici',
  resolveId: (id, importer) =>
    slashed(importer).includes('/undici/') && id in undiciNeeds ? `\0undici:${id}` : undefined,
  load: (id) => (id.startsWith('\0undici:') ? undiciNeeds[id.slice('\0undici:'.length)] : undefined),
};
const undiciNeeds = {
  'node:http2': 'export const constants = {};',
  'node:http': 'export const maxHeaderSize = 16 * 1024; export const IncomingMessage = undefined;',
  './client-h2.js': 'export {};',
};

/**
 * pg makes a `Response` to learn whether it runs in a worker of Cloudflare, and loads web cryptography for logins that use
 * none: most of what it takes to load. It looks for a password file only where it is given no password.
 */
const leanPg = {
  name: 'lean-pg',
  resolveId: (id, importer) =>
    ['pgpass', 'dns'].includes(id) && slashed(importer).includes('/pg/lib/') ? '\0nothing' : undefined,
  transform(code, id) {
    const [, file] = /\/pg\/lib\/(stream|crypto\/utils)\.js$/.exec(slashed(id)) ?? [];
    if (file === undefined) return undefined;
    const changed = pgChanges[file].reduce((text, [found, put]) => {
      if (!text.includes(found)) throw new Error(`pg has no longer: ${found}`);
      return text.replaceAll(found, put);
    }, code);
    return { code: changed, map: null };
  },
};
const pgChanges = {
  stream: [['if (isCloudflareRuntime())', 'if (false)']],
  'crypto/utils': [
    ['const webCrypto = nodeCrypto.webcrypto || globalThis.crypto', ''],
    ['const subtleCrypto = webCrypto.subtle', ''],
    [' webCrypto.', ' nodeCrypto.webcrypto.'],
    [' subtleCrypto.', ' nodeCrypto.webcrypto.subtle.'],
  ],
};

/**
 * The library of the agent protocol brings a validator for what we neither ask nor check with it, half as large as the rest,
 * and makes a schema of every message, which takes longer than all that serving does. The schemas of messages that we
 * never send, ask for or answer are left out: the others are marked as made without side effects.
 */
const leanProtocol = {
  name: 'lean-protocol',
  resolveId: (id, importer) =>
    id.endsWith('/ajv-provider.js') && slashed(importer).includes('/@modelcontextprotocol/')
      ? '\0validator'
      : undefined,
  load: (id) => (id === '\0validator' ? 'export class AjvJsonSchemaValidator {}' : undefined),
  transform(code, id) {
    const [, file] = /\/@modelcontextprotocol\/sdk\/dist\/esm\/(.+)$/.exec(slashed(id)) ?? [];
    if (file === undefined) return undefined;
    return { code: file === 'types.js' ? withPureSchemas(code) : withoutSchemas(code), map: null };
  },
};
const withPureSchemas = (code) =>
  code.replace(/\bz\s*\.\w+\(|\b\w+Schema\.(?:extend|merge|omit|optional|pick)\(/g, '/* @__PURE__ */ $&');
const withoutSchemas = (code) =>
  code.replace(/import \{([^}]+)\} (from '[./]+\/types\.js';)/, (_line, list, from) => {
    const names = list.split(',').map((name) => name.trim());
    const unused = names
      .filter((name) => unusedSchema.test(name))
      .map((name) => `const ${name} = undefined;`);
    return [`import { ${names.filter((name) => !unusedSchema.test(name))} } ${from}`, ...unused].join('\n');
  });
const unusedSchema =
  /^(?:CancelTask|Complete|CreateMessage|Elicit|GetPrompt|GetTask|ListChanged|ListPrompts|ListResource|ListRoots|ListTasks|Prompt|ReadResource|Resource|TaskStatus|ToolListChanged)\w*Schema$/;

/** Some modules of Node take longer to load than most commands have use for: our own code gets them at the first call. */
const lateModules = {
  name: 'late-modules',
  resolveId: (id, importer) =>
    id in late &&
    importer?.startsWith(path.join(root, 'src')) &&
    !slashed(importer).endsWith('/outside/child.ts')
      ? `\0late:${id}`
      : undefined,
  load(id) {
    if (!id.startsWith('\0late:')) return undefined;
    const module = id.slice('\0late:'.length);
    const real = `require('${module}')[name]`;
    return [
      `const late = (name) => function (...given) { return new.target ? new (${real})(...given) : ${real}(...given); };`,
      ...late[module].map((name) => `export const ${name} = /* @__PURE__ */ late('${name}');`),
      ...(module === 'node:os' ? ['export const platform = () => process.platform;'] : []),
    ].join('\n');
  },
};
const late = {
  'node:child_process': ['execFile', 'execFileSync', 'spawn'],
  'node:crypto': [
    'createCipheriv',
    'createDecipheriv',
    'createHash',
    'createHmac',
    'createPrivateKey',
    'createPublicKey',
    'generateKeyPairSync',
    'randomBytes',
    'randomInt',
    'randomUUID',
    'scrypt',
    'sign',
    'timingSafeEqual',
    'verify',
  ],
  'node:net': ['BlockList', 'Socket', 'isIP', 'isIPv6'],
  'node:os': ['homedir', 'hostname', 'tmpdir', 'userInfo'],
  'node:timers/promises': ['setImmediate', 'setTimeout'],
};

const outside = {
  name: 'outside',
  resolveId: (id) => (isOutside(id) ? { id, external: true } : undefined),
};

/**
 * Chunks that are known beforehand, because what loads late here is always read: the program, the words of the contract, the
 * way to the service, the sandbox's floor. Each takes along what it needs and is not in one above it. `chunk-plan.mjs` works
 * out the others.
 */
const together = {
  core: [
    // The network and the journal need it, and neither the other.
    'src/base/at-most.ts',
    'src/main.ts',
    'src/base/omit-undefined.ts',
    'src/cli/declare/answer.ts',
    'src/cli/declare/command.ts',
    'src/cli/declare/file-limits.ts',
    'src/cli/find/find-in-pages.ts',
    'src/cli/messages/partial-failure.ts',
    'src/cli/line/read-value.ts',
    'src/cli/output/terminal/plain.ts',
    'src/cli/output/text/inline.ts',
    'src/cli/profile/settings.ts',
    'src/contract/schema/schema.ts',
    'src/local/checks/database-version.ts',
    'src/local/checks/trusted-folders.ts',
    'src/local/journal/flag.ts',
    'src/local/runtime.ts',
  ],
  words: [
    'src/contract/checks/email-address.ts',
    'src/contract/checks/variable-key.ts',
    'src/contract/lead-fields.ts',
    'src/contract/limits.ts',
    'src/contract/operation.ts',
    'src/contract/schema/answer-shape.ts',
  ],
  service: [
    'src/client/client.ts',
    'src/client/request/build-request.ts',
    'src/client/request/check-names.ts',
    'src/client/response/canonical.ts',
    'src/client/response/open-answer.ts',
  ],
  network: [
    'src/client/transport/network.ts',
    'src/cli/connect/rate-limited-transport.ts',
    'node_modules/undici/lib/dispatcher/pool.js',
  ],
  // For a service as well, which needs no store.
  leads: ['src/contract/areas/leads.ts'],
  store: [
    'src/local/database.ts',
    'src/sandbox/core/paging.ts',
    'src/sandbox/core/times.ts',
    'src/sandbox/deliveries/has-deliveries.ts',
    'src/sandbox/handlers/leads.ts',
    'src/sandbox/sandbox.ts',
    'src/sandbox/service/dispatch.ts',
    'src/sandbox/world/account/workspaces.ts',
    'src/sandbox/world/events/lead-events.ts',
    'src/sandbox/world/leads/lead-category.ts',
    'src/sandbox/world/leads/leads.ts',
    'src/sandbox/world/leads/membership.ts',
    'node_modules/libsql/index.js',
  ],
};

/** The ids of what a chunk begins with. Throws for a file that was moved, which would leave the chunk without a word. */
function seedOf([name, files], ids) {
  const gone = files.filter((file) => !existsSync(path.join(root, file)));
  if (gone.length > 0) throw new Error(`the chunk '${name}' names what is not there: ${gone.join(', ')}`);
  const late = name === 'core' ? ids.filter((id) => id.startsWith('\0late:')) : [];
  const places = files.map((file) => slashed(path.join(root, file)));
  return [name, [...places, ...late].filter((id) => ids.includes(id))];
}

/** Decides about the chunks once all modules are known. */
function chunkPlan(together) {
  let plan;
  return {
    name: 'chunk-plan',
    nameOf: (id) => plan.get(slashed(id)),
    buildEnd(error) {
      if (error) return;
      const modules = [...this.getModuleIds()].sort().map((id) => {
        const { code, importedIds, dynamicallyImportedIds, isEntry } = this.getModuleInfo(id);
        const [imports, dynamics] = [importedIds, dynamicallyImportedIds].map((list) => list.map(slashed));
        return { id: slashed(id), code: code ?? '', imports, dynamics, isEntry };
      });
      const ids = modules.map(({ id }) => id);
      plan = planChunks(
        modules,
        Object.entries(together).map((one) => seedOf(one, ids)),
      );
    },
  };
}

/** The program as a chunk, whose compiled code can be kept: what is run has a fixed name. */
const facade = {
  name: 'facade',
  resolveId: (id) => (id === facade.id ? id : undefined),
  load: (id) =>
    id === facade.id ? `export * from ${JSON.stringify(path.join(root, 'src/main.ts'))};` : undefined,
  id: '\0main',
};

/**
 * Writes the bundle into `dir` and gives its chunks; with source maps for `home`, the folder where it is run later, and with
 * `more` plugins in front of ours.
 */
export async function bundle(input, dir, { minify = true, home, more = [] } = {}) {
  const { rolldown } = await import('rolldown');
  const plan = chunkPlan(together);
  const build = await rolldown({
    // Some imports are late in one place and early in another; the test of the architecture knows which must be late.
    checks: { ineffectiveDynamicImport: false },
    cwd: root,
    input: input.main ? { ...input, main: facade.id } : input,
    // What is loaded late may be in a chunk with more.
    preserveEntrySignatures: 'allow-extension',
    platform: 'node',
    plugins: [
      ...more,
      dataFiles,
      leanCommander,
      leanLibsql,
      leanProtocol,
      leanUndici,
      leanPg,
      lateModules,
      requireOutside,
      outside,
      facade,
      plan,
    ],
    transform: { target: 'node20' },
  });
  const { output } = await build.write({
    dir,
    format: 'cjs',
    exports: 'named',
    minify,
    // V8 keeps a source with one character beyond Latin as two bytes for each. Licences are in LICENCES.txt.
    charset: 'ascii',
    comments: { legal: false },
    sourcemap: home !== undefined,
    sourcemapPathTransform: (source, map) =>
      path.relative(
        path.resolve(home, path.relative(dir, path.dirname(map))),
        path.resolve(path.dirname(map), source),
      ),
    // A stack needs no more than file and line.
    sourcemapExcludeSources: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: plan.nameOf, debugName: 'plan' }],
    },
  });
  await build.close();
  for (const { code = '', fileName } of output) {
    // The launcher reads it as bytes (bin/load.js). Comments, which a run from the sources keeps, may have more.
    if (minify && /[^\0-\x7f]/.test(code))
      throw new Error(`${fileName} is not ASCII: escape it in the source`);
  }
  return output;
}
