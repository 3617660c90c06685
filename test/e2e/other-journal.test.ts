// @module-tag slow
import { expect, it, type TestContext } from 'vitest';
import { inTerminal } from '../cli/probe/terminal.ts';
import { postgres } from '../postgres/of-the-run.ts';
import { envOf } from '../sweep/answering-service.ts';
import { binary, cleanEnv, outreach, temporaryFolder } from './binary.ts';
import { serviceOfFile } from './service-of-file.ts';

/** One machine, one account, and a line that names another journal than the line before. */

const service = serviceOfFile();

async function machine(context: TestContext) {
  const address = await (await postgres(context)).newDatabase();
  const home = await temporaryFolder();
  const seen = service.answering();
  const env = (shared: boolean) => envOf(service.baseUrl, shared ? { OUTREACH_JOURNAL: address } : {});
  const run = async (line: string, shared: boolean, more = {}) => {
    const { exit, err } = await outreach(home, line.split(' '), { env: { ...env(shared), ...more } });
    return [exit, exit === 0 ? undefined : JSON.parse(err.trimEnd().split('\n').at(-1) ?? '').error.code];
  };
  return {
    address,
    run,
    buy: (shared: boolean, token = 'order-1', more = {}) =>
      run(`credits buy 2000 --yes --json --once ${token}`, shared, more),
    posts: () => seen().filter(({ method }) => method === 'POST').length,
    accept: async (keys: string) => {
      const session = inTerminal(binary, ['journal', 'accept'], { ...cleanEnv(home), ...env(false) });
      await session.answer('Type y or n:', keys);
      return session.ended;
    },
  };
}

it('refuses a guarded call that leaves out the shared journal it used before, until a person accepts that', {
  tags: 'needed',
}, async (context) => {
  const { buy, run, posts, accept } = await machine(context);
  expect(await buy(true)).toEqual([0, undefined]);
  expect(await buy(false)).toEqual([2, 'journal_left_out']);
  expect(await run('credits balance --json', false)).toEqual([0, undefined]);
  expect(await run('journal accept --json', false)).toEqual([3, 'needs_a_person']);
  expect((await accept('\r')).exitCode).toBe(3);
  expect(await buy(false)).toEqual([2, 'journal_left_out']);
  expect(posts()).toBe(1);
  expect((await accept('y\r')).exitCode).toBe(0);
  expect(await buy(false, 'order-2')).toEqual([0, undefined]);
});

it('refuses a shared journal that does not know the calls of this machine, until they are moved', {
  tags: 'needed',
}, async (context) => {
  const { address, buy, run, posts } = await machine(context);
  expect(await buy(false)).toEqual([0, undefined]);
  expect(await buy(true)).toEqual([2, 'journal_not_moved']);
  expect(await run(`journal move --to ${address} --yes --json`, false)).toEqual([0, undefined]);
  expect(await buy(true)).toEqual([0, undefined]);
  expect(posts()).toBe(1);
});

it('refuses another shared journal than the one that its calls were moved to', async (context) => {
  const { address, buy, run, posts } = await machine(context);
  expect(await buy(false)).toEqual([0, undefined]);
  expect(await run(`journal move --to ${address} --yes --json`, false)).toEqual([0, undefined]);
  const elsewhere = { OUTREACH_JOURNAL: await (await postgres(context)).newDatabase() };
  expect(await buy(true, 'order-1', elsewhere)).toEqual([2, 'journal_moved']);
  // The same database under another name of its host.
  const alias = { OUTREACH_JOURNAL: address.replace('127.0.0.1', 'localhost') };
  expect(await buy(true, 'order-1', alias)).toEqual([0, undefined]);
  expect(posts()).toBe(1);
});
