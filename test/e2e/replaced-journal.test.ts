// @module-tag slow
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { inTerminal } from '../cli/probe/terminal.ts';
import { postgres } from '../postgres/of-the-run.ts';
import { PostgresServer } from '../postgres/server.mjs';
import { envOf } from '../sweep/answering-service.ts';
import { needPostgres } from '../tool-here.ts';
import { binary, cleanEnv, outreach, temporaryFolder } from './binary.ts';
import { serviceOfFile } from './service-of-file.ts';

/** The built program, where the database of a shared journal has another journal than the one that a machine knows. */

const service = serviceOfFile();

const buying = (token: string) => `credits buy 2000 --yes --json --once ${token}`;

async function machines(context: TestContext) {
  const server = await postgres(context);
  const address = await server.newDatabase();
  const name = new URL(address).pathname.slice(1);
  const machine = async () => {
    const home = await temporaryFolder();
    const env = envOf(service.baseUrl, { OUTREACH_JOURNAL: address });
    const run = (line: string) => outreach(home, line.split(' '), { env });
    return {
      home,
      env: cleanEnv(home, { TERM: 'xterm', ...env }),
      run,
      codeOf: async (line: string) => {
        const { exit, err } = await run(line);
        return [exit, exit === 0 ? undefined : JSON.parse(err.split('\n').at(-2) ?? '').error.code];
      },
    };
  };
  const other = new URL(await server.newDatabase()).href;
  const seen = service.answering();
  return {
    server,
    address,
    machine,
    here: await machine(),
    posts: () => seen().filter(({ method, url }) => method === 'POST' && url.includes('purchase')).length,
    /** As an administrator does it: a copy of the database, which later takes its place. */
    backUp: () => server.run(other, `CREATE DATABASE ${name}_copy TEMPLATE ${name}`),
    async restore() {
      await server.run(other, `DROP DATABASE ${name}`);
      await server.run(other, `ALTER DATABASE ${name}_copy RENAME TO ${name}`);
    },
    empty: () => server.run(address, 'DROP SCHEMA outreach CASCADE'),
  };
}

async function accepts(env: Record<string, string>, keys: string, ...options: string[]) {
  const session = inTerminal(binary, ['journal', 'accept', ...options], env);
  await session.answer('Type y or n:', keys);
  return session.ended;
}

