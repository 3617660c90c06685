import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { trustedFolders } from './checks/trusted-folders.ts';
import { fileFailure } from './file-failure.ts';
import type { Folders, Surroundings } from './folders.ts';
import { fileMode, makePrivateFolder } from './private-files.ts';

/** A file for what is too large for memory and for nobody else: written once from front to back, read anywhere. */
export interface Spool {
  /** Bytes written so far. */
  readonly size: number;
  write(bytes: Uint8Array): Promise<void>;
  /** Fills `into` from `position` on; how many bytes there were. */
  readInto(into: Uint8Array, position: number): Promise<number>;
  /** Takes it away. */
  close(): Promise<void>;
}

/**
 * Makes a spool in the state folder. It loses its name at once where the system allows that, so that nothing of it is
 * left however the process ends. Throws `usage` where the disk says no.
 */
export async function openSpool(surroundings: Surroundings): Promise<Spool> {
  const folders: Folders = trustedFolders(surroundings);
  makePrivateFolder(folders.state);
  const folder = join(folders.state, 'spool');
  makePrivateFolder(folder);
  const path = join(folder, randomUUID());
  const refuse = (doing: string) => (error: unknown) => {
    throw fileFailure(error, path, doing);
  };
  const file: FileHandle = await open(path, 'wx+', fileMode).catch(refuse('create'));
  const unnamed = await unlink(path).then(
    () => true,
    () => false,
  );
  let size = 0;
  let closed = false;
  return {
    get size() {
      return size;
    },
    async write(bytes) {
      let written = 0;
      while (written < bytes.length) {
        const { bytesWritten } = await file
          .write(bytes, written, bytes.length - written, size)
          .catch(refuse('write'));
        written += bytesWritten;
        size += bytesWritten;
      }
    },
    async readInto(into, position) {
      let filled = 0;
      while (filled < into.length) {
        const { bytesRead } = await file
          .read(into, filled, into.length - filled, position + filled)
          .catch(refuse('read'));
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return filled;
    },
    async close() {
      if (closed) return;
      closed = true;
      await file.close();
      if (!unnamed) await unlink(path);
    },
  };
}
