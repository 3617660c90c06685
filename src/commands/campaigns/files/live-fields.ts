import { type CampaignReading, settingsIn } from '../../../cli/launch/read-campaign.ts';
import type { campaigns } from '../../../contract/areas/campaigns.ts';
import {
  campaignSettingNames,
  campaignSettings,
  type ScheduleSettingName,
  scheduleSettings,
} from '../../../contract/campaign-settings.ts';
import type { ItemOf } from '../../../contract/operation.ts';
import type { FieldName, FieldValue } from '../../../domain/campaign-file/campaign-fields.ts';
import { labelTwice, plainText, stepFields } from '../../../domain/campaign-file/sequence-fields.ts';
import type { LiveCampaign, Unreadable } from '../../../domain/campaign-plan/plan.ts';
import { parseDays, parseTimeOfDay } from '../../../domain/schedule-text.ts';

type Listed = Pick<ItemOf<typeof campaigns.list>, 'name' | 'emoji' | 'flow'>;
type Reading = Pick<CampaignReading, 'detail' | 'sequence' | 'schedule' | 'why'>;

type Found = { readonly value: FieldValue } | { readonly why: string };

/** Null where the service says there is none; what its record lacks is unreadable, so that it is never changed. */
export function liveFields(
  listed: Listed,
  addresses: readonly string[] | undefined,
  reading: Reading,
): Pick<LiveCampaign, 'fields' | 'unreadable'> {
  const { sequence, why } = reading;
  const parts = [
    { field: 'settings', why: why.detail },
    { field: 'sequence', why: why.sequence },
    { field: 'schedule', why: why.schedule },
  ] as const;
  const unreadable: Unreadable[] = [];
  for (const { field, why } of parts) if (why !== undefined) unreadable.push({ field, why });
  const twice = sequence && labelTwice(sequence.steps);
  if (twice !== undefined)
    unreadable.push({ field: 'sequence', why: `two variants of a step have the label '${twice}'` });
  const steps = sequence && twice === undefined ? stepFields(sequence.steps) : undefined;
  const fields = new Map<FieldName, FieldValue>(steps);
  const found: readonly (readonly [FieldName, Found | undefined])[] = [
    ['name', { value: listed.name }],
    ...settingsFound(listed, reading),
    ...scheduleFound(reading),
    [
      'senders',
      addresses
        ? { value: addresses }
        : { why: 'the list of mailboxes does not say which campaigns they are in' },
    ],
    ['signature', signatureFound(reading)],
  ];
  for (const [field, answer] of found)
    if (answer && 'why' in answer) unreadable.push({ field, why: answer.why });
    else if (answer) fields.set(field, answer.value);
  return { fields, unreadable };
}

/** Of a setting that a service does not have, or does not show. */
export const notShown = 'the answer of the service does not have it';

const settingsFound = ({ emoji, flow }: Listed, reading: Reading): [FieldName, Found | undefined][] => {
  const settings: Readonly<Record<string, unknown>> = { emoji, flow, ...settingsIn(reading) };
  return campaignSettingNames.map((name) => {
    const value = settings[campaignSettings[name].wire];
    if (value === undefined) return [name, reading.detail && { why: notShown }];
    return [name, { value: value === '' ? null : (value as FieldValue) }];
  });
};

const inFileForm = { days: parseDays, from: parseTimeOfDay, to: parseTimeOfDay } as const;

const scheduleFound = ({ schedule }: Reading): [FieldName, Found | undefined][] =>
  (Object.keys(scheduleSettings) as ScheduleSettingName[]).map((name) => {
    // An answer of `{schedule: null}` is there in the place of the schedule.
    const isNone = schedule !== undefined && 'schedule' in schedule && schedule.schedule === null;
    const value = isNone ? null : schedule?.[scheduleSettings[name]];
    const field = `schedule.${name}` as const;
    if (value === undefined) return [field, schedule && { why: notShown }];
    if (value === null || value.trim() === '') return [field, { value: null }];
    try {
      return [field, { value: inFileForm[name](value) }];
    } catch {
      return [field, { why: `the service says '${value}', which is not known here` }];
    }
  });

function signatureFound({ sequence, detail }: Reading): Found | undefined {
  const signature = sequence?.signature === undefined ? detail?.signature : sequence.signature;
  if (signature === undefined) return sequence && { why: notShown };
  return { value: plainText(signature) };
}
