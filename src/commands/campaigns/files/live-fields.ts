import { type CampaignReading, settingsIn } from '../../../cli/launch/read-campaign.ts';
import type { campaigns } from '../../../contract/areas/campaigns.ts';
import {
  campaignSettingNames,
  campaignSettings,
  type ScheduleSettingName,
  scheduleSettings,
} from '../../../contract/campaign-settings.ts';
import type { ItemOf } from '../../../contract/operation.ts';
import type { CampaignFields, FieldName, FieldValue } from '../../../domain/campaign-file/campaign-fields.ts';
import { plainText, stepFields } from '../../../domain/campaign-file/sequence-fields.ts';
import type { Unreadable } from '../../../domain/campaign-plan/plan.ts';
import { parseDays, parseTimeOfDay } from '../../../domain/schedule-text.ts';

type Reading = Pick<CampaignReading, 'detail' | 'sequence' | 'schedule' | 'why'>;

export interface LiveFields {
  readonly fields: CampaignFields;
  readonly unreadable: readonly Unreadable[];
}

/** Or why it cannot be read. */
type Found = { readonly value: FieldValue } | { readonly why: string };

/**
 * What the service shows of a campaign, as fields: null where it says that there is none. A field that its record does not
 * have is not null but unreadable, so that nothing is changed that cannot be seen.
 */
export function liveFields(
  listed: ItemOf<typeof campaigns.list>,
  addresses: readonly string[] | undefined,
  reading: Reading,
): LiveFields {
  const found: [FieldName | 'steps', Found][] = [
    ['name', { value: listed.name }],
    ...settingsFound(listed, reading),
    ...scheduleFound(reading),
    ['senders', sendersFound(addresses)],
    ['signature', signatureFound(reading)],
  ];
  const { sequence, why } = reading;
  if (sequence === undefined) found.push(['steps', { why: why.sequence ?? notShown }]);
  const fields = new Map<FieldName, FieldValue>(sequence && stepFields(sequence.steps));
  const unreadable: Unreadable[] = [];
  for (const [field, answer] of found)
    if ('why' in answer) unreadable.push({ field, why: answer.why });
    else if (field !== 'steps') fields.set(field, answer.value);
  return { fields, unreadable };
}

const notShown = 'the answer of the service does not have it';

const settingsFound = (
  { emoji, flow }: ItemOf<typeof campaigns.list>,
  reading: Reading,
): [FieldName, Found][] => {
  const settings: Readonly<Record<string, unknown>> = { emoji, flow, ...settingsIn(reading) };
  return campaignSettingNames.map((name) => {
    const value = settings[campaignSettings[name].wire];
    if (value === undefined) return [name, { why: reading.why.detail ?? notShown }];
    return [name, { value: value === '' ? null : (value as FieldValue) }];
  });
};

const inFileForm = { days: parseDays, from: parseTimeOfDay, to: parseTimeOfDay } as const;

const scheduleFound = ({ schedule, why }: Reading): [FieldName, Found][] =>
  (Object.keys(scheduleSettings) as ScheduleSettingName[]).map((name) => {
    const value = schedule?.[scheduleSettings[name]];
    const field = `schedule.${name}` as const;
    if (value === undefined) return [field, { why: why.schedule ?? notShown }];
    if (value === null || value.trim() === '') return [field, { value: null }];
    try {
      return [field, { value: inFileForm[name](value) }];
    } catch {
      return [field, { why: `the service says '${value}', which is not known here` }];
    }
  });

const sendersFound = (addresses: readonly string[] | undefined): Found =>
  addresses
    ? { value: addresses }
    : { why: 'the list of mailboxes does not say which campaigns they are in' };

/** The sequence has it, and so may the detail record. */
function signatureFound({ sequence, detail, why }: Reading): Found {
  const signature = sequence?.signature === undefined ? detail?.signature : sequence.signature;
  return signature === undefined ? { why: why.sequence ?? notShown } : { value: plainText(signature) };
}
