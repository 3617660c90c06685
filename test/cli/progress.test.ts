import { spawnSync } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createProgress } from '../../src/cli/messages/progress.ts';
import { besides, stopwatch } from '../../src/cli/messages/stopwatch.ts';
import { buildProbe, inTerminal } from './probe/terminal.ts';

let probe: Awaited<ReturnType<typeof buildProbe>>;
beforeAll(async () => {
  probe = await buildProbe();
});
afterAll(() => probe.dispose());

const hidden = '\u001b[?25l';
const shown = '\u001b[?25h';

describe('progress in a terminal', () => {
  it('does not flicker for what is over at once', async () => {
    const { screen } = await inTerminal(probe.file, ['short']).ended;
    expect(screen.trim()).toBe('ANSWER "done"');
  });

  it('spins for what takes longer, follows the label, and cleans up', { tags: 'slow' }, async () => {
    const { screen } = await inTerminal(probe.file, ['long']).ended;
    expect(screen).toContain('Looking');
    expect(screen).toContain('Still looking at ^[[2J');
    expect(screen).not.toContain('\u001b[2J');
    expect(screen).toContain(hidden);
    expect(screen.lastIndexOf(shown)).toBeGreaterThan(screen.lastIndexOf(hidden));
    expect(screen.indexOf('ANSWER')).toBeGreaterThan(screen.lastIndexOf('looking'));
  });

  it('cleans up when what it shows fails', { tags: 'slow' }, async () => {
    const { screen } = await inTerminal(probe.file, ['failing']).ended;
    expect(screen).toContain('FAILURE service');
    expect(screen).toContain(hidden);
    expect(screen.lastIndexOf(shown)).toBeGreaterThan(screen.lastIndexOf(hidden));
  });

  it.each(['-q', '--json'])('says nothing with %s', { tags: 'slow' }, async (flag) => {
    const { screen } = await inTerminal(probe.file, ['long', flag]).ended;
    expect(screen.trim()).toBe('ANSWER "done"');
  });

  it('has no colour with --no-color', { tags: 'slow' }, async () => {
    const { screen } = await inTerminal(probe.file, ['long', '--no-color']).ended;
    expect(screen).toContain('Looking');
    expect(screen).not.toMatch(/\u001b\[\d+m/);
  });
});

it('spins in a terminal of 0 columns, which was given no size', async () => {
  const written: string[] = [];
  const stream = Object.assign(new PassThrough(), {
    isTTY: true,
    columns: 0,
    cursorTo: () => true,
    clearLine: () => true,
    // Divided by 0 columns, a line takes more lines than there are: the cursor would move up without end.
    moveCursor: () => {
      throw new Error('moved up');
    },
  });
  stream.on('data', (chunk) => written.push(String(chunk)));
  const progress = createProgress({
    world: { stderr: stream, env: {} },
    globals: { quiet: false, json: false, noColor: true },
  });
  await progress('Looking', async (say) => {
    await vi.waitFor(() => expect(written.join('')).toContain('Looking'), 20_000);
    say('Still looking');
    await vi.waitFor(() => expect(written.join('')).toContain('Still looking'), 20_000);
  });
});

describe('progress without a terminal', () => {
  it('is a line per state on stderr and nothing on stdout', { tags: 'slow' }, () => {
    const { stdout, stderr } = spawnSync(process.execPath, [probe.file, 'long'], { encoding: 'utf8' });
    expect(stdout).toBe('ANSWER "done"\n');
    expect(stderr).toBe('Looking\nStill looking at ^[[2J\n');
  });

  const started = (flags: { quiet?: boolean; json?: boolean } = {}) => {
    const stderr = new PassThrough();
    const progress = createProgress({
      world: { stderr, env: {} },
      globals: { quiet: false, json: false, noColor: false, ...flags },
    });
    return { progress, said: () => String(stderr.read() ?? '') };
  };

  it('says every state once', async () => {
    const { progress, said } = started();
    const value = await progress('Waiting', async (say) => {
      for (const state of ['Waiting', 'Half', 'Half', 'Waiting', 'Done']) say(state);
      return 7;
    });
    expect(value).toBe(7);
    expect(said()).toBe('Waiting\nHalf\nDone\n');
  });

  it('takes one inside of another', async () => {
    const { progress, said } = started();
    await progress('Outer', async () => {
      await progress('Inner', async (say) => say('Innermost'));
    });
    await progress('Next', async () => {});
    expect(said()).toBe('Outer\nInner\nInnermost\nNext\n');
  });

  it('passes failures on', async () => {
    const { progress } = started();
    const fault = new Error('broken');
    await expect(progress('Outer', () => Promise.reject(fault))).rejects.toBe(fault);
  });

  it.each([{ quiet: true }, { json: true }])('says nothing with %o', async (flags) => {
    const { progress, said } = started(flags);
    await progress('Outer', async (say) => say('x'));
    expect(said()).toBe('');
  });
});

describe('what stands behind the label at a terminal', () => {
  const watched = () => {
    let now = 0;
    const watch = stopwatch(() => now);
    const shownAt = (seconds: number, limit?: string) => {
      now = seconds * 1000;
      return besides(watch, 'Import 3: 5 of 20 added', limit);
    };
    return { watch, shownAt };
  };

  it('is how long it has taken, once that is worth a figure', () => {
    const { shownAt } = watched();
    expect([shownAt(1), shownAt(4), shownAt(72)]).toEqual(['', ' (4 s)', ' (1 min 12 s)']);
  });

  it('is how much longer it takes, at the pace so far', () => {
    const { watch, shownAt } = watched();
    watch.reached({ done: 0, total: 20 });
    expect(shownAt(10)).toBe(' (10 s)');
    watch.reached({ done: 5, total: 20 });
    expect([shownAt(10), shownAt(20)]).toEqual([' (10 s, about 30 s left)', ' (20 s, about 20 s left)']);
    watch.reached({ done: 20, total: 20 });
    expect(shownAt(25)).toBe(' (25 s)');
  });

  it('is what the calls wait for', () => {
    const { shownAt } = watched();
    expect(shownAt(5, 'the rate limit of 600 requests a minute')).toBe(' (5 s; waiting for the rate limit)');
  });
});
