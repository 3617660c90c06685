import { record, type View } from '../../cli/declare/view.ts';
import { rawText } from '../../cli/output/text/cell.ts';
import type { leads } from '../../contract/areas/leads.ts';
import { leadFieldNames } from '../../contract/lead-fields.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { leadLabels } from './fields.ts';

export type Lead = ItemOf<typeof leads.list>;

/** One lead, field by field; what is not set is left out. */
export const leadView = (lead: Lead): View =>
  record(
    ['ID', lead.id],
    ...leadFieldNames.map((name) => [leadLabels[name][0], lead[name] ?? undefined] as const),
    ['Category', lead.tag ?? 'none yet'],
    ['Meeting', lead.meetingBookedAt ?? undefined],
    ...Object.entries(lead.customVariables ?? {}).map(
      ([key, value]) => [`{${key}}`, variableText(value)] as const,
    ),
    ['Created', lead.createdAt],
    ['Updated', lead.updatedAt],
  );

/** JSON as it came, to the last digit. */
const variableText = (value: unknown): string => (value === null ? 'null' : rawText(value));
