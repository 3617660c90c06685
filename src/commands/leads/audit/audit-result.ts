import { findingFields } from '../../../cli/launch/finding-fields.ts';
import * as s from '../../../contract/schema/schema.ts';
import type { LeadFileChoices } from '../import/open-lead-file.ts';

/** Warnings whose rows a fixed file can do without. */
export const droppable = [
  'risky-share',
  'role-address',
  'disposable-address',
  'personal-mailbox',
  'test-address',
] as const;

export interface AuditOptions extends LeadFileChoices {
  readonly sequence: string | undefined;
  readonly fix: string | undefined;
  /** The fixed file has names as names are written; what is read stays as it is. */
  readonly fixNames: boolean;
  readonly leaveOut: (typeof droppable)[number][] | undefined;
}

/** A row that was written otherwise than it was read. */
const fixedRowFields = s.object({
  row: s.integer(),
  from: s.fromOthers(s.string()),
  to: s.fromOthers(s.string()),
  why: s.string(),
});

export type FixedRow = s.DocumentOf<typeof fixedRowFields>;

/** A row that was not written. */
const leftOutRowFields = s.object({
  row: s.integer(),
  /** Empty where the row has none. */
  address: s.fromOthers(s.string()),
  rule: s.string(),
  reason: s.string(),
});

export type LeftOutRow = s.DocumentOf<typeof leftOutRowFields>;

const readFields = {
  read: s.integer(),
  passed: s.boolean(),
  problems: s.array(
    s.object({
      ...findingFields,
      /** A line that runs as printed; null where a person has to act. */
      fix: s.nullable(s.string()),
      /** The numbers of the first 100 rows, as an import counts them. */
      rows: s.array(s.integer()),
    }),
  ),
};

/** What a file of leads shows before it is imported. `passed` is about the file as it is, not as it was fixed. */
export const auditFields = s.object({
  ...readFields,
  fixed: s.optional(
    s.object({
      /** Null where no row is left to write. */
      file: s.nullable(s.string()),
      written: s.integer(),
      /** All of them are counted, the first ones listed. */
      count: s.integer(),
      rows: s.array(fixedRowFields),
    }),
  ),
  leftOut: s.optional(s.object({ count: s.integer(), rows: s.array(leftOutRowFields) })),
});

/** Of several files: each as one, without a fixed file. */
export const auditsFields = s.object({
  files: s.array(s.object({ file: s.fromOthers(s.string()), ...readFields })),
  total: s.integer(),
});

export type AuditsResult = s.DocumentOf<typeof auditsFields>;
export type AuditResult = s.DocumentOf<typeof auditFields>;
export type FileProblem = AuditResult['problems'][number];
export type Fixing = { readonly [N in 'fixed' | 'leftOut']: NonNullable<AuditResult[N]> };
