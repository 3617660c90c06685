// @module-tag slow
import { expect, it } from 'vitest';
import { asPlatform } from './as-platform.ts';
import { outreach, start, temporaryFolder } from './binary.ts';

const buy = ['credits', 'buy', '1000', '--yes', '--json'];

it.runIf(process.platform === 'linux')(
  'a purchase in flight on a Mac is left alone by a process with another time zone and language',
  { timeout: 60_000 },
  async () => {
    const home = await temporaryFolder();
    // So that it asks the real `ps`.
    const nodeOptions = await asPlatform(home, 'darwin');
    const fault = 'sandbox fault add credits.purchase --nth 1 --kind hang --phase after'.split(' ');
    expect((await outreach(home, fault)).exit).toBe(0);
    const first = start(home, buy, { nodeOptions, env: { TZ: 'UTC', LC_ALL: 'C' } });
    try {
      await inFlight(home);
      const env = { TZ: 'America/New_York', LC_ALL: 'de_DE.UTF-8' };
      const second = await outreach(home, buy, { nodeOptions, env });
      expect(second.exit).toBe(7);
      expect(second.err).toContain(`${first.pid}`);
    } finally {
      first.kill('SIGKILL');
      await first;
    }
    const charges = JSON.parse((await outreach(home, ['sandbox', 'ledger', '--json'])).out);
    expect(charges.total).toBe(1);
  },
);

/** Waits until the first process has sent its call. */
async function inFlight(home: string): Promise<void> {
  for (;;) {
    const { out } = await outreach(home, ['sandbox', 'ledger', '--json']);
    if (JSON.parse(out).total === 1) return;
  }
}
