import { type DescribedRequest, priceFields, refusalFields } from '../../../cli/answer/request-fields.ts';
import * as s from '../../../contract/schema/schema.ts';
import { type RejectKind, rejectKinds } from '../../../domain/lead-file/lead-maker.ts';
import type { Verdict } from '../../../domain/lead-file/lead-rows.ts';

/** A column, and what it becomes, in the words of `--map`. */
const mappedColumnFields = s.object({
  column: s.string(),
  becomes: s.string(),
  /** Of one row for all columns: of the first ones, that with most of them filled. */
  sample: s.string(),
});

export type MappedColumn = s.DocumentOf<typeof mappedColumnFields>;

const rejectCountFields = s.object({
  kind: s.oneOf(rejectKinds),
  count: s.integer(),
  rows: s.array(s.object({ row: s.integer(), column: s.string(), reason: s.string() })),
});

/** A field or, as `{city}`, a variable; empty is null. */
const changeFields = s.object({
  field: s.string(),
  from: s.fromOthers(s.unknown()),
  to: s.fromOthers(s.unknown()),
});

export type Change = s.DocumentOf<typeof changeFields>;

/** The leads of a file compared with those of the service, which keeps what a row leaves empty. */
const diffFields = s.object({
  ...s.each(['new', 'changed', 'same'], s.integer()),
  /** Values that replace others: the file of old values has those. */
  oldValues: s.integer(),
  /** Values that get into a field which was empty: an import cannot empty it again. */
  wereEmpty: s.integer(),
  /** Middle names that stay as they are: the service takes them only for a new lead. */
  middleNames: s.integer(),
  /** Opt-outs that stay, although a row says otherwise. */
  optOuts: s.integer(),
  /** People who opted out by what the service has of them: an import into a campaign leaves them out. */
  optedOut: s.integer(),
  calls: s.integer(),
  examples: s.array(
    s.object({
      row: s.integer(),
      email: s.fromOthers(s.string()),
      fields: s.array(s.string()),
      changes: s.array(changeFields),
    }),
  ),
});

export type Difference = s.DocumentOf<typeof diffFields>;

/** What an import did, or would do. Every row read is a lead, rejected, replaced by a later row, or empty. */
const figures = s.object({
  read: s.integer(),
  valid: s.integer(),
  /** By this run. */
  sent: s.integer(),
  /** Confirmed by earlier runs of the same import, and not sent again. */
  sentBefore: s.integer(),
  /** What the service does not tell. */
  ...s.each(['created', 'updated', 'unchanged'], s.nullable(s.integer())),
  rejected: s.integer(),
  /** Rejected rows whose own columns say so. */
  leftOut: s.object(s.each(['invalid', 'optedOut'], s.integer())),
  replaced: s.integer(),
  empty: s.integer(),
  /** Leads that --only-new or --only-existing leaves as they are, and the `optedOut` of the comparison. */
  skipped: s.integer(),
  batches: s.integer(),
  rejectsFile: s.nullable(s.string()),
  /** The file with the old values of what changed, and why there is none. */
  ...s.each(['before', 'beforeWhy'], s.nullable(s.string())),
  campaignId: s.nullable(s.id()),
  /** The same for the same content, read in the same way: what --expect takes. */
  digest: s.string(),
  /** How many leads the campaign has afterwards; null where that is not known. */
  inCampaign: s.nullable(s.integer()),
  /** How many of those this run sent it does not have: some may have been there before. */
  notJoined: s.nullable(s.integer()),
  /** In which the file was read: `utf-8`, `windows-1252`, … */
  encoding: s.string(),
  /** Why rows are rejected, with the first few of them. */
  rejects: s.array(rejectCountFields),
  diff: s.optional(diffFields),
  /** False where not all of them were sent. */
  complete: s.optional(s.boolean()),
});

/** Why the figures are what they are; of many rows the first few. */
const reasons = s.object({
  mapping: s.array(mappedColumnFields),
  product: s.nullable(s.string()),
  rejects: s.array(rejectCountFields),
  replacedRows: s.array(s.object({ row: s.integer(), by: s.integer() })),
});

/** Of a dry run with its reasons, and what the question shows. */
export const importFields = s.object({
  ...figures.entries,
  dryRun: s.boolean(),
  ...reasons.entries,
  facts: s.fromOthers(s.array(s.string())),
  price: priceFields,
  wouldRefuse: refusalFields,
});

export type ImportResult = s.DocumentOf<typeof figures>;
export type Reasons = s.DocumentOf<typeof reasons>;

/** What a dry run tells: the same figures with their reasons, and the first request as any dry run shows it. */
export type Rehearsed = ImportResult & Partial<DescribedRequest> & Reasons & { readonly dryRun: true };

const countOf = (rejects: Verdict['rejects'], wanted: RejectKind): number =>
  rejects.find(({ kind }) => kind === wanted)?.count ?? 0;

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
  rejects,
  leftOut: { invalid: countOf(rejects, 'known-invalid'), optedOut: countOf(rejects, 'opted-out') },
  replaced,
  empty,
  skipped: 0,
  before: null,
  beforeWhy: null,
  inCampaign: null,
  notJoined: null,
  ...rest,
});
