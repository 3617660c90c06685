import { spawnSync } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { createAsker } from '../../src/cli/consent/ask.ts';
import { testClock } from '../world.ts';
import { buildProbe, fromPipe, inTerminal, underShell } from './probe/terminal.ts';

let probe: Awaited<ReturnType<typeof buildProbe>>;
beforeAll(async () => {
  probe = await buildProbe();
});
afterAll(() => probe.dispose());

describe('a question in a terminal', () => {
  it('takes Enter for No', async () => {
    const session = inTerminal(probe.file, ['confirm']);
    await session.answer('Type y or n:', '\r');
    expect((await session.ended).screen).toContain('ANSWER false');
  });

  it('takes y for yes', async () => {
    const session = inTerminal(probe.file, ['confirm']);
    await session.answer('Type y or n:', 'y\r');
    expect((await session.ended).screen).toContain('ANSWER true');
  });

  it('empties its line after a wrong answer', { tags: 'slow' }, async () => {
    const session = inTerminal(probe.file, ['confirm']);
    await session.answer('Type y or n:', 'maybe\r');
    await session.answer('Type y or n.', 'y\r');
    const { screen } = await session.ended;
    expect(screen).toContain('ANSWER true');
    expect(screen).not.toContain('maybey');
  });

  it.each([{}, { TERM: 'dumb' }])(
    'takes no line of a paste after a wrong one: %o',
    { tags: 'slow' },
    async (env) => {
      const session = inTerminal(probe.file, ['confirm'], env);
      await session.answer('Type y or n:', 'credits buy 4000\ry\rcredits balance\r');
      await session.answer('Type y or n.', 'n\r');
      expect((await session.ended).screen).toContain('ANSWER false');
    },
  );

  it('asks one after another', { tags: 'slow' }, async () => {
    const session = inTerminal(probe.file, ['twice']);
    await session.sees('First?');
    await session.answer('Type y or n:', 'y\r');
    await session.answer('Type y or n (Enter: y):', '\r');
    expect((await session.ended).screen).toContain('ANSWER [true,true]');
  });

  it('ends as interrupted at Ctrl-C', async () => {
    const session = inTerminal(probe.file, ['confirm']);
    await session.sees('Type y or n:');
    session.type('\u0003');
    expect((await session.ended).screen).toContain('FAILURE interrupted');
  });

  it.each(['confirm', 'text', 'choose'])('is cancelled by Escape: %s', { tags: 'slow' }, async (question) => {
    const session = inTerminal(probe.file, [question]);
    await session.answer(
      question === 'confirm' ? 'Type y or n:' : question === 'text' ? '(Autumn)' : 'Two',
      '\u001b',
    );
    const { screen, exitCode } = await session.ended;
    expect(screen).toContain('FAILURE not-confirmed declined: Cancelled. Nothing was sent.');
    expect(exitCode).toBe(0);
  });

  it.each([
    ['Escape and Ctrl-C', '\u001b\u0003', 'interrupted', {}],
    ['Escape and Ctrl-C', '\u001b\u0003', 'interrupted', { TERM: 'dumb' }],
    ['Escape and Enter', '\u001b\r', 'not-confirmed', {}],
  ])('is left by %s in one read, whatever was chosen', { tags: 'slow' }, async (_, keys, kind, env) => {
    const session = inTerminal(probe.file, ['choose'], env);
    await session.answer('TERM' in env ? 'Number' : 'Two', keys);
    expect((await session.ended).screen).toContain(`FAILURE ${kind}`);
  });

  it.each([
    ['n', 'n\r', 'declined'],
    ['Escape', '\u001b', 'declined'],
    ['Ctrl-C', '\u0003', 'interrupted'],
  ])('says what did not happen at %s', { tags: 'slow' }, async (_, keys, code) => {
    const session = inTerminal(probe.file, ['agree']);
    await session.answer('Type y or n:', keys);
    expect((await session.ended).screen).toContain(`${code}: Cancelled. Nothing was bought.`);
  });

  it('ends as not confirmed at Ctrl-D', async () => {
    const session = inTerminal(probe.file, ['confirm']);
    await session.sees('Type y or n:');
    session.type('\u0004');
    const { screen, exitCode } = await session.ended;
    expect(screen).toContain('FAILURE not-confirmed no_answer: The input ended without an answer');
    expect(exitCode).toBe(0);
  });

  it.each([
    ['confirm', 'Type y or n:', 'y\r', 'ANSWER true'],
    ['text', '(Autumn)', 'Winter\r', 'ANSWER "Winter"'],
    ['choose', 'Two', '\r', 'ANSWER'],
  ])(
    'asks again after Ctrl-Z and fg: %s',
    { tags: ['slow', 'needed'] },
    async (question, shown, keys, answer) => {
      const session = underShell(probe.file, [question]);
      await session.answer(shown, '\u001a');
      await session.sees('BACK IN THE SHELL');
      const since = () => session.screen.split('BACK IN THE SHELL')[1] ?? '';
      await expect.poll(() => since().includes(shown), { timeout: 10_000 }).toBe(true);
      await session.answer(shown, keys);
      const { screen, exitCode } = await session.ended;
      const lines = since().split('\n');
      if (question !== 'choose') expect(lines.filter((line) => line.includes(shown))).toHaveLength(1);
      expect(screen).toContain(answer);
      expect(screen).not.toContain('FAILURE');
      expect(exitCode).toBe(0);
    },
  );

  it('ends as not confirmed at Ctrl-D after it was asked again', async () => {
    const session = underShell(probe.file, ['confirm']);
    await session.answer('Type y or n:', '\u001a');
    await session.sees('BACK IN THE SHELL');
    await session.typeUntil('FAILURE', '\u0004');
    expect((await session.ended).screen).toContain('no_answer: The input ended without an answer');
  });

  it('puts the cursor back however it ends', async () => {
    const session = inTerminal(probe.file, ['choose']);
    await session.sees('Two');
    session.type('\u0003');
    const { screen } = await session.ended;
    expect(screen.lastIndexOf('\u001b[?25h')).toBeGreaterThan(screen.lastIndexOf('\u001b[?25l'));
  });

  it('never shows a secret', async () => {
    const session = inTerminal(probe.file, ['secret']);
    await session.answer('Key', 'run_abc\r');
    const { screen } = await session.ended;
    expect(screen).toContain('ANSWER "run_abc"');
    expect(screen.split('ANSWER')[0]).not.toContain('run_abc');
  });

  it('offers a fallback and checks what was typed', { tags: 'slow' }, async () => {
    const session = inTerminal(probe.file, ['text']);
    await session.answer('(Autumn)', 'bad\r');
    await session.sees('not ^[[31mthat');
    session.type('\u0015Winter\r');
    expect((await session.ended).screen).toContain('ANSWER "Winter"');
    const untouched = inTerminal(probe.file, ['text']);
    await untouched.answer('(Autumn)', '\r');
    expect((await untouched.ended).screen).toContain('ANSWER "Autumn"');
  });

  it('offers choices and gives the value of the one chosen', async () => {
    const session = inTerminal(probe.file, ['choose']);
    await session.answer('One^G', '\u001b[B');
    await session.sees('the second');
    session.type('\r');
    expect((await session.ended).screen).toContain('ANSWER {"id":2}');
  });

  it('finds one by what is typed, and shows no name of a stranger raw', async () => {
    const session = inTerminal(probe.file, ['search']);
    await session.sees('One ^[[2J\\u{202e}evil␊line');
    await session.answer('Find one:', 'Two');
    session.type('\r');
    const { screen } = await session.ended;
    expect(screen).toContain('ANSWER 3');
    expect(screen).not.toContain('\u001b[2Jevil');
    expect(screen).not.toContain('\u202e');
  });

  it('lets no text of a stranger act', async () => {
    const session = inTerminal(probe.file, ['hostile']);
    await session.answer('Type y or n:', '\r');
    const { screen } = await session.ended;
    expect(screen).toContain('Send to ^[[2J\\u{202e}evil␊second line?');
    expect(screen).not.toContain('\u001b[2J');
  });

  it('keeps what follows a question on one line in a window of any width', { tags: 'slow' }, async () => {
    const widths = [20, 22, 36, 58, 64, 66, 68, 70, 72, 74];
    await Promise.all(
      widths.map(async (width) => {
        const session = inTerminal(probe.file, ['wide', '--no-color'], {}, undefined, width);
        await session.answer('Type y or n:', 'y\r');
        const { screen } = await session.ended;
        expect([width, screen]).toEqual([width, expect.stringContaining('ANSWER true')]);
        // The library breaks where the window ends.
        expect(screen).not.toMatch(/Type(?: y(?: or)?)? ?\r?\n/);
      }),
    );
  });

  it.each([
    ['--no-color', {}],
    ['-', { NO_COLOR: '1' }],
  ])('has no colour with %s %o', async (flag, env) => {
    const session = inTerminal(probe.file, ['confirm', flag], env);
    await session.answer('Type y or n:', '\r');
    expect((await session.ended).screen).not.toMatch(/\u001b\[\d+(;\d+)*m/);
  });

  it('is not asked with --no-input or OUTREACH_NO_INPUT', async () => {
    const flag = await inTerminal(probe.file, ['confirm', '--no-input']).ended;
    expect(flag.screen).toContain('FAILURE not-confirmed input_required');
    expect(flag.screen).toContain('--yes');
    const variable = await inTerminal(probe.file, ['confirm'], { OUTREACH_NO_INPUT: '1' }).ended;
    expect(variable.screen).toContain('OUTREACH_NO_INPUT forbids it');
  });
});

describe('a screen of keys', () => {
  it('draws again at each key and at another size, and leaves the window as it was', async () => {
    const session = inTerminal(probe.file, ['screen']);
    await session.answer('q ends', 's');
    await session.sees('Typed s|');
    session.type('S?\u001b[B');
    await session.sees('Typed s S ? down|');
    session.resize(60, 15);
    await session.sees('60 x 15');
    session.type('\u001b');
    await session.sees('down escape|');
    session.type('q');
    const { screen } = await session.ended;
    expect(screen).toContain('ANSWER ["s","S","?","down","escape","q"]');
    for (const [on, off] of [
      ['?1049h', '?1049l'],
      ['?7l', '?7h'],
      ['?25l', '?25h'],
    ])
      expect(screen.lastIndexOf(`\u001b[${off}`)).toBeGreaterThan(screen.lastIndexOf(`\u001b[${on}`));
  });

  it('ends as interrupted at Ctrl-C, and takes nothing that was typed before it', async () => {
    const session = inTerminal(probe.file, ['screen']);
    await session.typeUntil('q ends', 'q');
    await session.answer('q ends', 'x');
    await session.sees('Typed x|');
    session.type('\u0003');
    const { screen } = await session.ended;
    expect(screen).toContain('FAILURE interrupted');
    expect(screen.lastIndexOf('\u001b[?1049l')).toBeGreaterThan(screen.lastIndexOf('\u001b[?1049h'));
  });

  it('is not shown where the cursor cannot be moved', async () => {
    const { screen } = await inTerminal(probe.file, ['screen'], { TERM: 'dumb' }).ended;
    expect(screen).toContain('FAILURE not-confirmed input_required: Cannot show the sample');
  });
});

describe('what was typed before the question', () => {
  it.each([
    ['confirm', 'Type y or n:', 'y\r', '\r', 'false'],
    ['busy', 'Type y or n:', 'y\r', '\r', 'false'],
    ['secret', 'Key', 'run_ahead\r', 'run_abc\r', '"run_abc"'],
    ['text', '(Autumn)', 'Ahead\r', 'Winter\r', '"Winter"'],
    ['choose', 'Two', '\u001b[B\r', '\r', '{"id":1}'],
    ['search', 'Find one:', 'Two\r', '\r', '18'],
  ])('answers no %s', { tags: 'slow' }, async (deed, pattern, ahead, keys, answer) => {
    const session = inTerminal(probe.file, [deed]);
    await session.typeUntil(pattern, ahead);
    await session.answer(pattern, keys);
    expect((await session.ended).screen).toContain(`ANSWER ${answer}`);
  });

  it('is no yes, although Return comes after the question', { tags: 'slow' }, async () => {
    const session = inTerminal(probe.file, ['busy']);
    await session.typeUntil('Type y or n:', 'y');
    await session.answer('Type y or n:', '\r');
    expect((await session.ended).screen).toContain('ANSWER false');
  });

  it('answers no second question either', { tags: 'slow' }, async () => {
    const session = inTerminal(probe.file, ['twice']);
    await session.answer('First?', 'y\rn\rn\r');
    await session.typeUntil('Second?', 'n\r');
    await session.answer('Type y or n (Enter: y):', '\r');
    expect((await session.ended).screen).toContain('ANSWER [true,true]');
  });

  it.each([
    ['Ctrl-C', 'y\r\u0003', 'FAILURE interrupted'],
    ['Ctrl-D', '\u0004', 'FAILURE not-confirmed no_answer'],
  ])('but %s leaves at once', async (_, keys, end) => {
    const session = inTerminal(probe.file, ['confirm']);
    await session.sees('Type y or n:');
    session.type(keys);
    expect((await session.ended).screen).toContain(end);
  });

  it('does not show: only the question does', { tags: 'slow' }, async () => {
    const session = inTerminal(probe.file, ['confirm']);
    await session.sees('Type y or n:');
    session.type('rubbish');
    await session.answer('Type y or n:', '\r');
    expect((await session.ended).screen).not.toContain('rubbish');
  });
});

describe('a question of a line that reads a pipe', () => {
  it.each([
    ['y\r', 'ANSWER true'],
    ['n\r', 'ANSWER false'],
    ['\u0003', 'FAILURE interrupted'],
  ])('is answered at the terminal, not by the pipe: %j', async (keys, answer) => {
    const session = fromPipe('y\n', probe.file, ['confirm', '-']);
    await session.answer('Type y or n:', keys);
    const { screen, exitCode } = await session.ended;
    expect([screen.includes(answer), exitCode]).toEqual([true, 0]);
  });

  it('is asked twice where two are', { tags: 'slow' }, async () => {
    const session = fromPipe('', probe.file, ['twice', '-']);
    await session.answer('Type y or n:', 'y\r');
    await session.answer('Type y or n (Enter: y):', 'n\r');
    expect((await session.ended).screen).toContain('ANSWER [true,false]');
  });

  it.each([
    ['confirm'],
    ['confirm', '-', '--json'],
    ['confirm', '-', '--no-input'],
    ['edit', '-'],
    ['screen', '-'],
  ])('is not asked where the pipe is no list, or a script runs it: %s %s %s', async (...args) => {
    const { screen } = await fromPipe('y\n', probe.file, args.filter(Boolean)).ended;
    expect(screen).toContain('FAILURE not-confirmed input_required');
  });
});

describe('a question without a terminal', () => {
  it('refuses a piped yes', () => {
    const { stdout, stderr } = spawnSync(process.execPath, [probe.file, 'confirm'], {
      input: 'y\n'.repeat(10),
      encoding: 'utf8',
    });
    expect(stdout).toContain(
      'FAILURE not-confirmed input_required: Cannot ask "Buy 2000 credits?": stdin is not a terminal',
    );
    expect(stderr).toBe('');
  });

  it('knows whether it is possible', () => {
    const terminal = () => Object.assign(new PassThrough(), { isTTY: true });
    const possible = (stdin: PassThrough, stderr: PassThrough, env = {}, noInput = false, flags = {}) =>
      createAsker({
        world: {
          stdin,
          stderr,
          clock: testClock(),
          env,
          platform: 'linux',
          signal: new AbortController().signal,
        },
        globals: { noInput, noColor: true, json: false, ndjson: false, ...flags },
      }).possible;
    expect(possible(terminal(), terminal())).toBe(true);
    expect(possible(terminal(), terminal(), { CI: 'false' })).toBe(true);
    expect(possible(terminal(), terminal(), { CI: '1' })).toBe(false);
    expect(possible(terminal(), terminal(), {}, false, { json: true })).toBe(false);
    expect(possible(terminal(), terminal(), {}, false, { ndjson: true })).toBe(false);
    expect(possible(new PassThrough(), terminal())).toBe(false);
    expect(possible(terminal(), new PassThrough())).toBe(false);
    expect(possible(terminal(), terminal(), {}, true)).toBe(false);
    expect(possible(terminal(), terminal(), { OUTREACH_NO_INPUT: '1' })).toBe(false);
  });

  it('ends with the reason of the signal', async () => {
    const abort = new AbortController();
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const stderr = Object.assign(new PassThrough(), { isTTY: true });
    const asker = createAsker({
      world: { stdin, stderr, clock: testClock(), env: {}, platform: 'linux', signal: abort.signal },
      globals: { noInput: false, noColor: true, json: false, ndjson: false },
    });
    const answer = asker.confirm('Really?');
    const reason = new Failure('terminated', 'terminated');
    stderr.once('data', () => abort.abort(reason));
    await expect(answer).rejects.toBe(reason);
    await expect(asker.confirm('Again?')).rejects.toBe(reason);
  });

  it('ends as not confirmed when the input ends', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const stderr = Object.assign(new PassThrough(), { isTTY: true });
    const asker = createAsker({
      world: {
        stdin,
        stderr,
        clock: testClock(),
        env: {},
        platform: 'linux',
        signal: new AbortController().signal,
      },
      globals: { noInput: false, noColor: true, json: false, ndjson: false },
    });
    stderr.once('data', () => stdin.end());
    await expect(asker.confirm('Really?')).rejects.toMatchObject({
      kind: 'not-confirmed',
      code: 'no_answer',
    });
  });
});

