import { commandLine } from '../../cli/advice/shell-words.ts';
import { priceFields } from '../../cli/answer/request-fields.ts';
import type { AskedApproval } from '../../client/guard/approvals.ts';
import { redact } from '../../contract/redact.ts';
import * as s from '../../contract/schema/schema.ts';

const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** What {@link entryOf} gives. */
export const entryFields = s.object({
  code: s.string(),
  state: s.oneOf(['expired', 'waiting', 'approved', 'used', 'unacknowledged', 'denied', 'replaced']),
  operation: s.string(),
  facts: s.fromOthers(s.array(s.string())),
  price: priceFields,
  digest: s.string(),
  profile: s.string(),
  target: s.oneOf(['live', 'sandbox']),
  line: s.string(),
  ...s.each(['askedAt', 'expiresAt', 'decidedAt', 'usedAt'], s.timestamp()),
  host: s.string(),
});

/** An approval, as it is shown. */
export const entryOf = (approval: AskedApproval) => ({
  code: approval.code,
  state: approval.state,
  operation: approval.operation,
  facts: approval.facts.map(redact),
  price: approval.price,
  digest: approval.digest,
  profile: approval.profile,
  target: approval.target,
  line: redact(commandLine(approval.line.argv)),
  askedAt: time(approval.askedAt),
  expiresAt: new Date(approval.expiresAt).toISOString(),
  decidedAt: time(approval.decidedAt),
  usedAt: time(approval.usedAt),
  host: approval.line.host ?? null,
});

export type Entry = ReturnType<typeof entryOf>;
