// @module-tag slow
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTerminal } from '../cli/probe/terminal.ts';
import { postgres } from '../postgres/of-the-run.ts';
import { type AnsweringService, envOf } from '../sweep/answering-service.ts';
import { binary, cleanEnv, outreach, temporaryFolder } from './binary.ts';
import { serviceOfFile } from './service-of-file.ts';

/** The built program on two machines, which are two homes, over one journal in PostgreSQL. */

const service = serviceOfFile();

const machine = async (journal: string) => {
  const home = await temporaryFolder();
  const env = envOf(service.baseUrl, { OUTREACH_JOURNAL: journal });
  return { home, run: (line: string) => outreach(home, line.split(' '), { env }) };
};

const posts = (seen: ReturnType<AnsweringService['answering']>) =>
  seen().filter(({ method }) => method === 'POST').length;

describe('two machines with one journal', () => {
  it('make a call under a token once, and the second gives the outcome of the first', async (context) => {
    const address = await (await postgres(context)).newDatabase();
    const [here, there] = [await machine(address), await machine(address)];
    const seen = service.answering();
    const line = 'credits buy 2000 --yes --json --once order-1';
    const both = await Promise.all([here.run(line), there.run(line)]);
    const again = await there.run(line);
    expect(posts(seen)).toBe(1);
    expect([again.exit, both.filter(({ exit }) => exit !== 0 && exit !== 7)]).toEqual([0, []]);
    const listed = JSON.parse((await there.run('journal list --json')).out);
    expect(listed).toMatchObject({
      total: 1,
      items: [{ state: 'done', host: hostname(), user: userInfo().username }],
    });
    expect(existsSync(join(there.home, 'outreach', 'state', 'journal.db'))).toBe(false);
  });

  it('take the same call within ten minutes for a mistake', async (context) => {
    const address = await (await postgres(context)).newDatabase();
    const [here, there] = [await machine(address), await machine(address)];
    const seen = service.answering();
    expect((await here.run('credits buy 3000 --yes --json')).exit).toBe(0);
    const second = await there.run('credits buy 3000 --yes --json');
    expect([second.exit, JSON.parse(second.err).error.code, posts(seen)]).toEqual([7, 'done_recently', 1]);
  });

  it('keep calls of the sandbox to themselves', async (context) => {
    const address = await (await postgres(context)).newDatabase();
    const { home } = await machine(address);
    const env = { OUTREACH_JOURNAL: address };
    const line = ['credits', 'buy', '2000', '--yes', '--json', '--profile', 'sandbox'];
    expect((await outreach(home, line, { env })).exit).toBe(0);
    expect(existsSync(join(home, 'outreach', 'state', 'journal.db'))).toBe(true);
  });
});

describe('approvals protect on two machines', () => {
  const passphrase = 'correct horse battery';

  it('has one passphrase for both', async (context) => {
    const address = await (await postgres(context)).newDatabase();
    const [here, there] = [await machine(address), await machine(address)];
    const protect = async ({ home }: { home: string }, ...answers: (readonly [string, string])[]) => {
      const env = cleanEnv(home, { TERM: 'xterm', ...envOf(service.baseUrl, { OUTREACH_JOURNAL: address }) });
      const session = inTerminal(binary, ['approvals', 'protect'], env);
      for (const [sees, keys] of answers) await session.answer(sees, `${keys}\r`);
      return session.ended;
    };
    const set = [
      ['New passphrase', passphrase],
      ['The same again', passphrase],
    ] as const;
    expect((await protect(here, ...set)).exitCode).toBe(0);
    const wrong = await protect(
      there,
      ['Passphrase of approvals', 'wrong horse battery'],
      ['try 2 of 3', 'wrong horse battery'],
      ['try 3 of 3', 'wrong horse battery'],
    );
    expect(wrong.exitCode).toBe(3);
    const known = await protect(there, ['Passphrase of approvals', passphrase]);
    expect([known.exitCode, known.screen.includes('New passphrase')]).toEqual([0, false]);
    const keysOf = ({ home }: { home: string }) =>
      JSON.parse(readFileSync(join(home, 'outreach', 'keys.json'), 'utf8')).approvals;
    expect(keysOf(there)).toEqual(keysOf(here));
    // Now each of them takes it, and asks for it once.
    expect((await protect(here, ['Passphrase of approvals', passphrase], ...set)).exitCode).toBe(0);
    expect((await protect(there, ['Passphrase of approvals', passphrase])).exitCode).toBe(0);
  });
});

