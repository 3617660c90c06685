import { Failure, messageOf } from '../../base/errors.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EBUSY: 'another program has it open',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  ENAMETOOLONG: 'its name is too long',
  EEXIST: 'it is there already',
  ELOOP: 'it is a symbolic link that cannot be followed',
  EMFILE: 'too many files are open',
};

/** What the file system said, with the path; a failure of ours, as at Ctrl-C, stays what it is. */
export function fileFailure(verb: 'read' | 'write', path: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const reason = reasons[code] ?? messageOf(error);
  return new Failure(
    verb === 'read' ? 'file_not_readable' : 'file_not_writable',
    `cannot ${verb} ${path}: ${reason}`,
    { cause: error, ...(code === 'EBUSY' ? { hint: 'Close it there, and run this again.' } : {}) },
  );
}
