import { Failure } from '../../base/errors.ts';
import type { Asker, Choice, Screen } from '../declare/asker.ts';
import { isStandardInput } from '../declare/file-limits.ts';
import type { Globals } from '../declare/globals.ts';
import { type InputStream, underCi, type World } from '../declare/world.ts';
import { colourLevel } from '../output/text/paint.ts';
import { type Safe, safeLine } from '../output/text/safe-text.ts';
import { columnsOf } from '../output/text/window.ts';
import type { FreshKeys } from './fresh-keys.ts';

type Options = {
  world: Pick<World, 'stdin' | 'stderr' | 'clock' | 'env' | 'platform' | 'signal'> &
    Partial<Pick<World, 'argv' | 'keyboard'>>;
  globals: Pick<Globals, 'noInput' | 'noColor' | 'json' | 'ndjson'>;
};
type Prompts = Pick<typeof import('@inquirer/prompts'), 'password' | 'input' | 'select' | 'search'> & {
  confirm: Awaited<ReturnType<typeof import('./confirm.ts').loadConfirm>>;
};
type PromptContext = Pick<FreshKeys, 'dropPaste'> & {
  input: FreshKeys['input'];
  output: FreshKeys['output'];
  clearPromptOnDone: false;
  signal: AbortSignal;
};

/**
 * Asks on stderr, so that stdout may go to a file. Scripts are never asked: neither with `--json` nor under CI, even
 * where they run in a terminal. What was typed before a question could be read answers none. Every question throws
 * `not-confirmed` where no person can answer, at Escape or where the input ends (Ctrl-D), and what the world's signal
 * says, or `interrupted`, at Ctrl-C.
 */
export function createAsker({ world, globals }: Options): Asker {
  const obstacleNow = () => obstacleOf(world, globals);
  const isColoured = colourLevel({ flag: globals.noColor, env: world.env, stream: world.stderr }) > 0;
  const theme = isColoured ? {} : { theme: plain };

  const mustBePossible = (what: string, instead: string, obstacle = obstacleNow()): void => {
    const refusal = { kind: 'not-confirmed', hint: instead } as const;
    if (obstacle) throw new Failure('input_required', `Cannot ${what}: ${obstacle}`, refusal);
    world.signal.throwIfAborted();
  };

  const ask = async <T>(
    question: string,
    instead: string,
    prompt: (prompts: Prompts, message: string, context: PromptContext) => Promise<T>,
    { after = '', undone }: { after?: string; undone?: string | undefined } = {},
  ): Promise<T> => {
    mustBePossible(`ask "${question}"`, instead);
    const prompts = await promptsFor(world);
    const message = await broken(safeLine(question), after, roomIn(world));
    const asked = { answer: `an answer to "${question}"`, instead, undone };
    return answered(asked, world, (context) => prompt(prompts, message, context));
  };
  const confirm = (question: string, fallback = false, instead = yes, undone?: string) =>
    ask(question, instead, confirmed({ default: fallback, ...theme }), { after: 'Type y or n: yes', undone });

  return {
    get possible() {
      return obstacleNow() === undefined;
    },
    confirm,
    agree: async (question, undone, instead) => {
      if (!(await confirm(question, false, instead, undone)))
        throw new Failure('declined', `Cancelled. ${undone}`);
    },
    secret: (question, instead = 'Give it on stdin, in a file or in the environment.') =>
      ask(question, instead, ({ password }, message, context) =>
        password({ message, mask: '*', toggleMask: false, ...theme }, context),
      ),
    text: (question, { fallback, check, instead = 'Give it on the command line.' } = {}) =>
      ask(question, instead, async ({ input }, message, context) => {
        const offered = fallback === undefined ? undefined : safeLine(fallback);
        const real = (value: string) => (value === offered && fallback !== undefined ? fallback : value);
        const validate = (value: string) => {
          const verdict = check?.(real(value)) ?? true;
          return verdict === true ? true : safeLine(verdict);
        };
        const config = { message, validate, ...theme, ...(offered !== undefined && { default: offered }) };
        return real(await input(config, context));
      }),
    choose: (question, choices, instead = 'Give it on the command line.') =>
      ask(question, instead, async ({ select }, message, context) => {
        const places = await placesOf(choices, roomIn(world));
        const at = await select({ message, choices: places, loop: false, ...theme }, context);
        return choices[at]?.value as never;
      }),
    search: (question, find, instead = 'Give it on the command line.') =>
      ask(question, instead, async ({ search }, message, context) => {
        const found: Choice<unknown>[] = [];
        const source = async (text = '', { signal }: { signal: AbortSignal }) => {
          const fitting = await find(text.trim(), signal);
          return placesOf(fitting, roomIn(world), found.push(...fitting) - fitting.length);
        };
        return found[await search({ message, source, ...theme }, context)]?.value as never;
      }),
    edit: async (question, initial, save, instead = 'Give it on the command line.') => {
      mustBePossible(`ask "${question}"`, instead, obstacleNow() ?? pipedIn(world));
      const { editorOf, editText } = await import('./editor.ts');
      world.stderr.write(`${safeLine(`${question} The editor is ${editorOf(world)}.`)}\n`);
      return editText(initial, world, save);
    },
    screens: (name, instead = 'The same can be done by other commands.') => {
      const dumb = world.env.TERM === 'dumb' ? 'a terminal with TERM=dumb cannot move its cursor' : undefined;
      mustBePossible(`show ${name}`, instead, obstacleNow() ?? pipedIn(world) ?? dumb);
      // Loaded while the caller reads: what is typed between that and the screen would show.
      void Promise.all([import('./screen.ts').then(({ loadKeys }) => loadKeys()), import('./fresh-keys.ts')]);
      return (screen) => shownUntilEnd(name, screen, instead, world);
    },
  };
}

