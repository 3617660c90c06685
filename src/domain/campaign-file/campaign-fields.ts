import type { CampaignSettingName, ScheduleSettingName } from '../../contract/campaign-settings.ts';

/** What a step has beside its variants. */
export const stepParts = ['subject', 'body', 'contentType', 'delayDays', 'useSameThread'] as const;

/** A step by its place from 1, a variant by its label. */
type SequenceField =
  | 'signature'
  | `steps.${number}.${(typeof stepParts)[number]}`
  | `steps.${number}.variants.${string}.${'subject' | 'body'}`;

export const isOfStep = (field: FieldName): boolean => field.startsWith('steps.');

/** Null: there is none. A list holds addresses in order; numbers and switches are as the service has them. */
export type FieldValue = string | number | boolean | readonly string[] | null;

/** One thing that a file can say of a campaign: `dailyLimit`, `schedule.days`, `senders`, `steps.2.subject`. */
export type FieldName =
  | 'name'
  | CampaignSettingName
  | `schedule.${ScheduleSettingName}`
  /** The addresses of the mailboxes that are attached, sorted, in lower case. */
  | 'senders'
  | SequenceField;

/** Flat. A missing field is not managed (in a file), or could not be read (of the service). */
export type CampaignFields = ReadonlyMap<FieldName, FieldValue>;

/** With these changes: null takes a field away. */
export function overlaid(fields: CampaignFields, changes: CampaignFields): CampaignFields {
  const merged = new Map(fields);
  for (const [field, value] of changes)
    if (value === null) merged.delete(field);
    else merged.set(field, value);
  return merged;
}

export const sameValue = (a: FieldValue | undefined, b: FieldValue | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