describe('a shared journal', () => {
  it('that was emptied takes no move, and the refused move leaves no mark', async (context) => {
    const { here, empty, address } = await machines(context);
    expect(await here.codeOf(buying('order-1'))).toEqual([0, undefined]);
    await empty();
    expect(await here.codeOf(`journal move --to ${address} --yes --json`)).toEqual([2, 'journal_replaced']);
    expect(await here.codeOf(buying('order-2'))).toEqual([2, 'journal_replaced']);
  });

  it('is asked and not changed by a dry run of any machine, and not made by one', async (context) => {
    const { here, machine, server, address, empty, posts } = await machines(context);
    const dry = (line: string) => here.codeOf(`${line} --dry-run`);
    const tables = () =>
      server.run(
        address,
        "SELECT count(*)::int AS n FROM information_schema.tables WHERE table_schema = 'outreach'",
      );
    expect(await dry(buying('order-1'))).toEqual([0, undefined]);
    expect(await tables()).toEqual([{ n: 0 }]);
    expect(await (await machine()).codeOf(buying('order-1'))).toEqual([0, undefined]);
    const held = () =>
      server.run(
        address,
        'SELECT (SELECT json_agg(i) FROM outreach.intent i), (SELECT json_agg(s) FROM outreach.slot s)',
      );
    const before = await held();
    expect(await dry(buying('order-1'))).toEqual([0, undefined]);
    expect(await dry('credits buy 3000 --json --once order-1')).toEqual([7, 'token_reused']);
    expect(await dry('credits buy 2000 --json')).toEqual([7, 'done_recently']);
    expect(await held()).toEqual(before);
    await empty();
    expect(await dry(buying('order-1'))).toEqual([2, 'journal_replaced']);
    expect(posts()).toBe(1);
  });

  it('is known to a machine that made no call of its own', { tags: 'needed' }, async (context) => {
    const { here, machine, empty, posts } = await machines(context);
    const reader = await machine();
    expect(await here.codeOf(buying('order-1'))).toEqual([0, undefined]);
    // By the token of another machine, and by reading alone.
    const again = await machine();
    expect(await again.codeOf(buying('order-1'))).toEqual([0, undefined]);
    expect(await reader.codeOf('journal list --json')).toEqual([0, undefined]);
    await empty();
    for (const one of [again, reader])
      expect(await one.codeOf(buying('order-1'))).toEqual([2, 'journal_replaced']);
    expect(posts()).toBe(1);
  });

  it('that was emptied is refused, reads go on, and a person at a terminal accepts it', async (context) => {
    const { here, machine, empty, posts, address } = await machines(context);
    const first = await here.run(buying('order-1'));
    expect([first.exit, first.err]).toEqual([
      0,
      expect.stringContaining(`began a new journal in ${address}`),
    ]);
    expect((await here.run(buying('order-2'))).err).not.toContain('began a new');
    await empty();
    const emptied = await here.run(buying('order-1'));
    expect([emptied.exit, emptied.err]).toEqual([
      2,
      expect.stringMatching(
        /"The shared journal \(\S+\) was emptied: it was [0-9a-f]{8} with request 2, and its tables are gone\. Nothing was sent"/,
      ),
    ]);
    expect(emptied.err).not.toContain('began a new journal');
    const other = await (await machine()).run(buying('order-5'));
    expect([other.exit, other.err]).toEqual([
      0,
      expect.stringContaining(`began a new journal in ${address}`),
    ]);
    const again = await here.run(buying('order-1'));
    expect(again.exit).toBe(2);
    expect(JSON.parse(again.err.split('\n').at(-2) ?? '').error).toMatchObject({
      code: 'journal_replaced',
      outcome: 'none',
      message: expect.stringMatching(
        /machine knows: [0-9a-f]{8} with request 2, now [0-9a-f]{8} with request 1/,
      ),
      hint: expect.stringContaining('A person at a terminal can change this: outreach help safety'),
    });
    expect(await here.codeOf('credits balance --json')).toEqual([0, undefined]);
    expect(await here.codeOf('journal list --json')).toEqual([0, undefined]);
    expect((await here.run('doctor --json')).out).toContain('is not the one that this machine knows');
    expect(await here.codeOf('journal accept --json')).toEqual([3, 'needs_a_person']);
    expect(posts()).toBe(3);
    expect((await accepts(here.env, '\r')).exitCode).toBe(3);
    expect(await here.codeOf(buying('order-1'))).toEqual([2, 'journal_replaced']);
    expect((await accepts(here.env, 'y\r')).exitCode).toBe(0);
    expect(JSON.parse((await here.run('journal list --json')).out).items).toMatchObject([
      { operation: 'journal.choice', state: 'done' },
      { operation: 'credits.purchase' },
    ]);
    expect(await here.codeOf(buying('order-3'))).toEqual([0, undefined]);
    expect(await here.codeOf('journal accept --json')).toEqual([0, undefined]);
    // Nothing is remembered on a machine that is new.
    expect(await (await machine()).codeOf(buying('order-4'))).toEqual([0, undefined]);
  });

  it('that was emptied stays empty for those who know it, so that it can be restored', {
    tags: 'needed',
  }, async (context) => {
    const { here, server, address, posts } = await machines(context);
    expect(await here.codeOf(buying('order-1'))).toEqual([0, undefined]);
    await server.run(address, 'ALTER SCHEMA outreach RENAME TO backup');
    for (const line of [
      buying('order-2'),
      'journal list --json',
      'budgets list --json',
      `journal move --to ${address} --dry-run --json`,
    ])
      expect(await here.codeOf(line), line).toEqual([2, 'journal_replaced']);
    for (const line of ['credits balance --json', 'replies list --unanswered --json', 'status --json'])
      expect(await here.codeOf(line), line).toEqual([0, undefined]);
    expect((await here.run('doctor --json')).out).toContain('was emptied');
    expect(await here.codeOf('journal accept --json')).toEqual([3, 'needs_a_person']);
    await server.run(address, 'ALTER SCHEMA backup RENAME TO outreach');
    expect(await here.codeOf(buying('order-1'))).toEqual([0, undefined]);
    expect(posts()).toBe(1);
  });

  it('that was emptied begins again where a person at a terminal accepts that', async (context) => {
    const { here, empty, posts } = await machines(context);
    expect(await here.codeOf(buying('order-1'))).toEqual([0, undefined]);
    await empty();
    expect((await accepts(here.env, '\r')).exitCode).toBe(3);
    expect(await here.codeOf('journal list --json')).toEqual([2, 'journal_replaced']);
    expect((await accepts(here.env, 'y\r')).exitCode).toBe(0);
    expect(JSON.parse((await here.run('journal list --json')).out).items).toMatchObject([
      { operation: 'journal.choice', state: 'done' },
    ]);
    expect(await here.codeOf(buying('order-1'))).toEqual([0, undefined]);
    expect(posts()).toBe(2);
  });

  it('that was restored from an old backup is refused, also after others have used it', {
    tags: 'needed',
  }, async (context) => {
    const { here, machine, backUp, restore, posts } = await machines(context);
    expect(await here.codeOf(buying('order-1'))).toEqual([0, undefined]);
    await backUp();
    expect(await here.codeOf(buying('order-2'))).toEqual([0, undefined]);
    await restore();
    const behind = await here.run(buying('order-2'));
    expect([behind.exit, behind.err]).toEqual([
      2,
      expect.stringContaining('has lost requests: this machine has seen request 2, and there is request 1'),
    ]);
    const fresh = await machine();
    for (const token of ['order-7', 'order-8'])
      expect(await fresh.codeOf(buying(token))).toEqual([0, undefined]);
    const forked = await here.run(buying('order-2'));
    expect([forked.exit, forked.err]).toEqual([
      2,
      expect.stringContaining('its request 2 is not the one that this machine has seen'),
    ]);
    expect(posts()).toBe(4);
  });

  it('that was restored from a dump is noticed by every machine, and a person accepts it for those that miss nothing', async (context) => {
    const { here, machine, server, address, posts } = await machines(context);
    const [reader, third] = [await machine(), await machine()];
    expect(await here.codeOf(buying('order-0'))).toEqual([0, undefined]);
    for (const one of [reader, third])
      expect(await one.codeOf('journal list --json')).toEqual([0, undefined]);
    const restore = await server.dump(address);
    expect(await here.codeOf(buying('order-1'))).toEqual([0, undefined]);
    await restore();
    expect(await here.codeOf(buying('order-1'))).toEqual([2, 'journal_replaced']);
    const refused = await reader.run(buying('order-1'));
    expect([refused.exit, refused.err]).toEqual([
      2,
      expect.stringContaining(
        'was restored or moved: this machine knows another database with request 1, and there is request 1',
      ),
    ]);
    for (const line of ['credits balance --json', 'journal list --json'])
      expect(await reader.codeOf(line)).toEqual([0, undefined]);
    expect(posts()).toBe(2);
    expect(await reader.codeOf('journal accept --everywhere --json')).toEqual([3, 'needs_a_person']);
    expect(await reader.codeOf('journal accept --everywhere --yes --json')).toEqual([2, 'unknown_option']);
    // Here alone; then for those that have seen no newer call.
    expect((await accepts(reader.env, 'y\r')).exitCode).toBe(0);
    expect(await reader.codeOf('journal accept --json')).toEqual([0, undefined]);
    expect(await third.codeOf(buying('order-2'))).toEqual([2, 'journal_replaced']);
    expect((await accepts(reader.env, 'y\r', '--everywhere')).exitCode).toBe(0);
    expect(await third.codeOf(buying('order-2'))).toEqual([0, undefined]);
    expect(await here.codeOf(buying('order-1'))).toEqual([2, 'journal_replaced']);
    expect(posts()).toBe(3);
    expect((await accepts(here.env, 'y\r')).exitCode).toBe(0);
    expect(await here.codeOf(buying('order-3'))).toEqual([0, undefined]);
  });

  it('is another one where a copy of its database took its place, by the number of that alone', async (context) => {
    const { here, backUp, restore, posts } = await machines(context);
    expect(await here.codeOf(buying('order-1'))).toEqual([0, undefined]);
    await backUp();
    await restore();
    expect(await here.codeOf(buying('order-2'))).toEqual([2, 'journal_replaced']);
    expect(posts()).toBe(1);
  });

  it('is the same after its tables were cleaned, and for a machine of an earlier build', async (context) => {
    const { here, server, address } = await machines(context);
    const known = () => {
      const state = join(here.home, 'outreach', 'state');
      const name = readdirSync(state).find((one) => /^shared-journal-.*json/.test(one)) ?? '';
      return { file: join(state, name), ...JSON.parse(readFileSync(join(state, name), 'utf8')) };
    };
    expect(await here.codeOf(buying('order-1'))).toEqual([0, undefined]);
    const { file, origin, ...earlier } = known();
    expect(origin).toEqual({
      system: expect.stringMatching(/^\d+$/),
      database: expect.stringMatching(/^\d+$/),
      row: expect.stringMatching(/^[0-9a-f-]{36}:\d+$/),
      timeline: '00000001',
    });
    for (const sql of ['VACUUM (FREEZE)', 'VACUUM FULL', 'REINDEX TABLE outreach.slot']) {
      await server.run(address, sql);
      expect(await here.codeOf(buying('order-1')), sql).toEqual([0, undefined]);
    }
    expect(known().origin).toEqual(origin);
    // Neither the database nor this machine has it yet: both take it once.
    writeFileSync(file, JSON.stringify(earlier));
    await server.run(address, "DELETE FROM outreach.slot WHERE slot = 'origin'");
    expect(await here.codeOf(buying('order-2'))).toEqual([0, undefined]);
    expect(known().origin).toMatchObject({ system: origin.system, database: origin.database });
    expect(known().origin.row).not.toBe(origin.row);
  });

  it('is used by logins that may make nothing, and that may not ask the server who it is', {
    tags: 'needed',
  }, async (context) => {
    const { here, server, address, machine, posts } = await machines(context);
    expect(await here.codeOf(buying('order-1'))).toEqual([0, undefined]);
    await server.run(
      address,
      `CREATE ROLE guest LOGIN; GRANT USAGE ON SCHEMA outreach TO guest;
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA outreach TO guest;
       DELETE FROM outreach.slot WHERE slot = 'origin';
       REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC`,
    );
    const guest = await machine();
    const asGuest = {
      env: envOf(service.baseUrl, { OUTREACH_JOURNAL: address.replace('outreach@', 'guest@') }),
    };
    const buysAsGuest = async (token: string) =>
      (await outreach(guest.home, buying(token).split(' '), asGuest)).exit;
    expect(await buysAsGuest('order-2')).toBe(0);
    const restore = await server.dump(address);
    await restore();
    expect([await buysAsGuest('order-3'), posts()]).toEqual([2, 2]);
  });

  it('goes on after a failover, with one warning for each machine', { tags: 'needed' }, async (context) => {
    needPostgres(context);
    const server = await PostgresServer.start();
    onTestFinished(() => server.close());
    const address = await server.newDatabase();
    service.answering();
    const env = envOf(service.baseUrl, { OUTREACH_JOURNAL: address });
    const machine = async () => {
      const home = await temporaryFolder();
      return (token: string) => outreach(home, buying(token).split(' '), { env });
    };
    const [one, two] = [await machine(), await machine()];
    for (const buys of [one, two]) expect((await buys('order-1')).exit).toBe(0);
    await server.promote();
    for (const buys of [one, two])
      for (const warned of [true, false]) {
        const { exit, err } = await buys('order-1');
        expect([exit, err.includes('goes on after a failover')]).toEqual([0, warned]);
      }
  });

  it('from which the newest calls were taken out is the same', async (context) => {
    const { here } = await machines(context);
    for (const token of ['order-1', 'order-2'])
      expect(await here.codeOf(buying(token))).toEqual([0, undefined]);
    expect((await here.run('journal forget 2 --json')).exit).toBe(0);
    expect(await here.codeOf(buying('order-1'))).toEqual([0, undefined]);
    expect(await here.codeOf(buying('order-3'))).toEqual([0, undefined]);
  });

  it('takes no part in a move where it is another one, and is remembered by a move', async (context) => {
    const { here, address, empty } = await machines(context);
    const local = { env: envOf(service.baseUrl) };
    const move = (to: string) =>
      outreach(here.home, ['journal', 'move', '--to', to, '--yes', '--json'], local);
    expect((await move(address)).exit).toBe(0);
    await empty();
    expect(await here.codeOf(buying('order-1'))).toEqual([2, 'journal_replaced']);
    const again = await move(address);
    expect([again.exit, again.err]).toEqual([2, expect.stringContaining('journal_replaced')]);
  });

  it('that was restored to before a move is refused', { tags: 'needed' }, async (context) => {
    const { here, machine, address, backUp, restore, posts } = await machines(context);
    const local = { env: envOf(service.baseUrl) };
    const atHome = (line: string) => outreach(here.home, line.split(' '), local);
    expect(await (await machine()).codeOf(buying('order-1'))).toEqual([0, undefined]);
    await backUp();
    expect((await atHome(buying('order-2'))).exit).toBe(0);
    expect((await atHome(`journal move --to ${address} --yes --json`)).exit).toBe(0);
    await restore();
    expect(await here.codeOf(buying('order-2'))).toEqual([2, 'journal_replaced']);
    expect(posts()).toBe(2);
  });

  it('is not begun by a login that may not make it, as a CI job should have', async (context) => {
    const { server, address, posts } = await machines(context);
    await server.run(address, 'CREATE ROLE job LOGIN');
    const env = envOf(service.baseUrl, { OUTREACH_JOURNAL: address.replace('outreach@', 'job@') });
    const { exit, err } = await outreach(await temporaryFolder(), buying('order-1').split(' '), { env });
    expect([exit, JSON.parse(err).error.code, posts()]).toEqual([2, 'invalid_journal', 0]);
  });

  it('is remembered in a file that only its owner reads', async (context) => {
    const { here } = await machines(context);
    expect(await here.codeOf(buying('order-1'))).toEqual([0, undefined]);
    const state = join(here.home, 'outreach', 'state');
    const [file, ...more] = readdirSync(state).filter((name) => /^shared-journal-.*json/.test(name));
    expect(more).toEqual([]);
    const path = join(state, file ?? '');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ newest: 1 });
  });
});
