import { readdirSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import type { Import, Reach, SourceFile } from './imports.ts';

type Layer =
  | 'base'
  | 'contract'
  | 'domain'
  | 'client'
  | 'sandbox'
  | 'local'
  | 'shared-journal'
  | 'cli'
  | 'commands'
  | 'main';
const every: readonly Reach[] = ['static', 'dynamic', 'types'];
const types: readonly Reach[] = ['types'];
const later: readonly Reach[] = ['dynamic', 'types'];

/** The arrows of the house; whatever is not here is forbidden. */
const arrows: Readonly<Record<Layer, Partial<Record<Layer, readonly Reach[]>>>> = {
  base: {},
  contract: { base: every },
  domain: { base: every, contract: every },
  client: { base: every, contract: every },
  sandbox: { base: every, contract: every, domain: every, local: types },
  local: { base: every, contract: every, client: types },
  'shared-journal': { base: every, contract: every, client: types, local: every },
  cli: { base: every, contract: every, domain: every, client: every, local: every },
  commands: { base: every, contract: every, domain: every, client: types, cli: every },
  main: {
    base: every,
    contract: every,
    domain: every,
    client: later,
    sandbox: later,
    local: later,
    'shared-journal': later,
    cli: every,
    commands: every,
  },
};

/** Each library is behind its door; the heavy ones are opened at first use. */
const doors: Readonly<Record<string, { readonly at: readonly string[]; readonly reach: readonly Reach[] }>> =
  {
    commander: { at: ['src/cli/line/parse-line.ts'], reach: every },
    chalk: { at: ['src/cli/output/'], reach: later },
    'cli-table3': { at: ['src/cli/output/'], reach: every },
    'string-width': { at: ['src/cli/output/'], reach: every },
    'fastest-levenshtein': { at: ['src/base/text/nearest.ts', 'src/local/profile.ts'], reach: every },
    'lossless-json': {
      at: [
        'src/base/lossless-json.ts',
        'src/cli/output/text/json.ts',
        'src/domain/sequence/sequence-file.ts',
        'src/base/exact-json.ts',
      ],
      reach: every,
    },
    '@inquirer/core': { at: ['src/cli/consent/screen.ts', 'src/cli/consent/confirm.ts'], reach: later },
    '@inquirer/prompts': { at: ['src/cli/consent/ask.ts'], reach: later },
    ora: { at: ['src/cli/messages/progress.ts'], reach: later },
    '@valibot/to-json-schema': {
      at: ['src/cli/describe/json-schema.ts', 'src/sandbox/service/mcp-tools.ts'],
      reach: every,
    },
    '@modelcontextprotocol/sdk': {
      at: ['src/client/mcp/session.ts', 'src/cli/agent/stdio-server.ts'],
      reach: later,
    },
    '@redis/client': { at: ['src/client/rate-limit/redis-log.ts'], reach: later },
    'cross-spawn': { at: ['src/cli/outside/start-program.ts'], reach: every },
    diff: { at: ['src/domain/campaign-plan/word-diff.ts'], reach: later },
    conf: { at: ['src/local/profiles.ts'], reach: later },
    libsql: { at: ['src/local/database.ts'], reach: later },
    pg: { at: ['src/shared-journal/store.ts'], reach: later },
    undici: { at: ['src/client/transport/network.ts'], reach: later },
    valibot: { at: ['src/contract/schema/problems-of.ts', 'src/contract/schema/schema.ts'], reach: every },
    yaml: { at: ['src/cli/input/yaml.ts', 'src/cli/input/edited-yaml.ts'], reach: later },
  };

/** Who may touch what the world stands for. */
const exempt: Readonly<Record<string, readonly string[]>> = {
  /** `runtime.ts` asks which modules this Node has; nothing else about the process. */
  process: ['src/main.ts', 'src/local/runtime.ts'],
  'Date.now': ['src/main.ts'],
  'Math.random': ['src/main.ts'],
  any: ['src/cli/declare/command.ts'],
  'node:process': ['src/main.ts', 'src/local/runtime.ts'],
};

/** Every breach of the house's rules, a line each. */
export function breaches(files: readonly SourceFile[]): string[] {
  return [...files.flatMap(breachesOf), ...rings(files), ...files.flatMap(upward)];
}

function breachesOf(file: SourceFile): string[] {
  const oddities = [...file.globals, ...file.oddities].filter((what) => !exempt[what]?.includes(file.path));
  return [
    ...new Set(oddities.map((what) => `${file.path} uses ${what}`)),
    ...namedCommands(file).map(
      (name) => `${file.path} names the command outreach ${name}: the edge does that`,
    ),
    ...file.imports.flatMap((found) => {
      const wrong = found.to.startsWith('src/') ? wrongArrow(file.path, found) : wrongDoor(file.path, found);
      return wrong === undefined ? [] : [`${file.path} -> ${found.to} (${found.reach}): ${wrong}`];
    }),
  ];
}

const groups: readonly string[] = readdirSync(resolve(import.meta.dirname, '../../src/commands'));
const belowTheEdge: readonly unknown[] = [
  'base',
  'contract',
  'domain',
  'client',
  'local',
  'shared-journal',
  'sandbox',
];

/** Another program that uses these rooms has other commands. */
const namedCommands = ({ path, strings }: SourceFile): string[] =>
  belowTheEdge.includes(layerOf(path)) ? strings.flatMap(commandsIn) : [];

const commandsIn = (text: string): string[] =>
  [...text.matchAll(/\boutreach ([a-z]+)\b/g)]
    .map(([, word = '']) => word)
    .filter((word) => groups.includes(word));

function wrongArrow(path: string, { to, reach }: Import): string | undefined {
  if (!/\.(?:ts|tsv|json|md|css|sql|bash|fish|ps1|zsh)$/.test(to))
    return 'imports end in .ts, or name a data file';
  const [from, goal] = [layerOf(path), layerOf(to)];
  if (from === undefined || goal === undefined) return 'is in no layer';
  if (from === 'commands' && goal === 'commands') return betweenCommands(path, to, reach);
  if (from === goal) return undefined;
  if (from === 'commands' && goal === 'sandbox')
    return groupOf(path) === 'sandbox' && reach !== 'static'
      ? undefined
      : 'the sandbox is reached by its own commands, by import()';
  const allowed = arrows[from][goal] ?? [];
  if (allowed.includes(reach)) return undefined;
  return allowed.length === 0
    ? `${from} must not know ${goal}`
    : `${from} reaches ${goal} by ${allowed.join(' or ')} only`;
}

function betweenCommands(path: string, to: string, reach: Reach): string | undefined {
  if (path === 'src/commands/index.ts')
    return reach === 'static' ? 'groups are loaded by import()' : undefined;
  return groupOf(path) === groupOf(to) ? undefined : 'a group must not know another one';
}

function wrongDoor(path: string, { to, reach }: Import): string | undefined {
  if (to === 'package.json') return layerOf(path) === 'main' ? undefined : 'only main knows the package';
  if (to.startsWith('node:') && !(to in doors)) {
    const allowed = exempt[to];
    return allowed && !allowed.includes(path) ? 'only main knows the process' : undefined;
  }
  const door = doors[to];
  if (!door) return 'a library without a door';
  if (!door.at.some((at) => path === at || (at.endsWith('/') && path.startsWith(at))))
    return `its door is ${door.at.join(', ')}`;
  return door.reach.includes(reach) ? undefined : 'it is heavy: open it by import()';
}

function layerOf(path: string): Layer | undefined {
  if (path === 'src/main.ts') return 'main';
  const [, folder] = path.split('/');
  return folder !== undefined && folder in arrows && folder !== 'main' ? (folder as Layer) : undefined;
}

const groupOf = (path: string): string | undefined => path.split('/')[2];

/** Files that need each other, be it for their types alone or later. */
function rings(files: readonly SourceFile[]): string[] {
  const next = new Map(files.map(({ path, imports }) => [path, new Set(imports.map(({ to }) => to))]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) found.push(`ring: ${[...trail.slice(trail.indexOf(path)), path].join(' -> ')}`);
    if (done.has(path)) return;
    done.add(path);
    for (const to of next.get(path) ?? []) visit(to, [...trail, path]);
  };
  for (const path of next.keys()) visit(path, []);
  return found;
}

/** The floors of cli, client and domain, top to bottom; domain has a common ground floor. */
const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'src/cli': [
    ['agent', 'completion/names'],
    ['', 'run', 'completion'],
    ['launch/check'],
    ['launch', 'drafts'],
    ['stop'],
    ['connect', 'describe', 'find', 'person', 'output'],
    ['output/terminal'],
    ['consent', 'answer'],
    ['output/formats', 'output/page'],
    ['spending', 'input'],
    ['files', 'messages', 'profile', 'options'],
    ['output/text', 'messages/hints', 'line', 'outside'],
    ['advice'],
    ['declare'],
  ],
  'src/client': [
    ['', 'mcp'],
    ['guard'],
    ['evidence'],
    ['lists', 'response', 'rate-limit', 'transport'],
    ['request', 'retry', 'api'],
  ],
  'src/domain': [
    ['attention'],
    ['campaign-plan'],
    ['campaign-file'],
    [
      '',
      'address',
      'copy',
      'course',
      'events',
      'launch',
      'lead-file',
      'mail',
      'mailbox',
      'replies',
      'sequence',
      'statistics',
      'why',
    ],
  ],
};

