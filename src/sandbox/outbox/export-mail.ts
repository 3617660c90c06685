import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { Failure } from '../../contract/errors.ts';
import { emlName, emlOf, type Mail } from '../../domain/mail/eml.ts';
import type { Sandbox } from '../state.ts';
import { mailOf } from './outbox-mail.ts';
import { inPieces } from './outbox-pages.ts';
import { type OutboxFilter, type OutboxRow, outboxItem } from './outbox-row.ts';

export const exportFormats = ['eml', 'mbox', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What a name asks for: one file for `.mbox` and `.ndjson`, else a folder with a file for each email. */
export const formatFor = (path: string): ExportFormat =>
  exportFormats.find((format) => format !== 'eml' && path.toLowerCase().endsWith(`.${format}`)) ?? 'eml';

export interface ExportOptions {
  readonly path: string;
  readonly format: ExportFormat;
  readonly filter: OutboxFilter;
  readonly signal: AbortSignal;
  onProgress(emails: number): void;
}

/**
 * Writes the emails, newest first and piece by piece, for their owner alone: into a folder (0700) that is new or empty, or
 * into a file (0600) that is new. Nothing is replaced and no link is followed. Throws `usage` with the path and the
 * reason; a file that was only begun is taken away again.
 */
export async function exportMail(sandbox: Sandbox, options: ExportOptions): Promise<number> {
  const target =
    options.format === 'eml' ? folderTarget(options.path) : fileTarget(options.path, options.format);
  let count = 0;
  try {
    for (const rows of inPieces(sandbox.db, options.filter)) {
      options.signal.throwIfAborted();
      for (const row of rows) target.add(row, mailOf(sandbox.db, sandbox.seed, row));
      count += rows.length;
      options.onProgress(count);
      await breathe();
    }
    target.close(true);
  } catch (error) {
    target.close(false);
    throw error;
  }
  return count;
}

interface Target {
  add(row: OutboxRow, mail: Mail): void;
  close(complete: boolean): void;
}

function folderTarget(folder: string): Target {
  attempt(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  if (attempt(folder, () => readdirSync(folder)).length > 0)
    throw new Failure('usage', `cannot write to ${folder}: it is not empty`, {
      code: 'file_not_writable',
      hint: 'Name a folder that is new or empty.',
    });
  return {
    add(row, mail) {
      const file = openNew(join(folder, emlName(row.id, mail)));
      try {
        file.write(emlOf(mail));
      } finally {
        file.close();
      }
    },
    close() {},
  };
}

function fileTarget(path: string, format: 'mbox' | 'ndjson'): Target {
  const file = openNew(path);
  return {
    add: (row, mail) => file.write(format === 'mbox' ? mboxEntry(mail) : ndjsonEntry(row, mail)),
    close(complete) {
      file.close();
      if (!complete) rmSync(path, { force: true });
    },
  };
}

/** As mail programs read it (mboxrd): a line that would look like the next email's beginning gets a mark. */
function mboxEntry(mail: Mail): string {
  const text = emlOf(mail)
    .replaceAll('\r\n', '\n')
    .replaceAll(/^(>*From )/gm, '>$1');
  const date = new Date(mail.at).toUTCString();
  const [weekday = '', day = '', month = '', year = '', time = ''] = date.replace(',', '').split(' ');
  return `From ${mail.from.address.replaceAll(/\s/g, '')} ${weekday} ${month} ${day} ${time} ${year}\n${text}\n`;
}

const ndjsonEntry = (row: OutboxRow, { messageId, inReplyTo, references }: Mail): string =>
  `${JSON.stringify({ ...outboxItem(row), messageId, inReplyTo, references, contentType: row.contentType, body: row.body })}\n`;

function openNew(path: string) {
  const descriptor = attempt(path, () => openSync(path, 'wx', 0o600));
  return {
    write: (text: string): void => {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += attempt(path, () => writeSync(descriptor, bytes, at));
    },
    close: (): void => closeSync(descriptor),
  };
}

const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'something is there already',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
};

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Failure('usage', `cannot write ${path}: ${reasons[code] ?? message}`, {
      code: 'file_not_writable',
      cause: error,
    });
  }
}
