// @module-tag slow
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it, type TestContext } from 'vitest';
import { openDatabase } from '../../src/local/database.ts';
import { inTerminal } from '../cli/probe/terminal.ts';
import { postgres } from '../postgres/of-the-run.ts';
import { envOf } from '../sweep/answering-service.ts';
import { binary, cleanEnv, outreach, start, temporaryFolder } from './binary.ts';
import { serviceOfFile } from './service-of-file.ts';

/** The built program moves the journal of a machine to PostgreSQL; it is killed in the middle. */

const service = serviceOfFile();

async function machine(context: TestContext) {
  const running = await postgres(context);
  const address = await running.newDatabase();
  const home = await temporaryFolder();
  const seen = service.answering();
  const options = (shared: boolean) => ({
    env: envOf(service.baseUrl, shared ? { OUTREACH_JOURNAL: address } : {}),
  });
  const run = (line: string, shared = false) => outreach(home, line.split(' '), options(shared));
  return {
    running,
    address,
    home,
    run,
    begin: (line: string) => start(home, line.split(' '), options(false)),
    journal: join(home, 'outreach', 'state', 'journal.db'),
    posts: () => seen().filter(({ method }) => method === 'POST').length,
    codeOf: async (line: string, shared = false) => {
      const { exit, err } = await run(line, shared);
      return [exit, exit === 0 ? undefined : errorIn(err).code];
    },
  };
}

/** Warnings come before it, a line each. */
const errorIn = (err: string) => JSON.parse(err.trimEnd().split('\n').at(-1) ?? '').error;

const buying = (token: string) => `credits buy 2000 --yes --json --once ${token}`;