/** A dumb terminal cannot move its cursor. */
const promptsFor = async ({ env }: Options['world']): Promise<Prompts> =>
  env.TERM === 'dumb'
    ? ((await import('./plain-prompts.ts')).plainPrompts as unknown as Prompts)
    : { ...(await import('@inquirer/prompts')), confirm: await (await import('./confirm.ts')).loadConfirm() };

/** Cells for a question or a choice, beside what the library puts in front of it and what follows. */
const roomIn = ({ stderr }: Options['world']): number => Math.max(16, columnsOf(stderr)) - 4;

async function shownUntilEnd<T>(
  name: string,
  screen: Screen<T>,
  instead: string,
  world: Options['world'],
): Promise<T> {
  const shows = (await import('./screen.ts')).openScreen(screen, world);
  return answered({ answer: `the end of ${name}`, instead }, world, shows.prompt, shows.escape);
}

/** Broken between words, with room for what follows on its last line: the library breaks a long question anywhere. */
async function broken(question: Safe, after: string, room: number): Promise<string> {
  const { wrap } = await import('../output/text/width.ts');
  const held = after.length > room ? '' : after.replaceAll(/./g, 'x');
  const text = `${question}${held && ` ${held}`}` as Safe;
  const lines = wrap(text, room);
  return lines
    .join('\n  ')
    .slice(0, -held.length || undefined)
    .replace(/ $/, '');
}

/** Choices as they are shown, by their place: the library would print a value that has no name. */
async function placesOf(choices: readonly Choice<unknown>[], room: number, from = 0) {
  const { truncate } = await import('../output/text/width.ts');
  return choices.map(({ name, about }, at) => ({
    name: truncate(safeLine(name), room),
    value: from + at,
    ...(about === undefined ? {} : { description: safeLine(about) }),
  }));
}

const confirmed =
  (config: { readonly default: boolean }) =>
  ({ confirm }: Prompts, message: string, context: PromptContext) =>
    confirm({ message, dropPaste: context.dropPaste, ...config }, context);

const yes = 'Pass --yes to skip the confirmation.';

/** Where a line reads its list from a pipe, a person answers at the terminal all the same. */
const keyboardOf = ({ argv = [], stdin, stderr, keyboard }: Options['world']): InputStream | undefined =>
  stdin.isTTY || !stderr.isTTY || !argv.some(isStandardInput) ? undefined : keyboard?.();

