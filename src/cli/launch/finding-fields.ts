import * as s from '../../contract/schema/schema.ts';
import type { RuleId } from '../../domain/launch/rules.ts';

/** What a document has of each broken rule, beside what it advises. */
export const findingFields = {
  rule: s.string() as s.Schema<RuleId>,
  severity: s.oneOf(['warn', 'block']),
  message: s.fromOthers(s.string()),
  count: s.integer(),
  examples: s.fromOthers(s.array(s.string())),
};