describe('a terminal that cannot move its cursor', () => {
  const dumb = (deed: string) => inTerminal(probe.file, [deed], { TERM: 'dumb' });
  const plain = (screen: string) => expect(screen).not.toMatch(/[\u001b\u009b]/);

  it.each([
    [
      'confirm',
      'Type y or n:',
      'maybe\r',
      '> Type y or n.\r\n? Buy 2000 credits? Type y or n:',
      'y\r',
      'true',
    ],
    ['confirm', 'Type y or n:', '\r', undefined, '', 'false'],
    ['secret', 'Key', 'run_abc\r', undefined, '', '"run_abc"'],
    ['text', '(Autumn)', 'bad\r', 'not ^[[31mthat', 'Winxer\u007f\u007f\u007fter\r', '"Winter"'],
    ['choose', 'Number (1 to 2):', '9\r', '9\r\nNumber', '2\r', '{"id":2}'],
    ['search', 'Find one:', 'Two\r', 'Number (1 to 1):', '1\r', '3'],
  ])('asks for a %s in a line', { tags: 'slow' }, async (deed, pattern, keys, cue, more, value) => {
    const session = dumb(deed);
    await session.answer(pattern, keys);
    if (cue) await session.answer(cue, more);
    const { screen } = await session.ended;
    expect(screen).toContain(`ANSWER ${value}`);
    plain(screen);
    if (deed === 'secret') expect(screen.split('ANSWER')[0]).not.toContain('run_abc');
  });

  it.each([
    ['\u0003', 'FAILURE interrupted'],
    ['\u0004', 'FAILURE not-confirmed no_answer'],
    ['\u001b', 'FAILURE not-confirmed declined'],
  ])('is left with %j', async (keys, end) => {
    const session = dumb('confirm');
    await session.answer('Type y or n:', keys);
    expect((await session.ended).screen).toContain(end);
  });

  it('takes nothing that was typed before', async () => {
    const session = dumb('busy');
    await session.typeUntil('Type y or n:', 'y');
    await session.answer('Type y or n:', '\r');
    expect((await session.ended).screen).toContain('ANSWER false');
  });

  it('shows progress as lines', { tags: 'slow' }, async () => {
    const { screen } = await dumb('long').ended;
    expect(screen).toContain('Looking\r\nStill looking at ^[[2J\r\n');
    plain(screen.replaceAll('^[', ''));
  });
});
