import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileFailure } from './file-failure.ts';
import { fileMode, makePrivateFolder } from './private-files.ts';

interface Writing {
  /** It is on the disk, also where the power fails. */
  readonly durable?: boolean;
}

/** Writes JSON to a file for the owner alone, whole or not at all. Throws what the system says. */
export function replaceJsonFile(path: string, data: unknown, { durable = false }: Writing = {}): void {
  const unfinished = `${path}.${randomUUID()}`;
  writeFileSync(unfinished, JSON.stringify(data), { mode: fileMode, flag: 'wx' });
  if (durable) reachDisk(unfinished);
  renameSync(unfinished, path);
}

export function reachDisk(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The same for a file of the state folder, which is made where it is not there. Throws `usage` where it cannot be written. */
export function writeStateFile(path: string, data: object, writing?: Writing): void {
  try {
    makePrivateFolder(dirname(path));
    replaceJsonFile(path, data, writing);
  } catch (error) {
    throw fileFailure(error, path, 'write');
  }
}
