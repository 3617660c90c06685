import { randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileFailure } from '../file-failure.ts';
import { fileMode, makePrivateFolder } from '../private-files.ts';

/** Writes JSON to a file for the owner alone, whole or not at all. Throws what the system says. */
export function replaceJsonFile(path: string, data: unknown): void {
  const unfinished = `${path}.${randomUUID()}`;
  writeFileSync(unfinished, JSON.stringify(data), { mode: fileMode, flag: 'wx' });
  renameSync(unfinished, path);
}

/** The same for a file of the state folder, which is made where it is not there. Throws `usage` where it cannot be written. */
export function writeStateFile(path: string, data: object): void {
  try {
    makePrivateFolder(dirname(path));
    replaceJsonFile(path, data);
  } catch (error) {
    throw fileFailure(error, path, 'write');
  }
}
