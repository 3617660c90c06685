import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOfValue } from '../../base/digest.ts';
import type { TurnHolder, Turns } from '../../client/guard/turns.ts';
import { chooseEngine } from '../database.ts';
import { errno, fileFailure } from '../file-failure.ts';
import { lockFile } from '../owners/file-lock.ts';
import { fileMode, makePrivateFile, makePrivateFolder } from '../private-files.ts';

/** Turns of this machine: a locked file for each account, and beside it who has it. */
export const localTurns = (folder: string, pid: number): Turns => ({
  async take(account, what, now) {
    makePrivateFolder(folder);
    const path = join(folder, digestOfValue(account));
    // It stays: who locks a file that is about to go has locked nothing.
    makePrivateFile(path);
    const engine = lockFile(path, await chooseEngine());
    if (engine === undefined) return { heldBy: holderAt(`${path}.json`) };
    try {
      write(`${path}.json`, { what, since: now, pid });
    } catch (error) {
      engine.close();
      throw error;
    }
    return {
      // A process that is stopped keeps its lock.
      check: async () => {},
      release: async () => engine.close(),
    };
  },
});

function write(path: string, holder: TurnHolder): void {
  try {
    writeFileSync(path, JSON.stringify(holder), { mode: fileMode });
  } catch (error) {
    throw fileFailure(error, path, 'write');
  }
}

/** It may be about to be written. */
function holderAt(path: string): TurnHolder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (errno(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw fileFailure(error, path, 'read');
  }
}
