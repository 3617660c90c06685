// @module-tag slow
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTerminal } from '../cli/probe/terminal.ts';
import { type Running, serve } from '../client/server.ts';
import { liveKey } from '../commands/live-service.ts';
import { samples } from '../sweep/samples.ts';
import { operationOf } from '../sweep/service.ts';
import { modesOf } from '../sweep/slice.ts';
import { binary, cleanEnv, temporaryFolder } from './binary.ts';

/** The built program in a terminal of its own: what the question says, and what each key does. */

let service: Running;
/** The one draft, which the service stores as it was sent. */
const stored = { ...(samples['drafts.update'] as { draft: object }).draft };
const answers: Readonly<Record<string, object>> = {
  'drafts.list': { ...(samples['drafts.list'] as object), drafts: [stored] },
  'drafts.update': { draft: stored, message: 'Saved' },
};
beforeAll(async () => {
  service = await serve(({ method, url, body }, response) => {
    const path = url.replace(/^\/r/, '').replace(/\?.*$/s, '');
    const operation = operationOf({ method: method as 'GET', path });
    if (operation === 'drafts.update') Object.assign(stored, JSON.parse(String(body)));
    response.writeHead(200).end(JSON.stringify(answers[operation] ?? samples[operation]));
  });
});
afterAll(() => service.close());

async function asked(line: string, env: Record<string, string> = {}) {
  const home = await temporaryFolder();
  const from = service.seen.length;
  const again = () =>
    inTerminal(
      binary,
      line.split(' '),
      cleanEnv(home, {
        OUTREACH_API_KEY: liveKey,
        OUTREACH_BASE_URL: service.baseUrl,
        TERM: 'xterm',
        ...env,
      }),
    );
  const session = again();
  const writes = () => service.seen.slice(from).filter(({ method }) => method !== 'GET').length;
  return { session, writes, home, again };
}

const effects = ['credits buy 2000', 'drafts send 1', 'campaigns resume 1', 'api POST /campaigns/1/resume'];

describe('a question before an effect', () => {
  it.each(effects)('says LIVE and what it is about, and Enter is no: %s', async (line) => {
    const { session, writes } = await asked(line);
    await session.answer('Type y or n:', '\r');
    expect(session.screen).toContain('LIVE');
    expect((await session.ended).exitCode).toBe(3);
    expect(writes()).toBe(0);
  });

  it('is over when the time of the command is: nothing is sent', async () => {
    let screen = '';
    // A busy machine may take longer to ask.
    for (let seconds = 2; seconds < 60 && !screen.includes('Type y or n:'); seconds *= 2) {
      const { session, writes } = await asked(`credits buy 2000 --timeout ${seconds}s`);
      const ended = await session.ended;
      expect([ended.exitCode, writes()]).toEqual([12, 0]);
      screen = ended.screen;
    }
    expect(screen).toContain('Type y or n:');
  });

  it.each([
    ['Ctrl-C', '\u0003', 130],
    ['Ctrl-D', '\u0004', 3],
    ['Escape', '\u001b', 3],
    ['n', 'n\r', 3],
  ])('%s sends nothing', async (_, keys, exit) => {
    const { session, writes } = await asked('credits buy 2000');
    await session.answer('Type y or n:', keys);
    expect(session.screen).toContain('2,000');
    expect(session.screen).toContain('5,000');
    expect((await session.ended).exitCode).toBe(exit);
    expect(writes()).toBe(0);
  });

  it('rubbish is no yes', async () => {
    const { session, writes } = await asked('credits buy 2000');
    await session.answer('Type y or n:', 'maybe\r');
    session.type('\u0003');
    expect([3, 130]).toContain((await session.ended).exitCode);
    expect(writes()).toBe(0);
  });

  it('y sends once', async () => {
    const { session, writes } = await asked('credits buy 2000');
    await session.answer('Type y or n:', 'y\r');
    expect((await session.ended).exitCode).toBe(0);
    expect(writes()).toBe(1);
  });

  const scripts: readonly [string, Record<string, string>][] = [
    ['credits buy 2000 --json', {}],
    ['credits buy 2000 --no-input', {}],
    ['credits buy 2000', { CI: 'true' }],
    ['credits buy 2000', { OUTREACH_NO_INPUT: '1' }],
  ];
  it.each(modesOf(scripts, 0, 4))('is not asked of a script: %s %j', async (line, env) => {
    const { session, writes } = await asked(line, env);
    const { screen, exitCode } = await session.ended;
    expect([exitCode, screen.includes('Type y or n:'), writes()]).toEqual([3, false, 0]);
  });
});

