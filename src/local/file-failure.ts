import { Failure, messageOf } from '../base/errors.ts';

export const elsewhere = 'Name a folder that can be written in OUTREACH_HOME, and try again.';

const reasons: Readonly<Record<string, readonly [reason: string, hint?: string]>> = {
  EACCES: ['permission denied', `Check who owns it. ${elsewhere}`],
  EPERM: ['not permitted', `Check who owns it. ${elsewhere}`],
  EBUSY: ['another program has it open', 'Close it there, and try again.'],
  EROFS: ['the disk is read-only', elsewhere],
  ENOSPC: ['no space left on the disk', 'Free some space and try again.'],
  EDQUOT: ['the disk quota is used up', 'Free some space and try again.'],
  ENOTDIR: ['a part of the path is not a folder', elsewhere],
  EEXIST: ['there is a file where a folder is needed', elsewhere],
  EISDIR: ['it is a folder'],
  ELOOP: ['it is a symbolic link'],
  ENOENT: ['there is no such file'],
  ENAMETOOLONG: ['the path is too long', elsewhere],
  EMFILE: ['too many files are open'],
};

/** What the file system said, with the path and what to do about it: exit 2. */
export function fileFailure(error: unknown, path: string, doing: string): Failure {
  if (error instanceof Failure) return error;
  const code = errno(error);
  const [reason, hint] = reasons[code ?? ''] ?? [messageOf(error)];
  return new Failure(
    code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'file_error',
    `Could not ${doing} ${path}: ${reason}`,
    {
      cause: error,
      hint,
    },
  );
}

/** The system's word for an error: `ENOENT`, `EACCES`, … */
export function errno(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
