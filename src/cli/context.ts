import type { Api } from '../client/api.ts';
import type { AnyInput, AnyOperation } from '../contract/operation.ts';
import type { Transport } from '../contract/wire.ts';
import { openProfiles } from '../local/profiles.ts';
import type { Asker } from './ask.ts';
import type { Context, Globals, GroupEntry } from './command.ts';
import { DryRun } from './dry-run.ts';
import { createFind } from './find.ts';
import { createGate } from './gate.ts';
import { createList } from './listing.ts';
import type { Messages } from './messages.ts';
import { readFile, writeFile } from './read-file.ts';
import type { Settings } from './settings.ts';
import type { World } from './world.ts';

export interface ContextParts {
  world: World;
  globals: Globals;
  tree: readonly GroupEntry[];
  messages: Messages;
  /** Made when a question may come: looking at stdin takes time. */
  ask(): Asker;
  progress: Context['progress'];
  run: Context['run'];
  /** Absent for a command that works without key and service. */
  settings: Settings | undefined;
}

/** What a command has at hand. The client is loaded only for commands that speak with the service. */
export async function createContext(parts: ContextParts): Promise<Context> {
  const { world, globals, tree, messages, progress, run } = parts;
  let asker: Asker | undefined;
  const ask = () => {
    asker ??= parts.ask();
    return asker;
  };
  const connect = async (settings: Settings): Promise<Api> => (await clientOf(parts, settings)).api;
  const client = parts.settings && (await clientOf(parts, parts.settings));
  const api = () => present(client).api;
  return {
    get api() {
      return api();
    },
    get settings() {
      return present(parts.settings);
    },
    list: createList(api, globals),
    approve: (operation, input, quote) =>
      createGate({
        globals,
        settings: present(parts.settings),
        ask: ask(),
        prepare: present(client).prepare,
        say: messages.tell,
      })(operation, input, quote),
    find: createFind(api),
    connect,
    get ask() {
      return ask();
    },
    progress,
    note: messages.note,
    warn: messages.warn,
    readFile: (path) => readFile(world, path),
    writeFile: (path, content, options) => writeFile(world, path, content, options),
    run,
    globals,
    profiles: openProfiles(world),
    world,
    tree,
  };
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a command marked as local asked for the service');
  return value;
}

async function clientOf({ world, globals, messages }: ContextParts, settings: Settings) {
  const [{ createClient }, { prepare }] = await Promise.all([
    import('../client/client.ts'),
    import('../client/request.ts'),
  ]);
  const { baseUrl, key, routes } = settings;
  const options = { baseUrl, key, routes, version: world.version };
  const api = createClient({
    transport: transportOf(world, settings),
    settings,
    routes,
    clock: world.clock,
    random: world.random,
    signal: world.signal,
    version: world.version,
    note: messages.note,
    ...(globals.timeout !== undefined && { timeoutMs: globals.timeout }),
    ...(globals.debug && { debug: messages.tell }),
    ...(globals.dryRun && {
      onDryRun: (request, operation) => {
        throw new DryRun(request, operation);
      },
    }),
  });
  return {
    api,
    prepare: (operation: AnyOperation, input: AnyInput) => prepare(operation, input, options),
  };
}

/** The embedded sandbox is opened at the first exchange; a served one is a service like any other. */
function transportOf(world: World, { inProcess, baseUrl }: Settings): Transport {
  if (!inProcess) return world.network(baseUrl);
  return async (request, signal) => (await world.sandbox())(request, signal);
}
