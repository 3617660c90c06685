import { counted, grouped } from '../../base/counted.ts';
import { rowErrorFields } from '../../cli/answer/request-fields.ts';
import type { DocumentRows } from '../../cli/declare/command.ts';
import type { Column } from '../../cli/declare/view.ts';
import * as s from '../../contract/schema/schema.ts';
import { attentionKinds, worstFirst } from '../../domain/attention/attention.ts';
import type { CampaignRow } from '../../domain/attention/campaign-row.ts';

const needEntries = {
  kind: s.oneOf(attentionKinds),
  severity: s.oneOf(['fail', 'warn']),
  message: s.fromOthers(s.string()),
  count: s.integer(),
  oldestAt: s.nullable(s.timestamp()),
  command: s.string(),
  id: s.nullable(s.string()),
};

const campaignFields = s.object({
  id: s.id(),
  name: s.fromOthers(s.string()),
  status: s.nullable(s.string()),
  ...s.each(['leads', 'contacted', 'sentToday', 'replied'], s.nullable(s.integer())),
  ends: s.nullable(s.string()),
  endsWhy: s.nullable(s.string()),
});

/** A campaign, as a program gets it; a person sees two more. */
export type CampaignLine = s.DocumentOf<typeof campaignFields> &
  Partial<Pick<CampaignRow, 'positiveRate' | 'days'>>;

const profileFields = s.object({
  profile: s.nullable(s.string()),
  target: s.oneOf(['live', 'sandbox']),
  ok: s.boolean(),
  error: s.nullable(rowErrorFields),
  credits: s.nullable(s.integer()),
  attention: s.array(s.object(needEntries)),
  campaigns: s.array(campaignFields),
  /** What of it is not known: the rest is without it. */
  notRead: s.array(s.object({ part: s.string(), why: s.string() })),
});

export interface ProfileStatus extends Omit<s.DocumentOf<typeof profileFields>, 'campaigns'> {
  readonly campaigns: readonly CampaignLine[];
  readonly forPeople?: {
    readonly also: readonly string[];
    readonly notes: readonly string[];
    readonly hidden: number;
  };
}

/** Why nothing of it could be read; null also where only its journal could not: that is a part of `notRead`. */
export const blankBy = ({ error, notRead }: ProfileStatus): ProfileStatus['error'] =>
  notRead.length === 0 ? error : null;

export const statusFields = s.object({ profiles: s.array(profileFields), checkedAt: s.timestamp() });

export interface StatusDocument extends Omit<s.DocumentOf<typeof statusFields>, 'profiles'> {
  readonly profiles: readonly ProfileStatus[];
}

/** The fields of a row are those of the columns, in their order. */
const rowEntries = { profile: s.nullable(s.string()), ...needEntries, kind: s.string() };
const rowFields = Object.keys(rowEntries) as (keyof typeof rowEntries)[];

type Row = Record<keyof typeof rowEntries, string | number | null>;

/** A row for each profile that cannot be read, each thing that needs a person, the worst first, and each part not read. */
function rowsOf({ profiles }: StatusDocument): Row[] {
  const failed: Row[] = [];
  const missing: Row[] = [];
  for (const status of profiles) {
    const { profile, notRead } = status;
    const error = blankBy(status);
    if (error)
      failed.push({ profile, ...unread, severity: 'fail', message: error.message, command: error.hint });
    for (const { part, why } of notRead) missing.push({ profile, ...unread, message: why, id: part });
  }
  return [...failed, ...needsOf(profiles), ...missing];
}

/** Each thing that needs a person, with its profile: the worst first. */
export const needsOf = (profiles: readonly ProfileStatus[]) =>
  worstFirst(profiles.flatMap(({ profile, attention }) => attention.map((need) => ({ profile, ...need }))));

/** So that what is missing is not taken for quiet. */
const unread = {
  kind: 'not-read',
  severity: 'warn',
  message: null,
  count: null,
  oldestAt: null,
  command: null,
  id: null,
};

/** How each campaign does, for a pipe: rows of a kind and a severity of their own. */
function campaignRows({ profiles }: StatusDocument): Row[] {
  const rows: Row[] = [];
  for (const { profile, campaigns } of profiles)
    for (const campaign of campaigns)
      rows.push({
        ...{ profile, ...unread, kind: 'campaign', severity: 'ok' },
        message: campaignText(campaign),
        id: String(campaign.id),
      });
  return rows;
}

function campaignText({ name, status, ends, ...figures }: CampaignLine): string {
  const { leads, contacted, sentToday, replied } = figures;
  const known = [
    status,
    leads === null ? null : counted(leads, 'lead'),
    contacted === null ? null : `${grouped(contacted)} contacted`,
    sentToday === null ? null : `${grouped(sentToday)} sent today`,
    replied === null ? null : `${grouped(replied)} replied`,
    ends === null ? null : `ends ${ends}`,
  ];
  return `${name}: ${known.filter(Boolean).join(', ')}`;
}

/** Of many looks each would repeat the campaigns. */
export const statusRows = ({ watch }: { readonly watch: boolean }) =>
  ({
    of: (shown) => [...rowsOf(shown), ...(watch ? [] : campaignRows(shown))],
    answer: s.object(rowEntries),
    at: (field) => (field === 'profile' ? ['profiles', field] : ['profiles', 'attention', field]),
  }) satisfies DocumentRows<StatusDocument>;

export const rowColumns: readonly Column<Row>[] = rowFields.map((name) => [name, name]);
