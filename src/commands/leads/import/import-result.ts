import type { DescribedRequest } from '../../../cli/answer/request-fields.ts';
import * as s from '../../../contract/schema/schema.ts';
import type { Verdict } from '../../../domain/lead-file/lead-rows.ts';
import type { Difference } from './compare.ts';

/** What an import did, or would do. Every row read is a lead, rejected, replaced by a later row, or empty. */
export interface ImportResult {
  read: number;
  valid: number;
  /** By this run. */
  sent: number;
  /** Confirmed by earlier runs of the same import, and not sent again. */
  sentBefore: number;
  /** What the service does not tell. */
  created: null;
  updated: null;
  unchanged: null;
  rejected: number;
  /** Why, with the first few rows. */
  rejects: readonly RejectCount[];
  /** Rejected rows whose own columns say so. */
  leftOut: { invalid: number; optedOut: number };
  replaced: number;
  empty: number;
  /** Leads that --only-new or --only-existing leaves as they are. */
  skipped: number;
  batches: number;
  rejectsFile: string | null;
  /** The file with the old values of what changed, and why there is none. */
  before: string | null;
  beforeWhy: string | null;
  campaignId: number | null;
  /** The same for the same content, read in the same way: what --expect takes. */
  digest: string;
  /** How many leads the campaign has afterwards; null where that is not known. */
  inCampaign: number | null;
  /** In which the file was read: `utf-8`, `windows-1252`, … */
  encoding: string;
  /** Where it was read who is there. */
  diff?: Difference;
}

/** What a dry run tells: the same figures with their reasons, and the first request as any dry run shows it. */
export interface Rehearsed extends ImportResult, Partial<DescribedRequest>, Reasons {
  dryRun: true;
}

/** A column, and what it becomes, in the words of `--map`. */
export const mappedColumnFields = s.object({
  column: s.string(),
  becomes: s.string(),
  /** Of one row for all columns: of the first ones, that with most of them filled. */
  sample: s.string(),
});

export type MappedColumn = s.DocumentOf<typeof mappedColumnFields>;

export const rejectCountFields = s.object({
  kind: s.oneOf([
    'opted-out',
    'known-invalid',
    'wrong encoding',
    'malformed address',
    'no address',
    'wrong number of columns',
    'malformed value',
    'launch checks',
  ]),
  count: s.integer(),
  rows: s.array(s.object({ row: s.integer(), column: s.string(), reason: s.string() })),
});

type RejectCount = s.DocumentOf<typeof rejectCountFields>;

/** Why the figures are what they are; of many rows the first few. */
export interface Reasons {
  /** What seems to have written the file. */
  product: string | null;
  mapping: MappedColumn[];
  rejects: readonly RejectCount[];
  replacedRows: readonly { row: number; by: number }[];
}

export const rejectsIn = ({ rejects }: Pick<Verdict, 'rejects'>): RejectCount[] =>
  [...rejects].map(([kind, { count, some }]) => ({ kind, count, rows: some }));

/** Leads that are to be sent, in all. */
export const toSend = ({ valid, skipped }: ImportResult): number => valid - skipped;

/** The figures before anything was sent. */
export const resultOf = (
  { read, valid, rejected, rejects, replaced, empty }: Verdict,
  rest: Pick<ImportResult, 'batches' | 'rejectsFile' | 'campaignId' | 'encoding' | 'digest'>,
): ImportResult => ({
  read,
  valid,
  sent: 0,
  sentBefore: 0,
  created: null,
  updated: null,
  unchanged: null,
  rejected,
  rejects: rejectsIn({ rejects }),
  leftOut: {
    invalid: rejects.get('known-invalid')?.count ?? 0,
    optedOut: rejects.get('opted-out')?.count ?? 0,
  },
  replaced: replaced.count,
  empty,
  skipped: 0,
  before: null,
  beforeWhy: null,
  inCampaign: null,
  ...rest,
});
