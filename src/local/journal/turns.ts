import { join } from 'node:path';
import { digestOfValue } from '../../base/digest.ts';
import type { TurnHolder, Turns } from '../../client/guard/turns.ts';
import { holdFile } from '../owners/hold-file.ts';

export const localTurns = (folder: string, pid: number): Turns => ({
  async take(account, what, now) {
    const holder: TurnHolder = { what, since: now, pid };
    const hold = await holdFile(join(folder, digestOfValue(account)), holder);
    if ('heldBy' in hold) return hold;
    return {
      // A process that is stopped keeps its lock.
      check: async () => {},
      release: async () => hold.release(),
    };
  },
});
