// @module-tag slow
import { describe, expect, it, onTestFinished } from 'vitest';
import { sandboxKey } from '../../src/contract/keys.ts';
import { modesOf } from '../sweep/slice.ts';
import { newWorld } from '../world.ts';
import { outreach, start, temporaryFolder } from './binary.ts';

/** The built program, served by itself in another process, over connections that really break. */
async function served() {
  const home = await temporaryFolder();
  const server = start(home, ['sandbox', 'serve', '--port', '0', '--json'], { buffer: false });
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await server;
  });
  const lines = server.iterable({ from: 'stdout' })[Symbol.asyncIterator]();
  const { value } = await lines.next();
  const { baseUrl } = JSON.parse(String(value));
  const env = { OUTREACH_BASE_URL: baseUrl, OUTREACH_API_KEY: sandboxKey };
  return {
    over: (line: string) => outreach(home, line.split(' '), { env }),
    /** The same in this process, on a clock that does not wait for the next try. */
    overAtOnce: async (line: string) =>
      (await newWorld({ network: 'real', lazySandbox: true, env })).outreach(line),
    here: async (line: string) => {
      const { exit, out, err } = await outreach(home, line.split(' '));
      return { exit, err, json: JSON.parse(out === '' ? 'null' : out) };
    },
  };
}

describe('a sandbox that is served with faults', { timeout: 60_000 }, () => {
  const kinds = ['reset', 'truncated', 'status:500', 'status:503', 'bad-json', 'purchase_unconfirmed'];
  it.each(modesOf(kinds, 0, 2))(
    'a purchase that took effect and ended with %s is never made again',
    async (kind) => {
      const { over, here } = await served();
      const rule = `sandbox fault add credits.purchase --nth 1 --phase after --kind ${kind} --json`;
      expect((await here(rule)).exit).toBe(0);
      const bought = await over('credits buy 2000 --yes --json');
      expect([0, 14]).toContain(bought.exit);
      const { exit, json } = await here('sandbox ledger --assert-once --json');
      expect([exit, json.total, json.repeats]).toEqual([0, 1, []]);
      expect((await here('sandbox fault list --json')).json.items).toMatchObject([{ hits: 1 }]);
    },
  );

  it('is tried again where nothing can have happened', async () => {
    const { overAtOnce, here } = await served();
    await here('sandbox fault add credits.purchase --nth 1 --kind unavailable --json');
    expect((await overAtOnce('credits buy 2000 --yes --json')).exit).toBe(0);
    expect((await here('sandbox ledger --assert-once --json')).json.total).toBe(1);
  });

  it('a read goes through a cut, a broken and a slow connection', async () => {
    const { overAtOnce, here } = await served();
    for (const [n, kind] of ['reset', 'truncated', 'slow:200ms'].entries())
      await here(`sandbox fault add leads.list --nth ${n + 1} --kind ${kind} --json`);
    const { exit, out } = await overAtOnce('leads list --json');
    expect([exit, JSON.parse(out).total]).toEqual([0, 0]);
    expect(
      (await here('sandbox fault list --json')).json.items.map(({ hits }: { hits: number }) => hits),
    ).toEqual([1, 1, 1]);
  });
});