describe('journal move', () => {
  it('takes tokens along, and refuses guarded calls without the setting', async (context) => {
    const { run, address, posts, codeOf, running } = await machine(context);
    expect(await codeOf(buying('order-1'))).toEqual([0, undefined]);
    const move = `journal move --to ${address} --json`;
    const dry = await run(`${move} --dry-run`);
    expect(await running.run(address, "SELECT 1 FROM pg_namespace WHERE nspname = 'outreach'")).toEqual([]);
    expect(await codeOf(move)).toEqual([3, 'input_required']);
    expect(JSON.parse(dry.out)).toMatchObject({
      from: 'local',
      to: address,
      dryRun: true,
      calls: 1,
      added: 1,
    });
    expect(await running.run(address, 'SELECT 1 FROM outreach.intent')).toEqual([]);
    expect(await codeOf(buying('order-1'))).toEqual([0, undefined]);
    const moved = await run(`${move} --yes`);
    expect(JSON.parse(moved.out)).toMatchObject({ dryRun: false, calls: 1, added: 1 });
    // Without the setting: guarded calls are refused, reads go on. With it: the token is known.
    expect(await codeOf(buying('order-1'))).toEqual([2, 'journal_moved']);
    expect(await codeOf('credits balance --json')).toEqual([0, undefined]);
    expect(await codeOf('journal list --json')).toEqual([0, undefined]);
    expect(await codeOf(buying('order-1'), true)).toEqual([0, undefined]);
    expect(posts()).toBe(1);
    // A repeat changes nothing; another address is refused, and so is the way back.
    expect(JSON.parse((await run(`${move} --yes`)).out)).toMatchObject({ calls: 1, added: 0 });
    const other = await running.newDatabase();
    expect(await codeOf(`journal move --to ${other} --yes --json`)).toEqual([2, 'journal_moved']);
    expect(await codeOf('journal move --to local --yes --json')).toEqual([2, 'invalid_value']);
    expect(await codeOf(buying('order-1'))).toEqual([2, 'journal_moved']);
  });

  it('is refused while a call is open, and says that it has to be settled', async (context) => {
    const { run, address, journal, codeOf } = await machine(context);
    expect(await codeOf(buying('order-1'))).toEqual([0, undefined]);
    const local = await openDatabase(journal);
    // As an earlier version left a move that was interrupted while a call was open: it can be settled as well.
    local.exec(`UPDATE intent SET told_at = NULL, state = 'unknown', finished_at = NULL;
      INSERT INTO moved_to VALUES ('${address}', 0, '', 1)`);
    local.close();
    const move = `journal move --to ${address} --json`;
    for (const line of [`${move} --yes`, `${move} --dry-run`]) {
      const { exit, err } = await run(line);
      expect([exit, errorIn(err)]).toMatchObject([
        7,
        { code: 'still_open', hint: 'Settle it first: outreach journal settle 1' },
      ]);
    }
    expect(await codeOf('journal settle 1 --done --json')).toEqual([0, undefined]);
    expect(JSON.parse((await run(`${move} --yes`)).out)).toMatchObject({ calls: 1, added: 1 });
    expect(await codeOf(buying('order-1'), true)).toEqual([0, undefined]);
  });

  it('asks a person at a terminal, and does nothing without a yes', async (context) => {
    const address = await (await postgres(context)).newDatabase();
    const home = await temporaryFolder();
    const env = cleanEnv(home, { TERM: 'xterm', ...envOf(service.baseUrl) });
    const answer = async (keys: string) => {
      const session = inTerminal(binary, ['journal', 'move', '--to', address], env);
      await session.answer('Type y or n:', keys);
      return session.ended;
    };
    expect(await answer('\r')).toMatchObject({
      exitCode: 3,
      screen: expect.stringContaining('Cancelled. The journal is where it was'),
    });
    expect(await answer('y\r')).toMatchObject({
      exitCode: 0,
      screen: expect.stringContaining(`profiles set <profile> --journal`),
    });
    const { exit, err } = await outreach(home, buying('order-1').split(' '), { env: envOf(service.baseUrl) });
    expect([exit, JSON.parse(err).error.code]).toEqual([2, 'journal_moved']);
  });

  it('refuses what would be written to the journal that was left, and says that a list is not all', async (context) => {
    const { run, address, codeOf } = await machine(context);
    expect((await run(`journal move --to ${address} --yes --json`)).exit).toBe(0);
    for (const line of [
      'budgets revoke W4KX9TQM --json',
      'approvals deny K7MPXR4D --json',
      'replies done 1 --as answered --json',
      'replies next --claim 10m --json',
    ])
      expect([line, ...(await codeOf(line))]).toEqual([line, 2, 'journal_moved']);
    for (const line of ['approvals list --json', 'budgets list --json', 'journal list --json']) {
      const here = await run(line);
      expect([line, here.exit, here.err]).toEqual([line, 0, expect.stringContaining(`moved to ${address}`)]);
      expect((await run(line, true)).err).not.toContain('moved to');
    }
    expect(await codeOf('budgets revoke W4KX9TQM --json', true)).toEqual([6, 'not_found']);
    expect((await run('doctor --json')).out).toContain(
      `moved to ${address}: requests that spend, send or create need`,
    );
  });

  it('leaves calls of the sandbox where they are', async (context) => {
    const address = await (await postgres(context)).newDatabase();
    const home = await temporaryFolder();
    const run = (line: string) => outreach(home, line.split(' '));
    const rehearsal = 'credits buy 2000 --yes --json --profile sandbox';
    expect((await run(rehearsal)).exit).toBe(0);
    const moved = await run(`journal move --to ${address} --yes --json`);
    expect(JSON.parse(moved.out)).toMatchObject({ calls: 0, added: 0 });
    expect((await run(`${rehearsal} --again`)).exit).toBe(0);
  });

  it('moves nothing where the database is out of reach', async (context) => {
    const { codeOf } = await machine(context);
    const nowhere = 'postgres://outreach@127.0.0.1:1/journal';
    expect(await codeOf(`journal move --to ${nowhere} --yes --json`)).toEqual([12, 'journal_unreachable']);
    expect(await codeOf(buying('order-1'))).toEqual([0, undefined]);
  });

  for (const when of ['before the database has it', 'after the database has it'] as const)
    it(`killed ${when}: guarded calls are refused until the same line finishes it`, async (context) => {
      const { run, begin, address, journal, posts, codeOf, running } = await machine(context);
      expect(await codeOf(buying('order-1'))).toEqual([0, undefined]);
      expect((await run('journal list --json', true)).exit).toBe(0);
      const holder = new pg.Client({ connectionString: address });
      await holder.connect();
      await holder.query('BEGIN; LOCK TABLE outreach.intent IN EXCLUSIVE MODE');
      const child = begin(`journal move --to ${address} --yes --json`);
      const local = await openDatabase(journal);
      const isMarked = () => local.prepare('SELECT 1 FROM moved_to').get() !== undefined;
      while (!isMarked()) await pause(20);
      if (when.startsWith('after')) {
        local.exec('BEGIN IMMEDIATE');
        await holder.query('COMMIT');
        while ((await running.run(address, 'SELECT 1 FROM outreach.intent')).length === 0) await pause(20);
        child.kill('SIGKILL');
        await child;
        local.exec('ROLLBACK');
      } else {
        child.kill('SIGKILL');
        await child;
        await holder.query('ROLLBACK');
      }
      await holder.end();
      local.close();
      for (const shared of [false, true])
        expect(await codeOf(buying('order-1'), shared)).toEqual([2, 'journal_moved']);
      const again = await run(`journal move --to ${address} --yes --json`);
      expect(JSON.parse(again.out)).toMatchObject({ calls: 1, added: when.startsWith('after') ? 0 : 1 });
      expect(await codeOf(buying('order-1'), true)).toEqual([0, undefined]);
      expect(posts()).toBe(1);
      expect(await running.run(address, 'SELECT 1 FROM outreach.intent')).toHaveLength(1);
    });
});
