// @module-tag slow
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { jobNames } from '../evals/jobs.mjs';
import { selfTest } from '../evals/self-test.mjs';
import { callMessage, greeting } from './commands/mcp-serve/session.ts';
import { temporaryFolder } from './e2e/binary.ts';

const root = resolve(import.meta.dirname, '..');
const names = await jobNames();

/** Runs the evals as `npm run evals` does. */
const evals = (...args: string[]) =>
  execa(process.execPath, [resolve(root, 'evals/run.mjs'), ...args], { reject: false });

describe('evals', () => {
  it.each(names)(
    '%s: done right in 12 calls and 60 kB is good, and done wrong is bad',
    async (name) => {
      expect((await selfTest(name)).problems).toEqual([]);
    },
    120_000,
  );

  it('has 15 jobs, five of them traps, each with a task', async () => {
    const { stdout, exitCode } = await evals('--list');
    expect([exitCode, names.length, names.filter((name) => name.startsWith('trap-')).length]).toEqual([
      0, 15, 5,
    ]);
    expect(stdout.split('\n')).toHaveLength(30);
  });

  it('judges an agent with a shell, one that speaks the protocol, and one that does nothing', async () => {
    const job = ['--job', 'stop-everything', '--agent'];
    const shell = await evals(...job, 'outreach campaigns pause --all --json');
    expect([shell.exitCode, shell.stdout]).toEqual([0, expect.stringMatching(/stop-everything +yes +- +1 /)]);
    const messages = greeting + callMessage(1, { name: 'campaigns_pause', arguments: { all: true } });
    const speaking = `
      const { mcpServers } = JSON.parse(require('node:fs').readFileSync(process.env.OUTREACH_EVAL_MCP_CONFIG));
      const { command, args } = mcpServers.outreach;
      require('node:child_process').spawnSync(command, args, { input: ${JSON.stringify(messages)} });`;
    const file = join(await temporaryFolder(), 'agent.cjs');
    await writeFile(file, speaking);
    const protocol = await evals(...job, `"${process.execPath}" "${file}"`);
    expect([protocol.exitCode, protocol.stdout]).toEqual([
      0,
      expect.stringMatching(/everything +yes +- +1 /),
    ]);
    const idle = await evals(...job, 'sleep 600 & sleep 600', '--timeout', '1');
    expect([idle.exitCode, idle.stdout]).toEqual([1, expect.stringContaining('not so: no campaign runs')]);
  }, 120_000);

  it.each([
    [['--job', 'nothing', '--list'], 'There is no job'],
    [[], 'Nothing to do'],
    [['--list', '--timeout', 'soon'], '--timeout takes seconds'],
    [['--agent'], '--agent'],
  ])('refuses %j', async (args, why) => {
    const { exitCode, stderr } = await evals(...args);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(stderr).not.toContain('    at ');
  });
});
