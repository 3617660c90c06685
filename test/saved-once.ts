import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newWorld, type SavedWorld, type TestWorld } from './world.ts';

/**
 * A world that many tests begin from, made by the first one that asks: `newWorld({ saved: await ready() })`. Only its
 * sandbox is saved, neither its files nor its journal. It goes with the temporary folder of the run. `from` is another one
 * that it begins with.
 */
export function savedOnce(
  make: (world: TestWorld) => Promise<unknown>,
  from?: () => Promise<SavedWorld>,
): () => Promise<SavedWorld> {
  let saved: Promise<SavedWorld> | undefined;
  const save = async () => {
    let close = async () => {};
    const saved = await from?.();
    const world = await newWorld({ ...(saved && { saved }), atEnd: (given) => (close = given) });
    try {
      await make(world);
      const file = join(mkdtempSync(join(tmpdir(), 'outreach-saved-')), 'world.db');
      world.database.prepare('VACUUM INTO ?').run(file);
      return { file, now: world.clock.now() };
    } finally {
      await close();
    }
  };
  return () => {
    saved ??= save();
    return saved;
  };
}
