import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { replyMarksOf } from '../../src/cli/connect/reply-marks.ts';
import type { World } from '../../src/cli/declare/world.ts';
import { openJournal } from '../../src/local/journal/open-journal.ts';
import { testClock } from '../world.ts';

const mark = { reply: '1', lead: null, as: 'skipped', at: 1, until: null } as const;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-marks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The marks of an account whose home is this folder. */
function marksIn(home: string) {
  const warned: string[] = [];
  const surroundings = { env: { OUTREACH_HOME: home }, platform: 'linux', cwd: home } as const;
  const processes = { pid: 1, platform: 'win32', running: () => true } as const;
  const world = {
    clock: testClock(),
    journal: {
      open: async () => (await openJournal(surroundings, processes)).journal,
      where: async () => null,
      isAt: async () => true,
      isMoving: async () => false,
    },
  } as unknown as World;
  const settings = { baseUrl: 'https://api.outreach.example/r', key: 'k', inProcess: false };
  return { warned, marks: replyMarksOf({ world, settings, warn: (line) => void warned.push(line) }) };
}

it('marks of replies are not stored in a home that cannot be written, with one line', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  const { marks, warned } = marksIn(join(folder, 'file', 'home'));
  await marks.put(mark);
  await expect(marks.claim('1', { lead: null, now: 0, until: 1, seen: null })).rejects.toMatchObject({
    kind: 'usage',
  });
  expect([await marks.list(), await marks.claimed()]).toEqual([[], []]);
  await marks.remove('1');
  expect(warned).toEqual([expect.stringMatching(/^what was done with replies is not stored: Could not /)]);
});

it('marks of replies in a damaged journal are an error', async () => {
  const home = temporaryFolder();
  const { marks } = marksIn(home);
  await marks.put(mark);
  writeFileSync(join(home, 'state', 'journal.db'), 'no journal at all, and more of it');
  await expect(marksIn(home).marks.list()).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:not_a_database|database_corrupt)$/),
  });
});
