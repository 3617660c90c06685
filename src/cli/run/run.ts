import { counted } from '../../base/counted.ts';
import { durationOf } from '../../base/duration.ts';
import { Failure } from '../../base/errors.ts';
import { exitCodeOf } from '../../base/failure-codes.ts';
import { forgetSecrets } from '../../base/text/hide-secrets.ts';
import type { Page } from '../../client/api/api.ts';
import { asItCame } from '../../client/response/as-it-came.ts';
import { rememberKey } from '../../contract/keys.ts';
import { createGuards } from '../connect/guards.ts';
import { createTargetClock, embedded } from '../connect/target-clock.ts';
import { createAsker } from '../consent/ask.ts';
import type { Asker } from '../declare/asker.ts';
import type { AnyCommand, GroupEntry, Screen } from '../declare/command.ts';
import type { Messages, RunResult } from '../declare/context-parts.ts';
import { ChildEnded, Decided, DryRun, DryRunOfAll } from '../declare/early-end.ts';
import { type Globals, isForPeople, prettyWord } from '../declare/globals.ts';
import { Listing } from '../declare/listing.ts';
import type { Params } from '../declare/params.ts';
import type { Settings } from '../declare/settings.ts';
import { withSettings } from '../declare/settings.ts';
import { underCi, type World, withParts } from '../declare/world.ts';
import { chosenFilters } from '../find/list.ts';
import { asksForFields, type Found, isGroup, refuseKeys, resolve } from '../line/find-command.ts';
import { type Line, parseLine } from '../line/parse-line.ts';
import { createMessages } from '../messages/messages.ts';
import { createProgress } from '../messages/progress.ts';
import { failureOf, showFailure } from '../messages/show-failure.ts';
import { createWaitWatch } from '../messages/wait-watch.ts';
import { indentOf, jsonDocument, wantsJson, wantsPretty } from '../output/text/json.ts';
import { outputFailed, sinkOf } from '../output/text/sink.ts';
import { Writer } from '../output/writer.ts';
import { announce } from './announce.ts';
import { type ContextParts, createContext } from './create-context.ts';
import { withJournal } from './with-journal.ts';

/** Runs one command line to its end: prints its data on stdout or its failure on stderr, and never throws. */
export async function run(world: World, tree: readonly GroupEntry[], outer?: Outer): Promise<RunResult> {
  const { argv } = world;
  if (!outer) forgetSecrets();
  rememberKey(world.env.OUTREACH_API_KEY);
  const guards = createGuards();
  const closing: (() => void | Promise<void>)[] = [];
  const atEnd: ContextParts['atEnd'] = (close) => void closing.push(close);
  let token: string | undefined;
  try {
    refuseKeys(argv);
    const [first = '', ...others] = argv.filter((word) => !shades.includes(word));
    if (versionWords.includes(first) && others.every((word) => besideVersion.includes(word)))
      return await showVersion(world);
    const found = await resolve(tree, argv);
    const { node } = found;
    if (found.help || node === undefined || isGroup(node)) return await showHelp(world, tree, found);
    if (asksForFields(node, found.words))
      return { exit: 0, value: await (await import('../answer/fields-help.ts')).showFields(world, node) };
    const line = await parseLine(node, { ...found, argv });
    token = line.globals.once;
    if (world.env.OUTREACH_DEBUG) line.globals.debug = true;
    atEnd(startTimeLimit(world, outer ? undefined : line.globals.timeout));
    const parts = { guards, atEnd, outer, path: found.path.join(' ') };
    return {
      exit: 0,
      value: await runCommand(withJournal(world, line.globals), tree, { command: node, ...line }, parts),
    };
  } catch (error) {
    if (error instanceof Decided) return { exit: 0, value: error };
    if (error instanceof ChildEnded) return { exit: error.exit, value: undefined };
    const { endOfLine } = await import('../connect/end-of-line.ts');
    const failure = await endOfLine(failureOf(world, error), guards, token);
    if (!outer?.silent) await showFailure(world, failure);
    // What could not be written to stdout is given again at the next run.
    if (failure.code !== outputFailed) await tidied(world, guards.acknowledge);
    return { exit: exitCodeOf(failure.kind), value: undefined, failure };
  } finally {
    for (const close of closing) await close();
    await tidied(world, guards.close);
  }
}

