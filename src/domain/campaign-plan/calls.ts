import { campaigns } from '../../contract/areas/campaigns.ts';
import {
  type CampaignSettingName,
  campaignSettingNames,
  campaignSettings,
  type ScheduleSettingName,
  scheduleSettings,
} from '../../contract/campaign-settings.ts';
import type { AnyOperation, Input } from '../../contract/operation.ts';
import { problemsOf } from '../../contract/schema/problems-of.ts';
import type { CampaignFields, FieldName, FieldValue } from '../campaign-file/campaign-fields.ts';
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
  readonly changed: ReadonlyMap<FieldName, FieldValue>;
  /** What the service would have afterwards: its fields overlaid by those. */
  readonly merged: CampaignFields;
  readonly liveSteps: readonly LiveStep[];
  readonly attach: readonly Mailbox[];
}

/** The calls of one campaign, in order. A part of it that only a person can do has none. */
export function callsFor(work: Work): PlannedCall[] {
  return [
    ...(work.id === null ? creation(work) : []),
    ...update(work),
    ...schedule(work),
    ...sequence(work),
    ...(work.attach.length === 0
      ? []
      : [
          {
            operation: campaigns.attachSenders.id,
            id: work.id,
            body: { senderEmailIds: work.attach.map((mailbox) => mailbox.id) },
            fields: ['senders'] as const,
          },
        ]),
  ];
}

interface Part<N extends string> {
  readonly names: readonly N[];
  readonly wire: (name: N) => string;
  readonly field: (name: N) => FieldName;
  /** The service looks at both of them in one call: where one changes, the other goes with it. */
  readonly pair: readonly [N, N];
}

const settings: Part<CampaignSettingName> = {
  names: campaignSettingNames,
  wire: (name) => campaignSettings[name].wire,
  field: (name) => name,
  pair: ['minGap', 'maxGap'],
};

const hours: Part<ScheduleSettingName> = {
  names: Object.keys(scheduleSettings) as ScheduleSettingName[],
  wire: (name) => scheduleSettings[name],
  field: (name) => `schedule.${name}`,
  pair: ['from', 'to'],
};

interface Body {
  readonly body: Record<string, FieldValue>;
  readonly fields: readonly FieldName[];
}

function bodyOf<N extends string>(part: Part<N>, { changed, merged }: Work, names = part.names): Body {
  const given = names.filter((name) => (changed.get(part.field(name)) ?? null) !== null);
  const withPair = part.pair.some((name) => given.includes(name)) ? [...given, ...part.pair] : given;
  const sent = part.names.filter((name) => withPair.includes(name));
  return {
    body: Object.fromEntries(
      sent.flatMap((name) => {
        const value = merged.get(part.field(name)) ?? null;
        return value === null ? [] : [[part.wire(name), value]];
      }),
    ),
    fields: given.map((name) => part.field(name)),
  };
}

const isLate = (name: CampaignSettingName): boolean => 'notAtCreation' in campaignSettings[name];

function creation(work: Work): PlannedCall[] {
  const { body, fields } = bodyOf(
    settings,
    work,
    campaignSettingNames.filter((name) => !isLate(name)),
  );
  return [
    {
      operation: campaigns.create.id,
      id: null,
      body: { name: work.merged.get('name'), ...body },
      fields: ['name', ...fields],
    },
  ];
}

/** What the creation does not take; or the settings that change, and the name. */
function update(work: Work): PlannedCall[] {
  const { id, changed } = work;
  const names = id === null ? campaignSettingNames.filter(isLate) : campaignSettingNames;
  const { body, fields } = bodyOf(settings, work, names);
  const name = id === null ? undefined : changed.get('name');
  const named = name === undefined ? {} : { name };
  if (fields.length === 0 && name === undefined) return [];
  return [
    {
      operation: campaigns.update.id,
      id,
      body: { ...named, ...body },
      fields: [...(name === undefined ? [] : (['name'] as const)), ...fields],
    },
  ];
}

function schedule(work: Work): PlannedCall[] {
  const { body, fields } = bodyOf(hours, work);
  return fields.length === 0 ? [] : [{ operation: campaigns.schedule.id, id: work.id, body, fields }];
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
      fields,
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
  const parts = (['subject', 'body'] as const).filter((part) => !isChanged(part) && raw?.[part]);
  return Object.fromEntries(parts.map((part) => [part, raw?.[part]]));
}

/** Why the service would refuse the body. An empty subject is left to the launch rules, which can be waived. */
export function refusalOf(call: PlannedCall): string | undefined {
  const operation: AnyOperation = operationOf[call.operation];
  if (!operation.body || !('body' in call)) return undefined;
  const { body } = call;
  const [problem] = [
    ...problemsOf(operation.body, body),
    ...(operation.checks ?? []).flatMap((check) => check.problems({ body }, { target: 'live' })),
  ].filter(({ field }) => !field.endsWith('.subject'));
  // Steps count from 1 for people.
  const field = problem?.field.replace(/^steps\.(\d+)/, (_, index: string) => `steps.${Number(index) + 1}`);
  return problem && `${field} ${problem.reason}`;
}