/** Arrows within them that do not go down, and rooms without a floor. */
function upward({ path, imports }: SourceFile): string[] {
  const layer = Object.keys(floors).find((name) => path.startsWith(`${name}/`));
  if (layer === undefined) return [];
  const roomOf = (file: string) => posix.dirname(file).slice(layer.length + 1);
  const floorOf = (file: string) => floors[layer]?.findIndex((rooms) => rooms.includes(roomOf(file))) ?? -1;
  if (floorOf(path) < 0 && !/\.(?:md|css|sql|tsv|json)$/.test(path))
    return [`${path}: its room has no floor`];
  return imports
    .filter(({ to }) => to.startsWith(`${layer}/`) && to.endsWith('.ts') && roomOf(to) !== roomOf(path))
    .filter(
      ({ to }) => floorOf(to) < floorOf(path) || (floorOf(to) === floorOf(path) && layer !== 'src/domain'),
    )
    .map(({ to }) => `${path} -> ${to}: ${roomOf(path)} is not above ${roomOf(to)}`);
}

const mostInFolder = 18;
/** A file for each area of the service lies in these. */
const byArea = ['src/contract/areas', 'src/sandbox/handlers'];
const mostTiny = 20;

/** Folders with too many files, and too many files of ten lines or fewer; the lists of command groups do not count. */
export function overfull(lengths: ReadonlyMap<string, number>): string[] {
  const folders = new Map<string, number>();
  for (const path of lengths.keys())
    folders.set(posix.dirname(path), (folders.get(posix.dirname(path)) ?? 0) + 1);
  const tiny = [...lengths].filter(
    ([path, lines]) => lines <= 10 && !/^src\/commands\/[^/]+\/index\.ts$/.test(path),
  );
  return [
    ...[...folders]
      .filter(([folder, count]) => count > mostInFolder && !byArea.includes(folder))
      .map(([folder, count]) => `${folder} holds ${count} files`),
    ...(tiny.length > mostTiny
      ? [`${tiny.length} files of ten lines or fewer: ${tiny.map(([path]) => path).join(', ')}`]
      : []),
  ];
}

/** Every file that loads when `path` does. */
export function loadedWith(path: string, files: readonly SourceFile[]): ReadonlySet<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const loaded = new Set<string>();
  const load = (name: string) => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const { to, reach } of byPath.get(name)?.imports ?? []) if (reach === 'static') load(to);
  };
  load(path);
  return loaded;
}
