import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { outreach, temporaryFolder } from './binary.ts';

let started: Promise<string> | undefined;

/** A home of its own as `outreach start` leaves it, with some thirty replies that wait; the tour runs once. */
export async function startedHome(): Promise<string> {
  started ??= start();
  const home = await temporaryFolder();
  await cp(await started, home, { recursive: true });
  return home;
}

/** Goes with the temporary folder of the run. */
async function start(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'outreach-e2e-'));
  expect((await outreach(home, ['start', '--yes'])).exit).toBe(0);
  return home;
}
