import type { Failure } from '../../../src/base/errors.ts';
import { campaignSettingNames, campaignSettings } from '../../../src/contract/campaign-settings.ts';
import type {
  CampaignFields,
  FieldName,
  FieldValue,
} from '../../../src/domain/campaign-file/campaign-fields.ts';
import type { LockedFiles } from '../../../src/domain/campaign-file/lock.ts';
import { storedValue } from '../../../src/domain/campaign-file/lock.ts';
import { stepFields, stepsIn } from '../../../src/domain/campaign-file/sequence-fields.ts';
import { makePlan, type PlanInput } from '../../../src/domain/campaign-plan/make-plan.ts';
import type { LiveCampaign, Mailbox, PlanItem } from '../../../src/domain/campaign-plan/plan.ts';

/** Three values of every field: what was applied, and two others. */
export const threeValues: readonly (readonly [FieldName, readonly [FieldValue, FieldValue, FieldValue]])[] = [
  ['name', ['Autumn', 'Winter', 'Spring']],
  ...campaignSettingNames.map((name) => [name, valuesOf(name)] as const),
  ['schedule.days', ['1,2,3', '1,2', '1']],
  ['schedule.from', ['09:00', '10:00', '08:00']],
  ['schedule.to', ['17:00', '18:00', '16:00']],
  ['senders', [['ana@a.example'], ['ana@a.example', 'ben@a.example'], ['ana@a.example', 'cleo@a.example']]],
  ['signature', ['Ana', 'Ben', `Cleo ${'x'.repeat(90)}`]],
  ['steps.1.subject', ['Hello {company}', 'A question', 'Another question']],
  ['steps.1.body', ['Hello. Tell me if not.', `Longer ${'x'.repeat(90)}`, `Longest ${'y'.repeat(90)}`]],
  ['steps.1.contentType', ['text', 'html', 'text']],
  ['steps.2.delayDays', [3, 4, 5]],
  ['steps.2.useSameThread', [true, false, true]],
  ['steps.2.variants.B.subject', ['Still on?', 'Now?', 'Later?']],
  ['steps.2.variants.B.body', ['Hello again.', 'Once more.', 'A last time.']],
];

function valuesOf(
  name: (typeof campaignSettingNames)[number],
): readonly [FieldValue, FieldValue, FieldValue] {
  if (name === 'flow') return ['multiple_leads_scheduled', 'api', 'api'];
  if (name === 'minGap') return [5, 6, 7];
  if (name === 'maxGap') return [10, 11, 12];
  const { kind } = campaignSettings[name];
  if (kind === 'text') return ['a', 'b', 'c'];
  return kind === 'integer' ? [50, 60, 70] : [true, false, true];
}

/** A campaign that has the first value of each. */
export const baseFields: CampaignFields = new Map<FieldName, FieldValue>([
  ...stepFields([
    { order: 1, subject: 'Hello {company}', body: 'Hello. Tell me if not.' },
    {
      order: 2,
      subject: 'Still there?',
      body: 'Did this reach you?',
      delayDays: 3,
      useSameThread: true,
      variants: [{ label: 'B', subject: 'Still on?', body: 'Hello again.' }],
    },
  ]),
  ...threeValues.map(([field, [value]]) => [field, value] as const),
]);

export const stored = (fields: CampaignFields): CampaignFields =>
  new Map([...fields].map(([field, value]) => [field, storedValue(value)]));

export const mailboxes: readonly Mailbox[] = [
  { id: 1, address: 'ana@a.example', isConnected: true },
  { id: 2, address: 'ben@a.example', isConnected: true },
  { id: 3, address: 'cleo@a.example', isConnected: true },
  { id: 4, address: 'off@b.example', isConnected: false },
];

const createdAt = '2026-03-02T08:00:00Z';

export const liveOf = (fields: CampaignFields, changes: Partial<LiveCampaign> = {}): LiveCampaign => ({
  id: 12,
  name: String(fields.get('name')),
  status: 'draft',
  createdAt,
  fields,
  unreadable: [],
  steps: stepsIn(fields) ?? [],
  ...changes,
});

export const lockOf = (base: CampaignFields, file = 'autumn.md', id = 12): LockedFiles =>
  new Map([[file, { id, createdAt, base: stored(base) }]]);

/** A file that says this of a campaign, its senders as addresses. */
export function fileOf(fields: CampaignFields, file = 'autumn.md') {
  const { senders, ...rest } = Object.fromEntries(fields);
  const place = { line: 1, column: 1 };
  return {
    file,
    fields: new Map(Object.entries(rest)) as CampaignFields,
    ...(Array.isArray(senders) && { senders: senders.map((pattern) => ({ pattern, place })) }),
    text: JSON.stringify([...fields]),
  };
}

/** The plan of one file against one campaign. */
export function planOf(
  file: CampaignFields,
  live: LiveCampaign | undefined,
  base: CampaignFields | undefined,
  { options = {}, ...input }: Partial<PlanInput> = {},
): PlanItem {
  const { items } = makePlan({
    files: [fileOf(file)],
    lock: base ? lockOf(base) : new Map(),
    account: { campaigns: live ? [live] : [], mailboxes },
    live: live ? [live] : [],
    options,
    ...input,
  });
  const [item] = items;
  if (!item) throw new Error('a plan without an item');
  return item;
}

export const withField = (fields: CampaignFields, field: FieldName, value: FieldValue): CampaignFields =>
  new Map(fields).set(field, value);

/** What it throws. */
export const failing = (run: () => unknown): Failure => {
  try {
    run();
  } catch (error) {
    return error as Failure;
  }
  throw new Error('nothing was refused');
};
