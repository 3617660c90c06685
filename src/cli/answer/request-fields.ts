import * as s from '../../contract/schema/schema.ts';

export const refusalFields = s.object({ code: s.string(), exitCode: s.integer(), message: s.string() });

export const priceFields = s.object({
  credits: s.nullable(s.integer()),
  usd: s.nullable(s.number()),
  knownUsd: s.optional(s.number()),
  ...s.each(['recipients', 'checks'], s.nullable(s.integer())),
});

/** What a dry run shows of a call. */
export const requestFields = s.object({
  dryRun: s.boolean(),
  operation: s.string(),
  effect: s.oneOf(['none', 'spends', 'buys', 'sends']),
  method: s.oneOf(['GET', 'POST', 'PUT', 'DELETE']),
  path: s.string(),
  query: s.map(s.either(s.string(), s.array(s.string()))),
  headers: s.map(s.string()),
  body: s.unknown(),
  idempotencyKey: s.optional(s.string()),
  facts: s.optional(s.fromOthers(s.array(s.string()))),
  price: s.optional(s.nullable(priceFields)),
  wouldRefuse: s.optional(s.nullable(refusalFields)),
});

/** Why a row failed. */
export const rowErrorFields = s.object({
  code: s.string(),
  message: s.string(),
  hint: s.nullable(s.string()),
});

/** What a row says of one of several calls, beside what names it. */
export const rowFields = { ok: s.boolean(), error: s.optional(rowErrorFields) };

/** The same of a call for a line of a file, beside the fields of the line. */
export const lineFields = { line: s.integer(), ...rowFields, request: s.optional(requestFields) };

export type DescribedRequest = s.DocumentOf<typeof requestFields>;