/**
 * How the run went is already printed. That the journal cannot record this changes nothing: what is held is free as soon as
 * this process is gone, and what is done is given again by the next run. So it takes no second failure.
 */
async function tidied(world: World, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failure)) await showFailure(world, error);
  }
}

/** Present where a command runs another one. */
type Outer = { readonly silent: boolean };

/** Whether the output of this command is read in a pager: where that was asked for, and nothing else is to be typed. */
const wantsPager = (
  { uses, args, waits, interactive }: AnyCommand,
  { pager, json, ndjson, csv }: Globals,
  { env, stdout }: World,
): boolean =>
  (pager || Boolean(env.OUTREACH_PAGER?.trim())) &&
  stdout.isTTY === true &&
  !(json || ndjson || csv || underCi(env)) &&
  !(waits || interactive || args?.yes) &&
  uses.every(({ kind }) => kind === 'read');

type Parts = Pick<ContextParts, 'guards' | 'atEnd'> & { outer: Outer | undefined; path: string };

async function runCommand(
  world: World,
  tree: readonly GroupEntry[],
  line: Line & { command: AnyCommand },
  parts: Parts,
): Promise<unknown> {
  if (parts.outer || !wantsPager(line.command, line.globals, world))
    return runToEnd(await started(world, tree, line, parts));
  const pager = (await import('./pager.ts')).openPager(world);
  try {
    return await runToEnd(await started(pager.world, tree, line, parts));
  } catch (error) {
    if (pager.isLeft) return undefined;
    throw error;
  } finally {
    await pager.end();
  }
}

const warningBy =
  ({ warn }: Messages) =>
  ({ message }: Error): void =>
    warn(message);

/** What a command whose line is understood runs with. */
async function started(
  world: World,
  tree: readonly GroupEntry[],
  { command, globals: asked, notes, missing, refusal, ...line }: Line & { command: AnyCommand },
  { guards, atEnd, outer, path }: Parts,
) {
  const asLines =
    command.jsonLines !== undefined && line.values[command.jsonLines] !== undefined && !asked.csv;
  const globals = asLines ? { ...asked, json: false, ndjson: true } : asked;
  const targetClock = createTargetClock(world);
  const writer = new Writer({ world, globals, now: targetClock.now, warnings: guards.warnings });
  let asker: Asker | undefined;
  // Made when a question may come: looking at stdin takes time.
  const ask = () => {
    asker ??= createAsker({ world, globals });
    return asker;
  };
  const isAsked = missing.length > 0 && ask().possible;
  if (refusal && !isAsked) throw refusal;
  if (globals.fields || globals.sort)
    (await import('../answer/check-asked.ts')).checkAsked(command, globals, line.values);
  const messages = await createMessages(world, globals);
  const local =
    command.local === 'allProfiles'
      ? line.values.allProfiles === true
      : typeof command.local === 'function'
        ? command.local(line.values)
        : command.local;
  const settings = local ? undefined : await settingsOf(world, globals);
  if (settings && !outer) await announce({ world, globals, command, settings, messages });
  let { values } = line;
  const params = Object.entries((command.args ?? {}) as Params);
  if (params.some(([name, { moment }]) => moment && values[name] !== undefined)) {
    const { resolveMoments } = await import('../line/moment.ts');
    // Days and times count from the clock of the target, which is known only now.
    values = await resolveMoments(command.args ?? {}, values, globals, (use) =>
      targetClock.ask(settings ?? (use === 'next' ? embedded : undefined)),
    );
  }
  for (const note of notes) messages.note(note);
  const whenShown: (() => Promise<void>)[] = [];
  const pace = createWaitWatch(world.clock);
  const progress = createProgress({ world, globals, limit: pace.limit });
  const context = await createContext({
    world,
    globals: withSettings(globals, settings, world),
    command: path,
    tree,
    messages,
    settings,
    callsService: !command.offline,
    filters: chosenFilters(command, values),
    columns: command,
    isUrgent: command.stops === true,
    guards,
    atEnd,
    whenShown: (work) => void whenShown.push(work),
    run: async (argv, options = {}) => {
      const { nestedWorld } = await import('./nested-world.ts');
      return run(await nestedWorld(world, argv, options, globals), tree, { silent: options.silent === true });
    },
    ask,
    progress,
    pace,
    targetClock,
  });
  return {
    ...{ world, command, globals, values, context, settings, guards, outer },
    ...{ writer, messages, progress, whenShown },
    /** What a person is asked for first. */
    asked: isAsked ? missing : [],
  };
}

