import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errno, fileFailure } from '../file-failure.ts';
import { fileMode, makePrivateFolder } from '../private-files.ts';
import { lockFile } from './lock-file.ts';

/** Ours until it is released, or another's; who that is may be about to be written. */
type Hold<Holder> = { release(): void } | { readonly heldBy: Holder | undefined };

/** Makes this process the only one at something: a locked file, and beside it who has it. */
export async function holdFile<Holder>(path: string, holder: Holder): Promise<Hold<Holder>> {
  makePrivateFolder(dirname(path));
  const release = await lockFile(path);
  const note = `${path}.json`;
  if (release === undefined) return { heldBy: holderIn(note) };
  try {
    writeFileSync(note, JSON.stringify(holder), { mode: fileMode });
  } catch (error) {
    release();
    throw fileFailure(error, note, 'write');
  }
  return {
    release() {
      rmSync(note, { force: true });
      release();
    },
  };
}

function holderIn(note: string) {
  try {
    return JSON.parse(readFileSync(note, 'utf8'));
  } catch (error) {
    if (errno(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw fileFailure(error, note, 'read');
  }
}
