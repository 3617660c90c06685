import { digestOfValue } from '../../base/digest.ts';
import { rejectColumns } from './lead-mapping.ts';

/** Files with these columns are alike; the rejects of a file are like the file itself. */
export const headerShape = (headers: readonly string[]): string =>
  digestOfValue(headers.filter((header) => !(rejectColumns as readonly string[]).includes(header)));
