import { campaigns } from '../../contract/areas/campaigns.ts';
import {
  campaignSettingNames,
  campaignSettings,
  type ScheduleSettingName,
  scheduleSettings,
} from '../../contract/campaign-settings.ts';
import type { AnyOperation, Input } from '../../contract/operation.ts';
import { problemsOf } from '../../contract/schema/problems-of.ts';
import type { CampaignFields, FieldName, FieldValue } from '../campaign-file/campaign-fields.ts';
import { storedValue } from '../campaign-file/lock.ts';
import { inOrder, stepsIn } from '../campaign-file/sequence-fields.ts';
import type { LiveStep, Mailbox, PlannedCall } from './plan.ts';
import { isOfSequence } from './three-way.ts';

export const operationOf = {
  [campaigns.create.id]: campaigns.create,
  [campaigns.update.id]: campaigns.update,
  [campaigns.schedule.id]: campaigns.schedule,
  [campaigns.replaceSequence.id]: campaigns.replaceSequence,
  [campaigns.attachSenders.id]: campaigns.attachSenders,
  [campaigns.pause.id]: campaigns.pause,
} as const satisfies Record<PlannedCall['operation'], AnyOperation>;

interface Work {
  readonly id: number | null;
  /** What the file sets and the service does not have: null takes a part of a step away. */
  readonly changed: CampaignFields;
  /** What the service would have afterwards: its fields overlaid by those. */
  readonly merged: CampaignFields;
  readonly liveSteps: readonly LiveStep[];
  readonly attach: readonly Mailbox[];
  readonly attached: readonly string[];
}

/** The calls of one campaign, in order. A part of it that only a person can do has none. */
export function callsFor(work: Work): PlannedCall[] {
  const { id, changed, attach, attached } = work;
  const calls: PlannedCall[] = [];
  if (id === null) calls.push(settingCall(campaigns.create.id, work, bodyOf(settings, work, early), true));
  // What the creation does not take; or the settings that change, and the name.
  const given = bodyOf(settings, work, id === null ? late : undefined);
  const isNamed = id !== null && changed.has('name');
  if (given.sets.size > 0 || isNamed) calls.push(settingCall(campaigns.update.id, work, given, isNamed));
  const schedule = bodyOf(hours, work);
  if (schedule.sets.size > 0) calls.push({ operation: campaigns.schedule.id, id, ...schedule });
  calls.push(...sequence(work));
  if (attach.length > 0) {
    // What only a person can detach stays attached, and is no drift.
    const addresses = [...attached, ...attach.map(({ address }) => address.toLowerCase())];
    const body = { senderEmailIds: attach.map((mailbox) => mailbox.id) };
    const sets = new Map([['senders' as const, [...new Set(addresses)].sort()]]);
    calls.push({ operation: campaigns.attachSenders.id, id, body, sets });
  }
  return calls;
}

interface Part {
  /** The service's own name of each field. */
  readonly wire: ReadonlyMap<FieldName, string>;
  /** The service looks at both of them in one call: where one changes, the other goes with it. */
  readonly pair: readonly FieldName[];
}

const settings: Part = {
  wire: new Map(campaignSettingNames.map((name) => [name, campaignSettings[name].wire])),
  pair: ['minGap', 'maxGap'],
};

const hours: Part = {
  wire: new Map(
    (Object.keys(scheduleSettings) as ScheduleSettingName[]).map((name) => [
      `schedule.${name}`,
      scheduleSettings[name],
    ]),
  ),
  pair: ['schedule.from', 'schedule.to'],
};

function bodyOf(
  { wire, pair }: Part,
  { changed, merged }: Work,
  fields: readonly FieldName[] = [...wire.keys()],
) {
  const given = fields.filter((field) => (changed.get(field) ?? null) !== null);
  const sent = pair.some((field) => given.includes(field)) ? [...given, ...pair] : given;
  const body: Record<string, FieldValue> = {};
  for (const [field, name] of wire) {
    const value = sent.includes(field) ? (merged.get(field) ?? null) : null;
    if (value !== null) body[name] = value;
  }
  return { body, sets: stored(changed, given) };
}

/** As the lock has them. */
const stored = (fields: CampaignFields, names: readonly FieldName[]): CampaignFields =>
  new Map(names.map((name) => [name, storedValue(fields.get(name) ?? null)]));

/** What the creation does not take, and what it takes. */
const late = campaignSettingNames.filter((name) => 'notAtCreation' in campaignSettings[name]);

const early = campaignSettingNames.filter((name) => !late.includes(name));

function settingCall(
  operation: PlannedCall['operation'],
  { id, merged }: Work,
  { body, sets }: ReturnType<typeof bodyOf>,
  isNamed: boolean,
): PlannedCall {
  if (!isNamed) return { operation, id, body, sets };
  const name = stored(merged, ['name']);
  return { operation, id, body: { name: merged.get('name'), ...body }, sets: new Map([...name, ...sets]) };
}

function sequence({ id, changed, merged, liveSteps }: Work): PlannedCall[] {
  const fields = [...changed.keys()].filter(isOfSequence);
  // What a change leaves alone goes back as it came, in the service's own spelling.
  const before = inOrder(liveSteps);
  const steps = stepsIn(merged)?.map((step, index) => {
    const raw = before[index];
    return raw ? asItWas(step, raw, (part) => changed.has(`steps.${step.order}.${part}` as FieldName)) : step;
  });
  if (fields.length === 0 || steps === undefined || steps.length === 0) return [];
  const signature = changed.get('signature');
  return [
    {
      operation: campaigns.replaceSequence.id,
      id,
      body: { steps, ...(signature === undefined ? {} : { signature: signature ?? '' }) },
      sets: stored(changed, fields),
    },
  ];
}

type Steps = Input<typeof campaigns.replaceSequence>['body']['steps'];
type Step = Steps[number];

function asItWas(step: Step, raw: LiveStep, isChanged: (part: string) => boolean): Step {
  const variants = step.variants?.map((variant) => {
    const before = raw.variants?.find(({ label }) => label === variant.label);
    const others = Object.entries(before ?? {}).filter(([, value]) => value !== null);
    const prefix = `variants.${variant.label}.`;
    return {
      ...Object.fromEntries(others),
      ...variant,
      ...unchanged(before, (part) => isChanged(prefix + part)),
    };
  });
  return { ...step, ...unchanged(raw, isChanged), ...(variants && { variants }) };
}

type Text = Pick<LiveStep, 'subject' | 'body'>;

/** Their line ends and blanks included; a part that is empty is as the fields have it. */
function unchanged(raw: Text | undefined, isChanged: (part: string) => boolean): Partial<Step> {
  const { subject, body } = raw ?? {};
  return {
    ...(subject && !isChanged('subject') && { subject }),
    ...(body && !isChanged('body') && { body }),
  };
}

/** Why the service would refuse the body. An empty subject is left to the launch rules, which can be waived. */
export function refusalOf(call: PlannedCall): string | undefined {
  const operation: AnyOperation = operationOf[call.operation];
  const { body } = call;
  if (!operation.body || body === undefined) return undefined;
  const [problem] = [
    ...problemsOf(operation.body, body),
    ...(operation.checks ?? []).flatMap((check) => check.problems({ body }, { target: 'live' })),
  ].filter(({ field }) => !field.endsWith('.subject'));
  // Steps count from 1 for people.
  const field = problem?.field.replace(/^steps\.(\d+)/, (_, index: string) => `steps.${Number(index) + 1}`);
  return problem && `${field} ${problem.reason}`;
}
