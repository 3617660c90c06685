import { Failure } from '../contract/errors.ts';
import type { AnyCommand, Globals, GroupEntry } from './command.ts';
import { createContext } from './context.ts';
import { DryRun, describeDryRun, requestCommand } from './dry-run.ts';
import { exitCodeOf } from './exit.ts';
import { asFailure, failureJson, failureLines } from './failure-text.ts';
import { createMessages, type Messages } from './messages.ts';
import { sinkOf } from './output/sink.ts';
import { createWriter, type Writer } from './output/writer.ts';
import { type Line, parseLine } from './program.ts';
import { refuseKeys } from './refuse-keys.ts';
import { type Found, isGroup, resolve } from './resolve.ts';
import type { Settings } from './settings.ts';
import type { World } from './world.ts';

export interface Ending {
  /** For the shell. */
  readonly exit: number;
  /** What the command returned. */
  readonly value: unknown;
}

/** Runs one command line to its end: prints its data on stdout or its failure on stderr, and never throws. */
export async function run(world: World, tree: readonly GroupEntry[]): Promise<Ending> {
  const { argv } = world;
  try {
    refuseKeys(argv);
    if (asksForVersion(argv)) return await showVersion(world);
    const found = await resolve(tree, argv);
    const { node } = found;
    if (found.help || node === undefined || isGroup(node)) return await showHelp(world, tree, found);
    return { exit: 0, value: await runCommand(world, tree, node, parseLine(node, { ...found, argv })) };
  } catch (error) {
    return { exit: showFailure(world, error), value: undefined };
  }
}

async function runCommand(
  world: World,
  tree: readonly GroupEntry[],
  command: AnyCommand,
  { globals, values }: Line,
): Promise<unknown> {
  const writer = createWriter({ world, globals });
  const messages = createMessages(world.stderr, globals);
  const local = typeof command.local === 'function' ? command.local(values) : command.local;
  const settings = local ? undefined : await settingsOf(world, globals, messages);
  const nested = (argv: readonly string[]) => run(Object.create(world, { argv: { value: argv } }), tree);
  const { ask, progress } = provisional;
  const context = await createContext({
    world,
    globals,
    tree,
    messages,
    settings,
    run: nested,
    ask,
    progress,
  });
  try {
    const result: unknown = await command.run(context, values);
    await writer.write(command, result, values);
    return result;
  } catch (error) {
    if (error instanceof DryRun) return await showRequest(writer, error);
    if (error instanceof Failure && error.result !== undefined)
      await writer.write(command, error.result, values);
    throw error;
  }
}

const provisional = {
  ask: {
    possible: false,
    confirm: () => Promise.reject(new Failure('not-confirmed', 'cannot ask')),
    secret: () => Promise.reject(new Failure('not-confirmed', 'cannot ask')),
    text: () => Promise.reject(new Failure('not-confirmed', 'cannot ask')),
    choose: () => Promise.reject(new Failure('not-confirmed', 'cannot ask')),
  },
  progress: <T>(_: string, during: (say: (label: string) => void) => Promise<T>) => during(() => {}),
};

async function settingsOf(world: World, globals: Globals, { note, warn }: Messages): Promise<Settings> {
  const { resolveSettings } = await import('./settings.ts');
  const settings = resolveSettings(world, globals);
  settings.notices.forEach(note);
  settings.warnings.forEach(warn);
  return settings;
}

async function showRequest(writer: Writer, dryRun: DryRun): Promise<unknown> {
  const request = describeDryRun(dryRun);
  await writer.write(requestCommand, request, {});
  return request;
}

const asksForVersion = ([first, ...rest]: readonly string[]): boolean =>
  (first === '--version' || first === '-V') && rest.every((word) => word === '--json');

async function showVersion({ argv, stdout, version }: World): Promise<Ending> {
  await sinkOf(stdout).write(argv.includes('--json') ? `${JSON.stringify({ version })}\n` : `${version}\n`);
  return { exit: 0, value: version };
}

/** Help is data: it was asked for. A group without its verb asks for it, too, unless a script wants JSON. */
async function showHelp(
  world: World,
  tree: readonly GroupEntry[],
  { path, node, help }: Found,
): Promise<Ending> {
  if (!help && wantsJson(world.argv))
    throw new Failure('usage', `'${['outreach', ...path].join(' ')}' needs a command`, {
      code: 'missing_command',
      hint: 'outreach commands --json lists every command.',
    });
  const [{ commandHelp, groupHelp, rootHelp }, { helpOptions }] = await Promise.all([
    import('./help.ts'),
    import('./help-options.ts'),
  ]);
  const options = await helpOptions(world, world.argv.includes('--no-color'));
  const page = () => {
    if (node === undefined) return rootHelp(tree, options);
    return isGroup(node) ? groupHelp(node, path, options) : commandHelp(node, path, options);
  };
  const text = page();
  await sinkOf(world.stdout).write(text, world.signal);
  return { exit: 0, value: text };
}

/** Before the line is parsed, and where it cannot be. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? argv.length : end).some((word) => word === '--json' || word === '--ndjson');
}

function showFailure({ argv, env, stderr, signal }: World, error: unknown): number {
  const failure = asFailure(signal.aborted && !(error instanceof Failure) ? signal.reason : error);
  const lines = wantsJson(argv) ? [failureJson(failure)] : failureLines(failure);
  stderr.write(`${lines.join('\n')}\n`);
  if (failure.kind === 'internal' && (env.OUTREACH_DEBUG || argv.includes('--debug')) && !wantsJson(argv))
    stderr.write(`${stackOf(error)}\n`);
  return exitCodeOf(failure.kind);
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? '') : '');
