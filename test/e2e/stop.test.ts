// @module-tag slow
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inTerminal } from '../cli/probe/terminal.ts';
import { binary, cleanEnv, outreach, temporaryFolder } from './binary.ts';

/** At a terminal, where the service does not know the call that pauses. */

const seed = {
  leads: [{ email: 'ana@lumen.example' }],
  senders: [{ address: 'anna@northwind-mail.example', givenName: 'Anna', familyName: 'Berg' }],
  campaigns: [
    {
      name: 'Autumn',
      status: 'running',
      schedule: { daysSchedule: '1,2,3,4,5' },
      // A second email keeps it running whatever time it is, as this is the real clock.
      sequence: [
        { subject: 'Hi', body: 'Hello' },
        { body: 'And?', delayDays: 3 },
      ],
      senders: ['anna@northwind-mail.example'],
    },
  ],
};

async function office() {
  const home = await temporaryFolder();
  await writeFile(join(home, 'world.json'), JSON.stringify(seed));
  expect((await outreach(home, ['sandbox', 'seed', 'world.json', '--yes'])).exit).toBe(0);
  await outreach(home, ['sandbox', 'fault', 'add', 'campaigns.pause', '--kind', 'status:404']);
  const limit = async () => {
    const { out } = await outreach(home, ['senders', 'list', '--json']);
    return JSON.parse(out).items[0].currentDailyLimit;
  };
  return { home, limit };
}

it.each([
  ['campaigns pause Autumn', 6],
  ['campaigns pause --all', 15],
])(
  'says so first and offers the daily limits: %s',
  async (line, declined) => {
    const { home, limit } = await office();
    const before = await limit();
    const asked = () =>
      inTerminal(binary, line.split(' '), cleanEnv(home, { TERM: 'xterm', NO_COLOR: '1' }), home, 100);
    const no = asked();
    await no.answer('Type y or n:', 'n\r');
    const { screen, exitCode } = await no.ended;
    expect([exitCode, await limit()]).toEqual([declined, before]);
    expect(screen.replaceAll(/\s+/g, ' ')).toContain(
      'The service does not know the request that pauses a campaign (404)',
    );
    const yes = asked();
    await yes.answer('Type y or n:', 'y\r');
    expect([(await yes.ended).exitCode, await limit()]).toEqual([0, 0]);
    expect((await outreach(home, ['campaigns', 'pause', '--undo-limits', '--yes'])).exit).toBe(0);
    expect(await limit()).toBe(before);
  },
  60_000,
);
