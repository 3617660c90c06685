import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { trustedFolders } from './checks/trusted-folders.ts';
import { fileFailure } from './file-failure.ts';
import type { Surroundings } from './folders.ts';
import type { Processes } from './owners/owners.ts';
import { fileMode, makePrivateFolder } from './private-files.ts';

/** A private file for what is too large for memory: written once from front to back, read anywhere. */
export interface Spool {
  readonly size: number;
  write(bytes: Uint8Array): Promise<void>;
  /** Reads into the place from `position` on; how many bytes there were, 0 at the end. */
  readInto(into: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

/** It loses its name at once where the system allows it; what an ended process left is removed. Throws `usage`. */
export async function openSpool(surroundings: Surroundings, processes: Processes): Promise<Spool> {
  const { state } = trustedFolders(surroundings);
  makePrivateFolder(state);
  const folder = join(state, 'spool');
  makePrivateFolder(folder);
  // Another process may have removed it just now.
  for (const name of await readdir(folder))
    if (!processes.running(Number.parseInt(name, 10)))
      await unlink(join(folder, name)).catch(() => undefined);
  const path = join(folder, `${processes.pid}-${randomUUID()}`);
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
      await file.writeFile(bytes).catch(refuse('write'));
      size += bytes.length;
    },
    async readInto(into, position) {
      return (await file.read(into, 0, into.length, position).catch(refuse('read'))).bytesRead;
    },
    async close() {
      if (closed) return;
      closed = true;
      await file.close();
      if (!unnamed) await unlink(path);
    },
  };
}