async function runToEnd(ready: Awaited<ReturnType<typeof started>>): Promise<unknown> {
  const { world, command, globals, asked, context, settings, guards, outer } = ready;
  const { writer, messages, progress, whenShown } = ready;
  let { values } = ready;
  const wereShown = async () => {
    if (!writer.closed) for (const work of whenShown) await work();
  };
  try {
    if (asked.length > 0) {
      const { askMissing } = await import('../find/ask-missing.ts');
      values = { ...values, ...(await askMissing(context, asked, values)) };
    }
    const result: unknown = await command.run(context, values);
    const isFollowed = !outer && command.next !== undefined && isForPeople(world, globals);
    const { shown, value } = outer || isFollowed ? kept(result) : { shown: result, value: () => result };
    const came = asItCame(shown);
    messages.sayGuesses();
    const cutShort = await (came
      ? (await otherShape()).showAsItCame({ command, values, globals, writer, messages }, came)
      : writer.write(command, shown, values)
    ).catch((error: unknown) => {
      throw guards.haveChanged ? doneUnseen(error) : error;
    });
    await wereShown();
    if (cutShort && command.whole) throw new Failure('incomplete_list', cutShort);
    if (cutShort) messages.warn(`${cutShort}.`);
    await guards.acknowledge();
    if (isFollowed && !came) {
      const { suggestNext } = await import('./suggest-next.ts');
      suggestNext(messages, { command, result: value(), values, settings });
    }
    return came ? came.answer : value();
  } catch (error) {
    if (error instanceof DryRun || error instanceof DryRunOfAll)
      return await showRequests(writer, messages, globals, error);
    const unshaped = isOnlyShown(command, values, error)
      ? (await otherShape()).unshapedOf(command, values, globals, error)
      : undefined;
    if (unshaped) {
      messages.warn(unshaped.warning);
      await writer.write(unshaped.drawn, unshaped.answer, values);
      return unshaped.answer;
    }
    if (error instanceof Failure && error.result !== undefined)
      // How it went counts for more than that it could not be shown.
      await writer.write(command, error.result, values).then(wereShown).catch(warningBy(messages));
    throw error;
  } finally {
    messages.sayGuesses();
    if (!outer) await world.deliver?.({ progress, note: messages.note }).catch(warningBy(messages));
  }
}

/** `--timeout` ends a command as Ctrl-C does. Gives what lifts the limit; a line that a command runs is within its own. */
function startTimeLimit({ stopAfter }: World, ms: number | undefined): () => void {
  if (ms === undefined) return () => undefined;
  const message = `The time allowed for the whole command is over (${durationOf(ms)})`;
  return stopAfter(ms, new Failure('command_timeout', message, { retryable: true }));
}

const otherShape = () => import('./other-shape.ts');

/** A command that only reads, and writes no file, has nothing else to do than to show what came. */
const isOnlyShown = (
  { uses, args }: AnyCommand,
  values: Readonly<Record<string, unknown>>,
  error: unknown,
): boolean =>
  error instanceof Failure &&
  error.is('other_shape') &&
  uses.every(({ kind }) => kind === 'read') &&
  !Object.entries((args ?? {}) as Params).some(
    ([name, { use }]) => use === 'written' && values[name] !== undefined,
  );

