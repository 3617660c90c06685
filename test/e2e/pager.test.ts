import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTerminal } from '../cli/probe/terminal.ts';
import { newWorld } from '../world.ts';
import { binary, cleanEnv, temporaryFolder } from './binary.ts';

/** A pager that shows what it got between two lines, and does not wait for a key. */
async function pagerIn(home: string, script: string): Promise<string> {
  const file = join(home, 'pager');
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

async function run(line: string, script: string, env: Record<string, string> = {}) {
  const home = await temporaryFolder();
  const pager = await pagerIn(home, script);
  const given = { OUTREACH_PROFILE: 'sandbox', OUTREACH_PAGER: pager, ...env };
  const { screen, exitCode } = await inTerminal(binary, line.split(' '), cleanEnv(home, given), home).ended;
  return { screen: screen.replaceAll('\r\n', '\n'), exitCode };
}

const between = 'echo BEGIN; cat; echo "END $LESS"';

describe('a pager at a terminal', { tags: 'slow' }, () => {
  it('gets the output with its colours, and what is said on stderr comes after it', async () => {
    const { screen, exitCode } = await run('senders list --limit 2', between);
    const [, paged = '', after = ''] = /BEGIN\n(.*)END FRX\n(.*)/s.exec(screen) ?? [];
    expect(exitCode).toBe(0);
    expect(paged).toContain('old.box@try-northwind.example');
    expect(paged).toContain('\u001b[');
    expect(after).toContain('--all');
    expect(screen.indexOf('sandbox')).toBeLessThan(screen.indexOf('BEGIN'));
  });

  it('may be left early', async () => {
    const { screen, exitCode } = await run('commands --fields name,summary', 'head -n 1');
    expect(exitCode).toBe(0);
    expect(screen.split('\n').length).toBeLessThan(6);
  });

  it('that is not there is a warning, and the output is printed', async () => {
    const { screen, exitCode } = await run('senders list', between, {
      OUTREACH_PAGER: 'no-such-pager -R',
      NO_COLOR: '1',
    });
    expect(exitCode).toBe(0);
    expect(screen).toContain("Warning: Could not start 'no-such-pager'");
    expect(screen.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(screen).toContain('northwind-mail.example');
  });

  it('is the one of PAGER with --pager alone', async () => {
    const home = await temporaryFolder();
    const env = { PAGER: await pagerIn(home, between), OUTREACH_PROFILE: 'sandbox' };
    const paged = inTerminal(binary, ['senders', 'list', '--pager'], cleanEnv(home, env), home);
    expect((await paged.ended).screen).toContain('BEGIN');
    const without = inTerminal(binary, ['senders', 'list'], cleanEnv(home, env), home);
    expect((await without.ended).screen).not.toContain('BEGIN');
  });
});

it('ends a long list when the pager is left, with 0', async () => {
  const world = await newWorld({
    tty: true,
    env: { OUTREACH_PAGER: 'less' },
    spawn: async ({ input }) => {
      await new Promise((resolve) => input?.once('data', resolve));
      return { code: 0, signal: null };
    },
  });
  const { exit, err } = await world.outreach('finder search --country Germany --all');
  expect(exit).toBe(0);
  expect(err).not.toMatch(/Error|Next/);
  expect(world.requests.length).toBeLessThan(8);
});

describe('no pager', () => {
  const started = async (line: string, tty: boolean, env: Record<string, string> = {}) => {
    const programs: string[] = [];
    const world = await newWorld({
      tty,
      env: { OUTREACH_PAGER: 'less -R', ...env },
      spawn: async ({ command, args, input }) => {
        programs.push([command, ...args].join(' '));
        input?.resume();
        return { code: 0, signal: null };
      },
    });
    await world.outreach(line);
    return programs;
  };

  it.each([
    ['senders list', true, {}, ['less -R']],
    ['senders list', true, { OUTREACH_PAGER: `'/opt/my pager' "-a b"` }, ['/opt/my pager -a b']],
    ['senders list', false, {}, []],
    ['senders list --json', true, {}, []],
    ['senders list --ndjson', true, {}, []],
    ['senders list --csv', true, {}, []],
    ['senders list', true, { CI: 'true', OUTREACH_PROFILE: 'sandbox' }, []],
    ['senders list', true, { OUTREACH_PAGER: '' }, []],
    ['senders watch --for 20m', true, {}, []],
    ['leads add ana@lumen.example', true, {}, []],
    ['sandbox reset --yes', true, {}, []],
    ['leads get 7', true, {}, []],
  ])('%s (terminal: %s, %j)', async (line, tty, env, programs) => {
    expect(await started(line, tty, env)).toEqual(programs);
  });
});
