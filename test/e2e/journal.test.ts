// @module-tag slow
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTerminal } from '../cli/probe/terminal.ts';
import { binary, cleanEnv, outreach, temporaryFolder } from './binary.ts';

const failureOf = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
const buy = ['credits', 'buy', '2000', '--yes', '--json'];

/** A machine whose journal lies there already, in whatever form. */
async function machineWith(put: (file: string) => Promise<void>) {
  const home = await temporaryFolder();
  const state = join(home, 'outreach', 'state');
  await mkdir(state, { recursive: true, mode: 0o700 });
  await put(join(state, 'journal.db'));
  return home;
}

describe('a journal that cannot be written', { timeout: 60_000 }, () => {
  it('that is broken: exit 2, nothing is sent, and what goes with it is said', async () => {
    const home = await machineWith((file) =>
      writeFile(file, 'no database at all, '.repeat(300), { mode: 0o600 }),
    );
    const { exit, out, err } = await outreach(home, buy);
    expect([exit, out]).toEqual([2, '']);
    expect(failureOf(err)).toMatchObject({
      code: 'not_a_database',
      outcome: 'none',
      hint: expect.stringContaining('outreach credits transactions'),
    });
    const ledger = await outreach(home, ['sandbox', 'ledger', '--json']);
    expect(JSON.parse(ledger.out).total).toBe(0);
  });

  it('that is a link to somewhere else is not touched', async () => {
    const home = await machineWith(async (file) => {
      await writeFile(join(file, '..', 'else'), 'mine');
      await symlink('else', file);
    });
    expect((await outreach(home, buy)).exit).toBe(2);
    expect(await readFile(join(home, 'outreach', 'state', 'else'), 'utf8')).toBe('mine');
  });

  it('that is a folder: exit 2', async () => {
    const home = await machineWith((file) => mkdir(file));
    expect((await outreach(home, buy)).exit).toBe(2);
  });
});

describe('a journal that held a call and was deleted', { timeout: 60_000 }, () => {
  const once = [...buy, '--once', 'order-1'];
  const remove = async (state: string) => {
    for (const name of await readdir(state)) if (name.startsWith('journal.db')) await rm(join(state, name));
  };
  const charges = async (home: string) =>
    JSON.parse((await outreach(home, ['sandbox', 'ledger', '--json'])).out).total;

  it('does not free its tokens: exit 2, and nothing is sent', async () => {
    const home = await temporaryFolder();
    const state = join(home, 'outreach', 'state');
    expect((await outreach(home, once)).exit).toBe(0);
    await remove(state);
    for (const line of [once, buy, ['journal', 'list', '--json']]) {
      const { exit, out, err } = await outreach(home, line);
      expect([line, exit, out]).toEqual([line, 2, '']);
      expect(failureOf(err)).toMatchObject({
        code: 'journal_emptied',
        outcome: 'none',
        hint: expect.stringContaining('journal-used'),
      });
    }
    expect(await charges(home)).toBe(1);
    const found = JSON.parse((await outreach(home, ['doctor', '--json'])).out);
    expect(JSON.stringify(found)).toContain('The journal of requests is gone');
    await rm(join(state, 'journal-used'));
    expect((await outreach(home, buy)).exit).toBe(0);
    expect(await charges(home)).toBe(2);
  });

  it('is neither made nor changed by a dry run, which says what the run would', async () => {
    const home = await temporaryFolder();
    const journal = join(home, 'outreach', 'state', 'journal.db');
    const dry = async (line: readonly string[]) => {
      const { exit, out } = await outreach(home, [...line, '--dry-run']);
      return [exit, JSON.parse(out).wouldRefuse?.code];
    };
    expect(await dry(once)).toEqual([0, undefined]);
    expect(await readdir(join(home, 'outreach', 'state')).catch(() => [])).not.toContain('journal.db');
    expect((await outreach(home, once)).exit).toBe(0);
    const before = await readFile(journal);
    expect(await dry(buy)).toEqual([7, 'done_recently']);
    expect(await dry(once)).toEqual([0, undefined]);
    expect(before.equals(await readFile(journal))).toBe(true);
    await writeFile(journal, 'no database at all, '.repeat(300), { mode: 0o600 });
    expect(await dry(once)).toEqual([2, 'not_a_database']);
    await rm(journal);
    expect(await dry(once)).toEqual([2, 'journal_emptied']);
  });

  it('is not taken for an older copy in its place: exit 2, nothing is sent, and a person accepts it', async () => {
    const home = await temporaryFolder();
    const state = join(home, 'outreach', 'state');
    expect((await outreach(home, buy)).exit).toBe(0);
    await cp(join(state, 'journal.db'), join(home, 'older'));
    expect((await outreach(home, once)).exit).toBe(0);
    await cp(join(home, 'older'), join(state, 'journal.db'));
    for (const line of [once, [...buy, '--again']]) {
      const { exit, out, err } = await outreach(home, line);
      expect([exit, out]).toEqual([2, '']);
      expect(failureOf(err)).toMatchObject({
        code: 'journal_replaced',
        outcome: 'none',
        message: expect.stringContaining('has seen request 2, and there is request 1'),
        hint: expect.stringContaining('A person at a terminal can change this'),
      });
    }
    const dry = await outreach(home, [...once, '--dry-run']);
    expect([dry.exit, JSON.parse(dry.out).wouldRefuse.code]).toEqual([2, 'journal_replaced']);
    for (const line of ['credits balance --json', 'journal list --json', 'status --json'])
      expect((await outreach(home, line.split(' '))).exit, line).toBe(0);
    expect((await outreach(home, ['doctor', '--json'])).out).toContain('has seen request 2');
    const accept = ['journal', 'accept', '--json'];
    expect(failureOf((await outreach(home, accept)).err).code).toBe('needs_a_person');
    expect((await outreach(home, [...accept, '--yes'])).exit).toBe(2);
    expect((await outreach(home, [...accept, '--everywhere'])).exit).toBe(2);
    expect(await charges(home)).toBe(2);
    const session = inTerminal(binary, ['journal', 'accept'], cleanEnv(home), home);
    await session.answer('Type y or n:', 'y\r');
    expect((await session.ended).exitCode).toBe(0);
    expect((await outreach(home, once)).exit).toBe(0);
    expect(await charges(home)).toBe(3);
  });

  it('is marked before the first byte of its first call, and goes with a copied home', async () => {
    const home = await temporaryFolder();
    const state = join(home, 'outreach', 'state');
    expect((await outreach(home, ['credits', 'balance'])).exit).toBe(0);
    expect(await readdir(state).catch(() => [])).not.toContain('journal-used');
    expect((await outreach(home, once)).exit).toBe(0);
    expect(await readdir(state)).toContain('journal-used');
    const copy = await temporaryFolder();
    await cp(join(home, 'outreach'), join(copy, 'outreach'), { recursive: true });
    expect((await outreach(copy, once)).exit).toBe(0);
    expect(await charges(copy)).toBe(1);
    expect((await outreach(copy, ['journal', 'forget', '1', '--json'])).exit).toBe(0);
    expect((await outreach(copy, buy)).exit).toBe(0);
  });
});
