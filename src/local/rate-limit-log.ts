import {
  closeSync,
  constants,
  openSync,
  readdirSync,
  readSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileFailure } from './file-failure.ts';
import { fileMode, makePrivateFolder } from './private-files.ts';

interface RateLimitLogOptions {
  readonly folder: string;
  /** Of the log: letters, digits and `-`. */
  readonly name: string;
  /** A generation that grew larger is followed by the next one; two of them hold what matters. */
  readonly maxBytes?: number;
}

const defaultMaxBytes = 128 * 1024;
const sealMark = '=';
/** Logs of services that are called no more. */
const staleMs = 7 * 86_400_000;

/**
 * A log that all processes of this machine add to, without a lock: the system puts every write in append mode at the
 * end, whole, so the file is the order. A generation ends with a seal, and a line behind the seal does not
 * count; its writer does not find it among the news and writes it again. Nothing is flushed: this is advice, not money.
 */
export function openRateLimitLog({ folder, name, maxBytes = defaultMaxBytes }: RateLimitLogOptions) {
  const pathOf = (generation: number) => join(folder, `${name}.${generation}`);
  let current: Generation | undefined;
  let waiting: string[] = [];

  const open = (): Generation => {
    if (current) return current;
    makePrivateFolder(folder);
    const newest = newestGeneration(folder, name);
    const generation = newest ?? 0;
    if (newest === undefined) removeStale(folder);
    const before = generation > 0 ? openGeneration(pathOf(generation - 1), generation - 1, false) : undefined;
    if (before) {
      waiting.push(...readLines(before).lines);
      closeSync(before.file);
    }
    current = openGeneration(pathOf(generation), generation, true);
    return current;
  };

  const readOn = (): void => {
    for (;;) {
      const from = open();
      const { lines, sealed } = readLines(from);
      waiting.push(...lines);
      if (!sealed) return;
      closeSync(from.file);
      const next = from.number + 1;
      current = openGeneration(pathOf(next), next, false);
      if (!current) {
        // A process that slept through several goes on with the newest, and does not create a removed one again.
        const newest = Math.max(newestGeneration(folder, name) ?? 0, next);
        current = openGeneration(pathOf(newest), newest, true);
      }
      remove(pathOf(current.number - 2));
    }
  };

  return {
    exchange(line?: string) {
      try {
        if (line !== undefined) {
          const to = open();
          if (to.position > maxBytes) {
            writeSync(to.file, `${sealMark}\n`);
            readOn();
          }
          writeSync(open().file, `${line}\n`);
        }
        readOn();
      } catch (error) {
        throw fileFailure(error, current?.path ?? folder, 'use');
      }
      const lines = waiting;
      waiting = [];
      return { lines };
    },
    /** Closes the file, at the end: what is read later begins anew. */
    close: () => {
      if (current) closeSync(current.file);
      current = undefined;
    },
  };
}

interface Generation {
  readonly path: string;
  readonly number: number;
  readonly file: number;
  position: number;
  /** A line whose end was not there yet. */
  rest: string;
}

const chunkBytes = 64 * 1024;

function openGeneration(path: string, number: number, make: true): Generation;
function openGeneration(path: string, number: number, make: boolean): Generation | undefined;
function openGeneration(path: string, number: number, make: boolean): Generation | undefined {
  const { O_APPEND, O_RDWR, O_CREAT, O_NOFOLLOW } = constants;
  try {
    const file = openSync(path, O_APPEND | O_RDWR | (make ? O_CREAT : 0) | (O_NOFOLLOW ?? 0), fileMode);
    return { path, number, file, position: 0, rest: '' };
  } catch (error) {
    if (!make) return undefined;
    throw fileFailure(error, path, 'open');
  }
}

/** What was added since, up to the seal. */
function readLines(from: Generation): { lines: string[]; sealed: boolean } {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let text = from.rest;
  for (;;) {
    const length = readSync(from.file, chunk, 0, chunkBytes, from.position);
    if (length === 0) break;
    from.position += length;
    text += chunk.toString('latin1', 0, length);
    if (length < chunkBytes) break;
  }
  const lines = text.split('\n');
  from.rest = lines.pop() ?? '';
  const seal = lines.indexOf(sealMark);
  return seal < 0 ? { lines, sealed: false } : { lines: lines.slice(0, seal), sealed: true };
}

function newestGeneration(folder: string, name: string): number | undefined {
  let newest: number | undefined;
  for (const entry of readdirSync(folder)) {
    const number = entry.startsWith(`${name}.`) ? Number(entry.slice(name.length + 1)) : undefined;
    if (number !== undefined && Number.isSafeInteger(number)) newest = Math.max(newest ?? number, number);
  }
  return newest;
}

/** Measured against the newest of them, which tells the time well enough. */
function removeStale(folder: string): void {
  const times = new Map<string, number>();
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    times.set(path, statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  }
  const newest = Math.max(0, ...times.values());
  for (const [path, at] of times) if (at < newest - staleMs) remove(path);
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process was quicker, or there was none.
  }
}
