import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  claimNames,
  failNames,
  forgetNames,
  type NamePlace,
  readNames,
  storeNames,
} from '../../src/local/names/name-memory.ts';

const now = Date.UTC(2026, 2, 2, 8);
const dayMs = 86_400_000;
const names = { at: now, items: [['1', 'Autumn']] };

function place(): NamePlace {
  const home = mkdtempSync(join(tmpdir(), 'outreach-names-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const surroundings = { env: { OUTREACH_HOME: home }, platform: 'linux', cwd: home } as const;
  return { surroundings, account: 'live:1', kind: 'campaigns' };
}

it.each<[string, (at: NamePlace, claim: string) => void, object | undefined]>([
  ['are stored by the process that claimed them', () => {}, names],
  [
    'do not come back after the account was forgotten',
    ({ surroundings, account }) => forgetNames(surroundings, account),
    undefined,
  ],
  [
    'stay where another account was forgotten',
    ({ surroundings }) => forgetNames(surroundings, 'live:2'),
    names,
  ],
  [
    'are not stored by a process whose claim another one took over',
    (at) => expect(claimNames(at, now + dayMs, 1)).toBeDefined(),
    undefined,
  ],
  ['are stored where that process itself had failed before', (at, claim) => failNames(at, claim, now), names],
])('names %s', (_, meanwhile, found) => {
  const at = place();
  const claim = claimNames(at, now, dayMs) ?? '';
  meanwhile(at, claim);
  storeNames(at, claim, names, dayMs);
  expect(readNames(at)).toEqual(found);
});