describe('y and Return before the question', () => {
  const lines = [
    'credits buy 2000',
    'finder import --campaign 1 --count 2 --job-title CEO',
    'drafts send 1',
    'campaigns resume 1',
    'leads delete 1',
    'webhooks delete 1',
    'autopilot approve 1',
    'api POST /campaigns/1/resume',
  ];
  it.each(modesOf(lines, 0, 2))('send nothing: %s', async (line) => {
    const { session, writes } = await asked(line);
    await session.typeUntil('Type y or n:', 'y\r');
    await session.answer('Type y or n:', '\r');
    expect((await session.ended).exitCode).toBe(3);
    expect(writes()).toBe(0);
  });

  it.each(['sandbox reset', 'profiles remove prod'])('change nothing here: %s', async (line) => {
    const { session, home } = await asked(line);
    const settings = join(home, 'outreach', 'config.json');
    await mkdir(dirname(settings), { recursive: true, mode: 0o700 });
    const profiles = { prod: { baseUrl: service.baseUrl } };
    await writeFile(settings, JSON.stringify({ profiles }), { mode: 0o600 });
    await session.typeUntil('Type y or n:', 'y\r');
    await session.answer('Type y or n:', '\r');
    expect((await session.ended).exitCode).toBe(3);
    expect(JSON.parse(await readFile(settings, 'utf8'))).toEqual({ profiles });
  });

  it('do not agree to the price after "Run it again?"', async () => {
    const { session, writes, again } = await asked('credits buy 2000');
    await session.answer('Type y or n:', 'y\r');
    expect((await session.ended).exitCode).toBe(0);
    const second = again();
    await second.answer('You ran this', 'y\ry\r');
    await second.typeUntil('(last known price: $50.00)?', 'y\r');
    await second.answer('(last known price: $50.00)?', '\r');
    expect((await second.ended).exitCode).toBe(3);
    expect(writes()).toBe(1);
  });
});

describe('colour', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['leads list', {}, true],
    ['leads list --no-color', {}, false],
    ['leads list', { NO_COLOR: '1' }, false],
    ['leads list', { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    ['leads get 404404404x', { NO_COLOR: 'x' }, false],
  ])('%s %j', async (line, env, colours) => {
    const { session } = await asked(line, env);
    const { screen } = await session.ended;
    expect(/\u001b\[[0-9;]*m/.test(screen)).toBe(colours);
  });
});

describe('the editor', () => {
  /** A folder with an editor of a few lines of shell; `$1` is the file. */
  const editing = async (script: string) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'editor.sh'), script);
    return asked('drafts edit 1', { EDITOR: `sh ${folder}/editor.sh` });
  };

  it('has the terminal, and what it leaves is saved once', async () => {
    const { session, writes } = await editing(
      'printf "new subject? "; read line; printf "Subject: %s\\n\\nThursday.\\n" "$line" > "$1"',
    );
    await session.sees('new subject? ');
    session.type('Re: Friday\r');
    expect((await session.ended).exitCode).toBe(0);
    expect(writes()).toBe(1);
    const saved = service.seen.findLast(({ method }) => method === 'PUT');
    expect(String(saved?.body)).toContain('"subject":"Re: Friday"');
  });

  it('ends as interrupted at Ctrl-C, and nothing is sent', async () => {
    // `read` belongs to the shell: while dash starts another program, a Ctrl-C can get lost.
    const { session, writes } = await editing('echo "file: $1"; read line');
    await session.sees('text.txt');
    const file = /file: (\S+)/.exec(session.screen)?.[1] ?? '';
    session.type('\u0003');
    expect((await session.ended).exitCode).toBe(130);
    expect([writes(), existsSync(file)]).toEqual([0, false]);
  });

  it('may have its own use for Ctrl-C: then what was written is kept', async () => {
    const { session, writes } = await editing(
      'trap : INT; echo ready; read line; printf "Subject: A\\n\\nB\\n" > "$1"',
    );
    await session.sees('ready');
    session.type('\u0003');
    session.type('\r');
    const { screen, exitCode } = await session.ended;
    expect([exitCode, writes()]).toEqual([130, 0]);
    const file = /Your text is saved in\s+(\S+)/.exec(screen)?.[1] ?? '';
    expect(await readFile(file, 'utf8')).toBe('Subject: A\n\nB\n');
    await rm(dirname(file), { recursive: true });
  });
});

it('doctor shows its checks in a home whose sandbox was never used', async () => {
  const { session } = await asked('doctor', { OUTREACH_API_KEY: '', OUTREACH_BASE_URL: '' });
  const { exitCode, screen } = await session.ended;
  expect([exitCode, screen]).toEqual([16, expect.stringMatching(/CHECK +STATE[\s\S]*database/)]);
});
