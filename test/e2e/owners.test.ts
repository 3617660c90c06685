import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { outreach, start, temporaryFolder } from './binary.ts';

/**
 * Makes the program take this machine for a Mac, so that it asks the real `ps`. The engine of the database is that of
 * the real system.
 */
const asMac = `
const { platform } = process;
const Module = require('node:module');
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (name, ...rest) {
  const native = name.startsWith('@libsql/darwin-') ? realNative() : name;
  return resolveFilename.call(this, native, ...rest);
};
const realNative = () =>
  require('node:fs').readdirSync(${JSON.stringify(resolve('node_modules/@libsql'))})
    .filter((name) => name.startsWith(platform))
    .map((name) => '@libsql/' + name)
    .find((name) => { try { return require(require.resolve(name, { paths: [${JSON.stringify(resolve('.'))}] })); } catch { return false; } });
Object.defineProperty(process, 'platform', { value: 'darwin' });
`;

const buy = ['credits', 'buy', '1000', '--yes', '--json'];

it.runIf(process.platform === 'linux')(
  'a purchase in flight on a Mac is left alone by a process with another time zone and language',
  { timeout: 60_000 },
  async () => {
    const home = await temporaryFolder();
    const preload = join(home, 'as-mac.cjs');
    await writeFile(preload, asMac);
    const nodeOptions = ['--require', preload];
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