/** What changes something must not look as if it might be tried again, only because its result could not be printed. */
function doneUnseen(error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== outputFailed) return error;
  return new Failure(error.code, `It is done, but: ${error.message}`, {
    kind: 'unknown-outcome',
    outcome: 'done',
    hint: 'Do not repeat it: look at what it did.',
    cause: error,
  });
}

const settingsOf = async (world: World, globals: Globals): Promise<Settings> => {
  const settings = (await import('../profile/settings.ts')).resolveSettings(world, globals);
  // Few profiles have any, and to check them takes the whole contract.
  if (Object.keys(settings.routes).length > 0)
    (await import('../profile/checked-route.ts')).checkRoutes(settings);
  return settings;
};

/** A list is fetched while it is drawn; the caller of the command also needs its items. */
function kept(result: unknown): { shown: unknown; value(): unknown } {
  if (!(result instanceof Listing)) return { shown: result, value: () => result };
  const pages: Page<unknown>[] = [];
  async function* keeping(listing: Listing<unknown>) {
    for await (const page of listing.pages) {
      pages.push(page);
      yield page;
    }
  }
  const value = () => ({ ...pages.at(-1), items: pages.flatMap(({ items }) => items) });
  return { shown: new Listing(keeping(result)), value };
}

/** Throws what would refuse the call, after its request, which only a document shows then. */
async function showRequests(
  writer: Writer,
  { note }: Pick<Screen, 'note'>,
  { json, ndjson, csv, fields }: Globals,
  dryRun: DryRun | DryRunOfAll,
): Promise<unknown> {
  const refusal = dryRun.rehearsal?.refusal;
  if (refusal && !json && !ndjson && !csv && !fields) {
    note('A dry run: this would be refused, and nothing was sent. To see the request, add --json.');
    throw refusal;
  }
  const shown = await import('../answer/show-request.ts');
  const isOne = dryRun instanceof DryRun;
  const what = isOne ? 'this is the request' : 'these are the requests, in order';
  note(`A dry run: ${what}, and nothing was sent.`);
  for (const { request, truncated } of isOne ? [dryRun] : dryRun.each)
    if (truncated)
      note(
        `${request.method} ${request.path} shows ${truncated.shown} of ${counted(truncated.total, 'lead')}.`,
      );
  const document = await (isOne ? shown.describeDryRun(dryRun) : shown.describeDryRuns(dryRun));
  await writer.write(shown.requestCommand, document, {});
  if (refusal) throw refusal;
  return document;
}

const versionWords: readonly string[] = ['--version', '-V', '-v', 'version'];
const besideVersion: readonly string[] = ['--json', prettyWord, '--help', '-h'];
const shades: readonly string[] = ['--no-color', '--quiet', '-q'];

async function showVersion(world: World): Promise<RunResult> {
  const { argv, stdout, version } = world;
  const text = wantsJson(argv) ? jsonDocument({ version }, indentOf(world)) : `${version}\n`;
  await sinkOf(stdout).write(text);
  return { exit: 0, value: version };
}

/** Help is data: it was asked for. A group without its verb asks for it, too, unless a script wants JSON, which `commands` has. */
async function showHelp(world: World, tree: readonly GroupEntry[], found: Found): Promise<RunResult> {
  const { path, node, help } = found;
  if (wantsJson(world.argv)) {
    if (!help)
      throw new Failure('missing_command', `'${['outreach', ...path].join(' ')}' needs a command`, {
        hint: 'outreach commands --json --compact lists every command.',
      });
    const form = node === undefined || isGroup(node) ? '--compact' : '--schemas';
    const argv = ['commands', ...path, form, wantsPretty(world) ? prettyWord : '--json'];
    return run(withParts(world, { argv }), tree);
  }
  const { helpOf } = await import('../describe/help-of.ts');
  const { drawHelp, helpOptions } = await import('../describe/draw-help.ts');
  const options = await helpOptions(world, world.argv.includes('--no-color'));
  const text = drawHelp(helpOf(tree, found, world.argv.includes('--all')), options);
  await sinkOf(world.stdout).write(text, world);
  return { exit: 0, value: text };
}