describe('a journal that is out of reach', () => {
  const nowhere = 'postgres://outreach@127.0.0.1:1/journal';

  it('refuses what must not happen twice, and lets everything else be read', async () => {
    const { home, run } = await machine(nowhere);
    const seen = service.answering();
    const buying = await run('credits buy 2000 --yes --json');
    expect([buying.exit, JSON.parse(buying.err).error]).toMatchObject([
      12,
      { code: 'journal_unreachable', outcome: 'none' },
    ]);
    expect(posts(seen)).toBe(0);
    expect((await run('credits balance --json')).exit).toBe(0);
    expect(await run('replies list --json')).toMatchObject({ exit: 0 });
    expect((await run('journal list')).exit).toBe(12);
    const status = await run('status --json');
    expect(status.exit).toBe(0);
    const { ok, error, credits, notRead } = JSON.parse(status.out).profiles[0];
    expect([ok, error.code, error.hint, credits]).toEqual([
      false,
      'journal_unreachable',
      expect.stringContaining('outreach doctor'),
      expect.any(Number),
    ]);
    const parts = notRead.filter(({ why }: { why: string }) => why.includes('could not be reached'));
    expect(parts.map(({ part }: { part: string }) => part)).toEqual([
      'open requests in the shared journal',
      'what was done with replies, in the shared journal',
    ]);
    const told = await run('status');
    expect([told.exit, told.err]).toEqual([
      0,
      expect.stringContaining('not known: open requests in the shared journal'),
    ]);
    expect(told.err).not.toMatch(/this machine|is not stored/);
    expect(existsSync(join(home, 'outreach', 'state', 'journal.db'))).toBe(false);
  });

  it('is refused before anything is sent where its address holds a password', async () => {
    const seen = service.answering();
    const { run } = await machine('postgres://outreach:hunter2@127.0.0.1/journal');
    const { exit, err } = await run('credits buy 2000 --yes --json');
    expect([exit, JSON.parse(err).error.code, posts(seen)]).toEqual([2, 'secret_as_argument', 0]);
    expect(err).not.toContain('hunter2');
  });

  it('is refused where a newer version made it, and where the login is wrong', async (context) => {
    const running = await postgres(context);
    const address = await running.newDatabase();
    const { run } = await machine(address);
    expect((await run('journal list --json')).exit).toBe(0);
    await running.run(address, 'UPDATE outreach.version SET number = 99');
    const newer = await run('credits buy 2000 --yes --json');
    expect([newer.exit, JSON.parse(newer.err).error.code]).toEqual([2, 'newer_format']);
    await running.run(address, 'UPDATE outreach.version SET number = 4');
    const older = await run('credits buy 2000 --yes --json');
    expect([older.exit, JSON.parse(older.err).error.code]).toEqual([2, 'invalid_journal']);
    await running.run(address, 'UPDATE outreach.version SET number = 5');
    expect((await run('credits buy 2000 --yes --json')).exit).toBe(0);
    const stranger = await machine(address.replace('outreach@', 'stranger@'));
    const refused = await stranger.run('credits buy 2000 --yes --json');
    expect([refused.exit, JSON.parse(refused.err).error.code]).toEqual([2, 'invalid_journal']);
    // As where a call of this machine may be open there.
    writeFileSync(join(stranger.home, 'outreach', 'state', 'shared-journal-open'), '');
    const read = await stranger.run('credits balance --json');
    expect([read.exit, JSON.parse(read.err).warning]).toEqual([
      0,
      expect.stringMatching(
        /^open requests could not be looked up: .* refuses: role of the address does not exist$/,
      ),
    ]);
  });
});

describe('doctor', () => {
  const checkOf = async (address: string) => {
    service.answering();
    const { out } = await (await machine(address)).run('doctor --json');
    return JSON.parse(out).checks.find(({ check }: { check: string }) => check === 'shared journal');
  };

  it('says whether the shared journal answers, its version and clock, and what the login may not do', async (context) => {
    const running = await postgres(context);
    const address = await running.newDatabase();
    expect(await checkOf(address)).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/version 5, its clock (?:within a second|.* (?:ahead|behind)$)/),
    });
    await running.run(
      address,
      'CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA outreach TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA outreach TO reader',
    );
    expect(await checkOf(address.replace('outreach@', 'reader@'))).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('may not read and write approval'),
      hint: 'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA outreach TO reader',
    });
    expect(await checkOf('postgres://outreach@127.0.0.1:1/journal')).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('could not be reached'),
    });
  });
});

describe('--once under CI', () => {
  it('is not opened by a call that was refused or went to the sandbox', { tags: 'needed' }, async () => {
    const seen = service.answering();
    const home = await temporaryFolder();
    const live = envOf(service.baseUrl);
    const run = (line: string, env: Record<string, string> = live) =>
      outreach(home, line.split(' '), { env: { CI: '1', ...env } });
    expect((await run('credits buy 2000 --max-usd 0.01 --yes --json')).exit).toBe(3);
    expect((await run('credits buy 2000 --json')).exit).toBe(3);
    expect((await run('credits buy 2000 --yes --json --profile sandbox', {})).exit).toBe(0);
    expect((await run('credits buy 2000 --yes --json --once job')).exit).toBe(2);
    expect(posts(seen)).toBe(0);
    const listed = JSON.parse((await run('journal list --json')).out);
    expect(listed.items.map(({ state, target }: Record<string, string>) => [state, target])).toEqual([
      ['done', 'sandbox'],
      ['not-done', 'live'],
      ['not-done', 'live'],
    ]);
  });

  it('needs a journal that outlives the job, on a live target', async (context) => {
    const running = await postgres(context);
    const seen = service.answering();
    const [home, other] = [await temporaryFolder(), await temporaryFolder()];
    const runIn = (folder: string, more: Record<string, string>, ...words: string[]) =>
      outreach(folder, ['credits', 'buy', '2000', '--yes', '--json', '--once', 'job', ...words], {
        env: envOf(service.baseUrl, { CI: '1', ...more }),
      });
    const run = (...given: Parameters<typeof runIn> extends [string, ...infer Rest] ? Rest : never) =>
      runIn(home, ...given);
    for (const _ of ['first', 'again']) {
      const { exit, err } = await run({});
      expect([exit, JSON.parse(err).error.code]).toEqual([2, 'once_is_local']);
    }
    expect(posts(seen)).toBe(0);
    expect((await runIn(other, { OUTREACH_JOURNAL: await running.newDatabase() })).exit).toBe(0);
    expect((await run({}, '--once-local')).exit).toBe(0);
    expect(posts(seen)).toBe(2);
    // From then on the machine has a past.
    expect([(await run({})).exit, posts(seen)]).toEqual([0, 2]);
  });
});
