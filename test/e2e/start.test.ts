// @module-tag slow
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
    await session.typeUntil('Email 618 people?', 'n\r');
    await session.answer('Email 618 people?', 'y\r');
    const { screen, exitCode } = await session.ended;
    expect(exitCode).toBe(0);
    expect(Date.now() - began).toBeLessThan(60_000);
    expect(screen).toContain('SANDBOX, profile sandbox');
    expect(screen).not.toContain('--yes');
    const refused = screen.indexOf('breaks 1 blocking rule, so nothing was sent');
    expect(refused).toBeGreaterThan(screen.indexOf('$ outreach campaigns resume 1'));
    expect(refused).toBeLessThan(screen.indexOf('Email 618 people?'));
    expect(screen).toContain('Positive replies');
    expect(screen).toContain('outreach campaigns stats 1');
    expect((await readdir(home)).filter((name) => name.includes('rejects'))).toEqual([]);

    const again = inFolder(home, ['start']);
    await again.answer('Save it as snapshot "before-tour" and start empty?', '\r');
    const second = await again.ended;
    expect(second.exitCode).toBe(3);
    expect(second.screen).toContain('Nothing was changed');
    expect(second.screen).not.toContain('Error');
    const left = inFolder(home, ['start']);
    await left.answer('start empty?', ctrlD);
    expect((await left.ended).exitCode).toBe(3);
  });

  it.each([
    ['Ctrl-D', ctrlD, 3],
    ['Ctrl-C', ctrlC, 130],
  ])('ends kindly at %s', async (_, keys, exit) => {
    const home = await temporaryFolder();
    const session = inFolder(home, ['start']);
    await session.answer('Email 618 people?', keys);
    const { screen, exitCode } = await session.ended;
    expect(exitCode).toBe(exit);
    expect(screen).toContain('The tour stops here');
    expect(screen.slice(screen.indexOf('Email 618 people?'))).not.toMatch(/\n\s+at |defect/);
    const balance = inFolder(home, ['credits', 'balance']);
    expect((await balance.ended).screen).toContain('5,000 credits');
  });

  it.each(['\r', 'n\r'])(
    'ends at No or Enter: it shows nothing of a campaign that did not start',
    async (no) => {
      const home = await temporaryFolder();
      const session = inFolder(home, ['start']);
      await session.answer('Email 618 people?', no);
      const { screen, exitCode } = await session.ended;
      expect(exitCode).toBe(0);
      expect(screen).toContain('The campaign was not started. It is still there to look at.');
      expect(screen).toContain('It has 6 steps and asks once');
      expect(screen.match(/Cancelled\. Nothing was sent/g)).toHaveLength(1);
      expect(screen).not.toContain('[5/6]');
      expect(screen.slice(screen.indexOf('To start it after all:'))).toContain('outreach campaigns resume 1');
      const balance = inFolder(home, ['credits', 'balance']);
      expect((await balance.ended).screen).toContain('5,000 credits');
    },
  );
});
