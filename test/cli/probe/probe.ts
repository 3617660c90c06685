import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../../src/base/errors.ts';
import { createAsker } from '../../../src/cli/consent/ask.ts';
import { createProgress } from '../../../src/cli/messages/progress.ts';
import { openKeyboard } from '../../../src/cli/outside/keyboard.ts';

/** Run inside a pseudo-terminal by the tests of questions and progress: does one thing and says on stdout how it ended. */
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort(new Failure('terminated', 'terminated')));

const world = {
  argv: process.argv.slice(2),
  keyboard: () => openKeyboard(process.getBuiltinModule),
  stdin: process.stdin,
  stderr: process.stderr,
  clock: { now: Date.now, sleep: (ms: number, signal?: AbortSignal) => sleep(ms, undefined, { signal }) },
  env: process.env,
  platform: process.platform,
  signal: stop.signal,
};
const flags = process.argv.slice(3);
const globals = {
  noInput: flags.includes('--no-input'),
  noColor: flags.includes('--no-color'),
  quiet: flags.includes('-q'),
  json: flags.includes('--json'),
  ndjson: flags.includes('--ndjson'),
};
const ask = createAsker({ world, globals });
const progress = createProgress({ world, globals });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const deeds: Record<string, () => Promise<unknown>> = {
  confirm: () => ask.confirm('Buy 2000 credits?'),
  agree: () => ask.agree('Buy 2000 credits?', 'Nothing was bought.'),
  wide: () => ask.confirm('Spend up to 4,000 credits and pay about $16.00 for verification?'),
  hostile: () => ask.confirm('Send to \u001b[2J\u202eevil\nsecond line?'),
  secret: () => ask.secret('Key'),
  text: () =>
    ask.text('Name', {
      fallback: 'Autumn',
      check: (value) => (value === 'bad' ? 'not \u001b[31mthat' : true),
    }),
  choose: () =>
    ask.choose('Which?', [
      { name: 'One\u0007', value: { id: 1 } },
      { name: 'Two', value: { id: 2 }, about: 'the second' },
    ]),
  search: () =>
    ask.search('Find one:', async (text) =>
      ['One \u001b[2J\u202eevil\nline', 'Two']
        .filter((name) => name.includes(text))
        .map((name) => ({ name, value: name.length })),
    ),
  // Works first, as most commands do: what is typed meanwhile waits in the terminal.
  busy: async () => {
    process.stdout.write('WORKING\n');
    await pause(150);
    return ask.confirm('Buy 2000 credits?');
  },
  twice: async () => [await ask.confirm('First?'), await ask.confirm('Second?', true)],
  edit: () => ask.edit('The text.', 'Grüße', async (text) => text),
  screen: async () => {
    const typed: string[] = [];
    return ask.screens('the sample')({
      draw: ({ columns, rows }) => [`Typed ${typed.join(' ')}|`, `${columns} x ${rows}`, 'q ends'],
      press: (key) => {
        typed.push(key);
        return key === 'q' ? { end: typed } : undefined;
      },
    });
  },
  short: () => progress('Looking', async () => 'done'),
  long: () =>
    progress('Looking', async (say) => {
      await pause(400);
      say('Still looking at \u001b[2J');
      await pause(150);
      return 'done';
    }),
  failing: () =>
    progress('Looking', async () => {
      await pause(400);
      throw new Failure('service', 'broken');
    }),
};

const deed = deeds[process.argv[2] ?? ''];
if (!deed) throw new Error(`no deed ${process.argv[2]}`);
deed().then(
  (value) => process.stdout.write(`ANSWER ${JSON.stringify(value)}\n`),
  (error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    process.stdout.write(`FAILURE ${error.kind} ${error.code}: ${error.message} | ${error.hint}\n`);
  },
);
