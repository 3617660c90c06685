// @module-tag slow
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { binary, cleanEnv, temporaryFolder } from './binary.ts';

/** Days in zones where clocks are changed: the zone of a process is set before it starts. */
it.each([
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59.999Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59.999Z'],
  // Clocks skip midnight.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', '2026-04-24T20:59:59.999Z'],
  ['Asia/Kathmandu', '2026-10-01', '2026-09-30T18:15:00Z', '2026-10-01T18:14:59.999Z'],
])('a day in %s: %s', async (TZ, day, since, until) => {
  const home = await temporaryFolder();
  const report = async (...more: string[]) => {
    const line = [binary, 'report', 'outcomes', '--since', day, '--until', day, '--json', ...more];
    const { stdout } = await execa(process.execPath, line, { env: cleanEnv(home, { TZ }), extendEnv: false });
    return JSON.parse(stdout);
  };
  expect(await report()).toMatchObject({ since, until });
  if (TZ === 'Asia/Kathmandu')
    expect(await report('--utc')).toMatchObject({ since: `${day}T00:00:00Z`, until: `${day}T23:59:59.999Z` });
});
