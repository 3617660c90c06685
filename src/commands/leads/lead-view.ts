import { record, stack, toned, type View } from '../../cli/declare/view.ts';
import { rawText } from '../../cli/output/text/raw-text.ts';
import type { leads } from '../../contract/areas/leads.ts';
import { tagOf } from '../../contract/checks/variable-key.ts';
import { type LeadFieldName, leadFieldNames } from '../../contract/lead-fields.ts';
import type { ItemOf } from '../../contract/operation.ts';
import type { NewLead } from '../../domain/lead-file/lead-maker.ts';
import { leadLabels } from './fields.ts';

export type Lead = ItemOf<typeof leads.list>;

/** What a person at a terminal sees beside the record, from the conversation. */
export interface Contact {
  readonly campaigns: string | undefined;
  readonly lastEmail: string | undefined;
  readonly lastReply: string | undefined;
}

/** One lead, field by field; what is not set is left out. */
export const leadView = (lead: Lead, contact?: Contact): View =>
  stack(
    record(
      ['ID', lead.id, 'id'],
      ...namedFields(lead),
      ['Category', lead.tag ?? toned('none yet', 'idle'), 'state'],
      ['Meeting', lead.meetingBookedAt ?? undefined],
      ...variableFields(lead),
      ['Created', lead.createdAt],
      ['Updated', lead.updatedAt],
    ),
    ...(contact
      ? [
          record(
            ['Campaigns', contact.campaigns],
            ['Last email', contact.lastEmail, 'time'],
            ['Last reply', contact.lastReply, 'time'],
          ),
        ]
      : []),
  );

export const newLeadView = (lead: NewLead): View => record(...namedFields(lead), ...variableFields(lead));

type Named = { readonly [F in LeadFieldName]?: string | null | undefined };
const namedFields = (lead: Named) =>
  leadFieldNames.map((name) => [leadLabels[name][0], lead[name] ?? undefined] as const);

/** Under the merge tag that fills it in. */
const variableFields = ({ customVariables }: Pick<Lead, 'customVariables'> | NewLead) =>
  Object.entries(customVariables ?? {}).map(
    // JSON as it came, to the last digit.
    ([key, value]) => [`{${tagOf(key)}}`, value === null ? 'null' : rawText(value)] as const,
  );
