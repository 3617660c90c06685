// @module-tag slow
import { expect, it, onTestFinished } from 'vitest';
import { sandboxKey } from '../../src/contract/keys.ts';
import { inTerminal } from '../cli/probe/terminal.ts';
import { binary, cleanEnv, outreach, start, temporaryFolder } from './binary.ts';

/** A profile with consent person at a sandbox that is served. */
async function personal() {
  const home = await temporaryFolder();
  const server = start(home, ['sandbox', 'serve', '--port', '0', '--json'], { buffer: false });
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await server;
  });
  const { value } = await server.iterable({ from: 'stdout' })[Symbol.asyncIterator]().next();
  const { baseUrl } = JSON.parse(String(value));
  const run = (...words: string[]) => outreach(home, words);
  const login = ['login', '--profile', 'prod', '--base-url', baseUrl, '--key-stdin'];
  expect((await outreach(home, login, { input: sandboxKey })).exit).toBe(0);
  expect((await run('profiles', 'set', 'prod', '--consent', 'person')).exit).toBe(0);
  const terminal = (...words: string[]) => inTerminal(binary, words, cleanEnv(home, { TERM: 'xterm' }));
  const ledger = async () =>
    JSON.parse((await run('sandbox', 'ledger', '--operation', 'credits.purchase', '--json')).out).total;
  return { home, run, terminal, ledger };
}

const buy = ['credits', 'buy', '2000', '--profile', 'prod', '--yes', '--json'];

it('approves at a real terminal alone, and two processes use it once', async () => {
  const { run, terminal, ledger } = await personal();
  const refused = await run(...buy);
  expect(refused.exit).toBe(3);
  const { code } = JSON.parse(refused.err).error.approval;

  const ahead = terminal('approvals', 'approve', code);
  await ahead.typeUntil('Type y or n:', 'y\r');
  await ahead.answer('Type y or n:', '\r');
  expect((await ahead.ended).exitCode).toBe(3);
  expect((await run(...buy)).exit).toBe(3);

  const agreed = terminal('approvals', 'approve', code);
  await agreed.answer('Type y or n:', 'y\r');
  const { exitCode, screen } = await agreed.ended;
  expect([exitCode, screen.replaceAll(/\s+/g, ' ')]).toEqual([0, expect.stringContaining('2,000 credits')]);
  expect(await ledger()).toBe(0);

  const raced = await Promise.all([run(...buy), run(...buy)]);
  expect(raced.map(({ exit }) => exit).sort()).toEqual([0, 7]);
  expect(await ledger()).toBe(1);
}, 60_000);

it('asks for the passphrase without showing it', async () => {
  const { run, terminal } = await personal();
  const protect = terminal('approvals', 'protect');
  await protect.answer('New passphrase', 'a long one here\r');
  await protect.answer('The same again', 'a long one here\r');
  const set = await protect.ended;
  expect([set.exitCode, set.screen.includes('a long one')]).toEqual([0, false]);
  const { code } = JSON.parse((await run(...buy)).err).error.approval;
  const wrong = terminal('approvals', 'approve', code);
  await wrong.answer('Type y or n:', 'y\r');
  await wrong.answer('Passphrase', 'another one\r');
  for (const sees of ['try 2 of 3', 'try 3 of 3']) await wrong.answer(sees, 'another one\r');
  expect((await wrong.ended).exitCode).toBe(3);
  expect((await run(...buy)).exit).toBe(3);
}, 60_000);

it('asks anew, and says so, where a run was killed in its approved call', async () => {
  const { home, run, terminal } = await personal();
  const of = ['--profile', 'prod', '--json'];
  await run('leads', 'add', 'ana@lumen.example', ...of);
  const line = ['leads', 'delete', '1', ...of];
  const approved = async () => {
    const { exit, err } = await run(...line);
    const { code, approval, details } = JSON.parse(err).error;
    expect([exit, code]).toEqual([3, 'approval_required']);
    const agreed = terminal('approvals', 'approve', approval.code);
    await agreed.answer('Type y or n:', 'y\r');
    const { screen } = await agreed.ended;
    return { code: approval.code, facts: details.facts.join(), screen: screen.replaceAll(/\s+/g, ' ') };
  };
  const first = await approved();
  await run('sandbox', 'fault', 'add', 'leads.delete', '--phase', 'before', '--kind', 'hang', '--nth', '1');
  const killed = start(home, line);
  const hits = async () => JSON.parse((await run('sandbox', 'fault', 'list', '--json')).out).items[0].hits;
  await expect.poll(hits, { timeout: 20_000 }).toBe(1);
  killed.kill('SIGKILL');
  await killed;
  const state = async (code: string) => {
    const { items } = JSON.parse((await run('approvals', 'list', '--all', '--json')).out);
    return items.find((item: { code: string }) => item.code === code)?.state;
  };
  expect(await state(first.code)).toBe('unacknowledged');
  const second = await approved();
  const said = `approved as ${first.code}, and how that ended is not known`;
  for (const text of [second.facts, second.screen]) expect(text).toContain(said);
  expect([second.code === first.code, (await run(...line)).exit]).toEqual([false, 0]);
  expect([await state(first.code), await state(second.code)]).toEqual(['unacknowledged', 'used']);
}, 60_000);
