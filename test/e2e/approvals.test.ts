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
  return { run, terminal, ledger };
}

const buy = ['credits', 'buy', '2000', '--profile', 'prod', '--yes', '--json'];

it('approves at a real terminal alone, and two processes use it once', async () => {
  const { run, terminal, ledger } = await personal();
  const refused = await run(...buy);
  expect(refused.exit).toBe(3);
  const { code } = JSON.parse(refused.err).error.approval;

  const ahead = terminal('approvals', 'approve', code);
  await ahead.typeUntil('(y/N)', 'y\r');
  await ahead.answer('(y/N)', '\r');
  expect((await ahead.ended).exitCode).toBe(3);
  expect((await run(...buy)).exit).toBe(3);

  const agreed = terminal('approvals', 'approve', code);
  await agreed.answer('(y/N)', 'y\r');
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
  await wrong.answer('(y/N)', 'y\r');
  await wrong.answer('Passphrase', 'another one\r');
  for (const sees of ['try 2 of 3', 'try 3 of 3']) await wrong.answer(sees, 'another one\r');
  expect((await wrong.ended).exitCode).toBe(3);
  expect((await run(...buy)).exit).toBe(3);
}, 60_000);
