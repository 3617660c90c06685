import { dataTable } from '../../base/data-table.ts';
import { Failure, messageOf } from '../../base/errors.ts';
import fileReasons from './file-reasons.tsv';

/** What the file system said, with the path; a failure of ours, as at Ctrl-C, stays what it is. */
export function fileFailure(verb: 'read' | 'write', path: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const known = dataTable(fileReasons, ['code', 'reason']).find((row) => row.code === code);
  const reason = known?.reason ?? messageOf(error);
  return new Failure(
    verb === 'read' ? 'file_not_readable' : 'file_not_writable',
    `cannot ${verb} ${path}: ${reason}`,
    { cause: error, ...(code === 'EBUSY' ? { hint: 'Close it there, and run this again.' } : {}) },
  );
}
