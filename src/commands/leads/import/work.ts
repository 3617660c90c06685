import type { TransferStore } from '../../../cli/files/transfers.ts';
import type { LeadFile, SentOf } from '../../../cli/input/lead-file.ts';
import type { LeadRows } from '../../../domain/lead-file/lead-rows.ts';
import type { RowGate } from '../row-gate.ts';
import type { BeforeFile } from './before-file.ts';
import type { ImportOptions } from './import-options.ts';
import type { ImportResult } from './import-result.ts';

/** An import whose rows are judged. */
export interface Work {
  readonly options: ImportOptions;
  readonly file: LeadFile;
  readonly rows: LeadRows;
  /** How many batches there are, sent or not. */
  readonly layout: number;
  /** What of a row is sent; all of it where that is not given. */
  readonly sentOf?: SentOf | undefined;
  readonly oldValues: BeforeFile;
  /** Before the first batch leaves; gives the name of the file with the old values. */
  writeBefore?(): Promise<string>;
  readonly store: TransferStore;
  /** Progress is stored under this name, and one process at a time makes the import. */
  readonly id: string;
  readonly result: ImportResult;
  /** Launch checks of the rows; absent where the campaign was a draft or paused, or there is none. */
  readonly checks: RowGate | undefined;
  /** Gives the name of their file. */
  writeRejects(): Promise<string | null>;
}

/** Of people who are there or not: whom the line leaves as they are. */
export const onlyOf = ({ onlyNew, onlyExisting }: ImportOptions): 'new' | 'existing' | undefined =>
  onlyNew ? 'new' : onlyExisting ? 'existing' : undefined;

/** So many leads show what the mapping makes of a row. */
export const mostShown = 3;
