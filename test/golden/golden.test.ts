import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newWorld, type Run, type SavedWorld } from '../world.ts';
import { lines } from './lines.ts';
import { seed } from './seeded-world.ts';
import { transcript } from './transcript.ts';

const options = { seed: 'golden', env: { OUTREACH_PROFILE: 'sandbox' } };
const folder = mkdtempSync(join(tmpdir(), 'outreach-golden-'));
let saved: SavedWorld;

beforeAll(async () => {
  let close = async () => {};
  const world = await newWorld({ ...options, atEnd: (given) => (close = given) });
  try {
    await seed(world);
    const file = join(folder, 'seeded.db');
    world.database.prepare('VACUUM INTO ?').run(file);
    saved = { file, now: world.clock.now() };
  } finally {
    await close();
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The mark of the target is the same above every line; `test/cli/mark.test.ts` looks at it. */
const unmarked = (run: Run): Run => ({ ...run, err: run.err.replace('\u001b[2msandbox\u001b[22m\n', '') });

// `npx vitest run test/golden -u` rewrites the transcripts: read the difference before you commit it.
it.each(Object.entries(lines))('%s', async (group, given) => {
  // Two worlds of the same state, so that what a line changes changes both alike.
  const atTerminal = await newWorld({ ...options, saved, tty: true });
  const inPipe = await newWorld({ ...options, saved });
  const played: string[] = [];
  for (const line of given) {
    const [terminal, pipe] = [await atTerminal.outreach(line), await inPipe.outreach(line)];
    played.push(transcript({ line, terminal: unmarked(terminal), pipe }));
  }
  await expect(played.join('\n')).toMatchFileSnapshot(`transcripts/${group}.txt`);
});
