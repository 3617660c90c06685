import type { Problem } from '../../../domain/launch/problem.ts';
import type { RuleId } from '../../../domain/launch/rules.ts';

export interface FileProblem extends Problem {
  /** A command line, or what to do. */
  readonly fix: string;
  /** The numbers of the first 100 rows, as an import counts them. */
  readonly rows: readonly number[];
}

/** A row that was written otherwise than it was read. */
export interface FixedRow {
  readonly row: number;
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

/** A row that was not written. */
export interface LeftOutRow {
  readonly row: number;
  /** Empty where the row has none. */
  readonly address: string;
  readonly rule: RuleId;
  readonly reason: string;
}

/** All of them are counted, the first ones listed. */
export interface Listed<T> {
  readonly count: number;
  readonly rows: readonly T[];
}

export interface Fixing {
  readonly fixed: Listed<FixedRow> & {
    /** Null where no row is left to write. */
    readonly file: string | null;
    readonly written: number;
  };
  readonly leftOut: Listed<LeftOutRow>;
}

/** What a file of leads shows before it is imported. `passed` is about the file as it is, not as it was fixed. */
export interface AuditResult extends Partial<Fixing> {
  readonly read: number;
  readonly passed: boolean;
  readonly problems: readonly FileProblem[];
}