function hasKeyboard(world: Options['world']): boolean {
  const keyboard = keyboardOf(world);
  keyboard?.destroy();
  return keyboard !== undefined;
}

/** What takes the whole terminal does not share it with a pipe. */
const pipedIn = ({ stdin }: Options['world']): string | undefined =>
  stdin.isTTY ? undefined : 'stdin is not a terminal';

function obstacleOf(
  world: Options['world'],
  { noInput, json, ndjson }: Options['globals'],
): string | undefined {
  const { stdin, stderr, env } = world;
  if (noInput) return '--no-input forbids it';
  if (env.OUTREACH_NO_INPUT) return 'OUTREACH_NO_INPUT forbids it';
  if (json || ndjson) return `--${json ? 'json' : 'ndjson'} is for scripts`;
  if (!stdin.isTTY && !hasKeyboard(world)) return 'stdin is not a terminal';
  if (stdin.isTTY && stdin.readableEnded) return 'the input has ended';
  if (!stderr.isTTY) return 'stderr is not a terminal';
  if (underCi(env)) return 'CI is set';
  return undefined;
}

type Prompt<T> = (context: PromptContext) => Promise<T>;

interface Asked {
  readonly answer: string;
  readonly instead: string;
  /** What ends with it. */
  readonly undone?: string | undefined;
}

/** Asks anew after Ctrl-Z and `fg`: the library reads no more keys then. */
async function answered<T>(
  awaited: Asked,
  world: Options['world'],
  prompt: Prompt<T>,
  onEscape?: () => void,
): Promise<T> {
  const keyboard = keyboardOf(world);
  const { stdin, stderr, clock, signal } = world;
  const place = { stdin: keyboard ?? stdin, stderr, clock, signal };
  try {
    for (;;) {
      const given = await answeredOrSuspended(awaited, place, prompt, onEscape);
      if (given !== suspended) return given;
    }
  } finally {
    keyboard?.destroy();
  }
}

const suspended = Symbol('suspended');

/** The prompt library never settles when its input ends, so the end is watched for here. */
async function answeredOrSuspended<T>(
  { answer, instead, undone = 'Nothing was sent.' }: Asked,
  world: Pick<World, 'stdin' | 'stderr' | 'clock' | 'signal'>,
  prompt: Prompt<T>,
  onEscape?: () => void,
): Promise<T | typeof suspended> {
  const { stdin, signal } = world;
  const { freshKeys } = await import('./fresh-keys.ts');
  const keys = freshKeys(world, onEscape);
  const ended = new AbortController();
  // An answer pauses the input, too: by the next turn the question is settled and no listener is left.
  const end = () => void setImmediate(() => ended.abort());
  keys.input.on('pause', end);
  stdin.on('end', end).on('close', end);
  try {
    return await prompt({
      input: keys.input,
      output: keys.output,
      dropPaste: keys.dropPaste,
      clearPromptOnDone: false,
      signal: AbortSignal.any([signal, ended.signal, keys.left]),
    });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (ended.signal.aborted && keys.isSuspended() && !stdin.readableEnded) return suspended;
    if (ended.signal.aborted)
      throw new Failure('no_answer', `The input ended without ${answer}`, { hint: instead });
    if (keys.left.aborted) throw new Failure(keys.left.reason, `Cancelled. ${undone}`);
    throw error;
  } finally {
    stdin.off('end', end).off('close', end);
    keys.close();
  }
}

/** The library colours whatever the stream; this takes the colours out. */
const same = (text: string): string => text;
const plain = {
  prefix: { idle: '?', done: '*' },
  style: {
    answer: same,
    message: same,
    error: (text: string) => `> ${text}`,
    defaultAnswer: (text: string) => `(${text})`,
    help: same,
    highlight: same,
    key: (text: string) => `<${text}>`,
    disabled: same,
    description: same,
    keysHelpTip: (keys: [string, string][]) => keys.map(([key, action]) => `${key} ${action}`).join(', '),
  },
};
