import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { inTerminal } from '../cli/probe/terminal.ts';
import { binary, cleanEnv, temporaryFolder } from './binary.ts';

const inFolder = (home: string, args: readonly string[]) => inTerminal(binary, args, cleanEnv(home), home);

const ctrlC = '\u0003';
const ctrlD = '\u0004';

describe('outreach start in a terminal', () => {
  it('asks before what has an effect, and ends with a report', async () => {
    const home = await temporaryFolder();
    const began = Date.now();
    const session = inFolder(home, ['start']);
    await session.answer('Spend up to 50 credits', 'y\ry\r');
    await session.typeUntil('Send email to 643 people?', 'n\r');
    await session.answer('Send email to 643 people?', 'y\r');
    const { screen, exitCode } = await session.ended;
    expect(exitCode).toBe(0);
    expect(Date.now() - began).toBeLessThan(60_000);
    expect(screen).toContain('SANDBOX, profile sandbox');
    expect(screen).not.toContain('--yes');
    expect(screen).toContain('Positive replies');
    expect(screen).toContain('outreach campaigns stats 1');
    expect(await readdir(home)).toContain('prospects.rejects.csv');

    const again = inFolder(home, ['start']);
    await again.answer('Begin with an empty sandbox?', 'n\r');
    const second = await again.ended;
    expect(second.exitCode).toBe(3);
    expect(second.screen).toContain('Nothing was changed');
    expect(second.screen).not.toContain('Error');
    const left = inFolder(home, ['start']);
    await left.answer('Begin with an empty sandbox?', ctrlD);
    expect((await left.ended).exitCode).toBe(3);
  });

  it.each([
    ['No', 'n\r', 3],
    ['Enter alone', '\r', 3],
    ['Ctrl-D', ctrlD, 3],
    ['Ctrl-C', ctrlC, 130],
  ])('ends kindly at %s', async (_, keys, exit) => {
    const home = await temporaryFolder();
    const session = inFolder(home, ['start']);
    await session.answer('Spend up to 50 credits', keys);
    const { screen, exitCode } = await session.ended;
    expect(exitCode).toBe(exit);
    expect(screen).toContain('The tour stops here');
    expect(screen.slice(screen.indexOf('Spend up to 50 credits'))).not.toMatch(/\n\s+at |defect/);
    const balance = inFolder(home, ['credits', 'balance']);
    expect((await balance.ended).screen).toContain('5,000 credits');
  });
});
