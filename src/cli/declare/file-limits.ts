import { counted, grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';

/**
 * What an option or argument does with its file, and how many bytes of it are read at most: beyond that it is the wrong
 * file, or has no end. Every file parameter says which of these it is.
 */
export const fileLimits = {
  /** A key, a password, a signing secret. */
  secret: 64 * 1024,
  /** A campaign with its emails, or the values of one profile. */
  campaign: 1024 * 1024,
  /** One text or JSON document. */
  document: 20 * 1024 * 1024,
  /** Rows that are in memory together. */
  list: 100 * 1024 * 1024,
  /** Rows that are read piece by piece. */
  rows: 4 * 1024 * 1024 * 1024,
} as const;

export type ReadKind = keyof typeof fileLimits;

/** `written`: the program writes it. */
export type FileUse = ReadKind | 'written';

/** A row, or an object of a JSON file: no lead is longer. */
export const longestRow = 4 * 1024 * 1024;

/** No spreadsheet has more columns. */
const mostColumns = 16_384;

/** Throws `usage` where a file is longer than its kind may be. */
export function checkSize(name: string, kind: ReadKind, bytes: number): void {
  if (bytes <= fileLimits[kind]) return;
  throw new Failure(
    'file_too_large',
    `cannot read ${name}: it is longer than ${sizeText(fileLimits[kind])}`,
    { hint: kind === 'secret' ? 'Give a file with nothing but the secret in it.' : 'Is it the right file?' },
  );
}

/** Throws `usage` where a file has more columns than any that people work with. */
export function checkColumns(name: string, columns: number): void {
  if (columns <= mostColumns) return;
  throw new Failure(
    'too_many_columns',
    `cannot read ${name}: it has ${counted(columns, 'column')}, more than ${grouped(mostColumns)}`,
    { hint: 'Is it the right file, with the right --delimiter?' },
  );
}

export const sizeText = (bytes: number): string => {
  const units = ['KB', 'MB', 'GB'];
  let size = bytes / 1024;
  let unit = 0;
  for (; size >= 1024; unit++) size /= 1024;
  return `${size} ${units[unit]}`;
};

/** As a file of its own it would be read in a way that no signal reaches. */
export const isStandardInput = (path: string): boolean => path === '-' || path === '/dev/stdin';

export const isStandardOutput = (path: string): boolean => path === '-' || path === '/dev/stdout';
