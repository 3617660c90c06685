import { Failure } from '../../../../base/errors.ts';
import { type Advice, say } from '../../../../base/text/advice.ts';
import type { Context } from '../../../../cli/declare/command.ts';
import type { Fact } from '../../../../cli/declare/quote.ts';
import { blockedBy, waivedText } from '../../../../cli/launch/blocking-rules.ts';
import { routeCommand } from '../../../../cli/messages/hints/route-hint.ts';
import { campaigns } from '../../../../contract/areas/campaigns.ts';
import { senders } from '../../../../contract/areas/senders.ts';
import type { AnyOperation } from '../../../../contract/operation.ts';
import {
  type Difference,
  isPause,
  type Plan,
  type PlanItem,
  type PlanOptions,
  type UnreadablePart,
} from '../../../../domain/campaign-plan/plan.ts';
import { needsAllowLive } from '../../../../domain/campaign-plan/plan-campaign.ts';
import { addressesIn } from '../../../../domain/campaign-plan/senders.ts';
import { found } from '../../../../domain/launch/problem.ts';
import { type ActiveWaiver, verdictOf } from '../../../../domain/launch/verdict.ts';
import { nameOf } from '../field-lines.ts';
import { planDocument } from '../plan-document.ts';
import { outlineOf, summaryOf, titleOf } from '../plan-view.ts';

interface Refusing {
  /** The line that takes over what the service has. */
  readonly pull: Advice;
  readonly waivers: readonly ActiveWaiver[];
  readonly allowLive: boolean;
  /** Where it also starts what it changes: the line that shows the plan. */
  readonly starts: Advice | undefined;
  /** The line of this run with `--recreate`. */
  readonly recreate: Advice;
}

/** Throws where the plan cannot be applied, before any call that changes something. */
export function refusePlan({ items, options }: Plan, asked: Refusing): void {
  const { pull, waivers, allowLive, starts, recreate } = asked;
  const gone = items.filter((item) => item.gone !== undefined && item.action === 'create');
  if (!options.recreate && gone.length > 0) throw isGone(gone, recreate);
  const hidden = items.filter((item) => item.unreadable.length > 0);
  if (hidden.length > 0) throw unreadable(hidden);
  const inConflict = items.filter(({ action }) => action === 'conflict');
  if (inConflict.length > 0) throw conflicting(inConflict, options, pull);
  if (starts) {
    const inDrift = items.filter(hasDrift);
    if (inDrift.length > 0) throw drifted(inDrift, pull, starts);
    const withOthers = items.filter(hasOtherMailboxes);
    if (withOthers.length > 0) throw otherMailboxes(withOthers, pull);
  }
  const sending = allowLive || options.allowLive ? [] : items.filter(needsAllowLive);
  if (sending.length > 0) throw live(sending);
  for (const item of items) refuseCopy(item, waivers);
}

/** `autumn.md: warning, no-opt-out: …`. */
export const lineOfFile = ({ file }: PlanItem, line: string): string =>
  `${file}: ${line.slice(0, 1).toLowerCase()}${line.slice(1)}`;

export function waivedLines({ items }: Plan, waivers: readonly ActiveWaiver[]): readonly string[] {
  const lines: string[] = [];
  for (const item of items)
    for (const one of verdict(item, waivers).waived)
      if (one.message !== null) lines.push(lineOfFile(item, waivedText(one)));
  return lines;
}

const filesOf = (items: readonly PlanItem[]): string =>
  items.map(({ file, campaignId }) => file ?? `campaign ${campaignId}`).join(', ');

function isGone(all: readonly PlanItem[], recreate: Advice): Failure {
  const [noun, them] = all.length === 1 ? ['the campaign', 'it'] : ['campaigns', 'them'];
  const files = all.map(({ file, gone }) => `${file} (${gone})`).join(', ');
  return new Failure('campaign_gone', `the service no longer has ${noun} of ${files}; nothing was changed`, {
    hint: say`The lock beside the files still has ${them}, for example from before a reset. Create ${them} again: ${recreate}`,
    extra: { items: all.map(({ file, gone: campaignId }) => ({ file, campaignId })) },
  });
}

function unreadable(all: readonly PlanItem[]): Failure {
  const parts = new Set<string>();
  const routes = new Set<string>();
  for (const { unreadable: hidden } of all)
    for (const { field } of hidden) {
      parts.add(field);
      routes.add(routeCommand(readOf(field).id));
    }
  const why = all[0]?.unreadable[0]?.why;
  return new Failure(
    'unreadable_part',
    `${filesOf(all)}: ${[...parts].join(', ')} cannot be read, so it is not known what changes (${why}); nothing was changed`,
    {
      hint: [
        'Set the path that the service has:',
        ...routes,
        'Or take that part out of the file: then it is not managed.',
      ].join('\n'),
      extra: { items: all.map((item) => ({ file: item.file, unreadable: item.unreadable })) },
    },
  );
}

function readOf(part: UnreadablePart): AnyOperation {
  if (part === 'senders') return senders.list;
  if (part === 'sequence' || part === 'signature' || part.startsWith('steps.')) return campaigns.sequence;
  return part.startsWith('schedule') ? campaigns.getSchedule : campaigns.get;
}

/** `autumn.md (daily limit, step 1 subject)`. */
function listOf(all: readonly PlanItem[], meant: Difference) {
  const items: { readonly file: string | null; readonly fields: readonly string[] }[] = [];
  const texts: string[] = [];
  for (const { file, changes } of all) {
    const fields: string[] = [];
    const names: string[] = [];
    for (const { kind, field } of changes) {
      if (kind !== meant) continue;
      fields.push(field);
      names.push(nameOf(field));
    }
    items.push({ file, fields });
    texts.push(`${file} (${names.join(', ')})`);
  }
  return { items, text: texts.join('; ') };
}

function conflicting(all: readonly PlanItem[], { overwriteConflicts }: PlanOptions, pull: Advice): Failure {
  const { items, text } = listOf(all, 'conflict');
  const what = `file and service both changed since the last apply: ${text}; nothing was changed`;
  return new Failure('plan_conflict', what, {
    hint: overwriteConflicts
      ? say`The service would not take the rest of the file over what it has now. Take over what it has: ${pull}`
      : say`To set what the file says: --overwrite-conflicts. To take over what the service has: ${pull}`,
    extra: { items },
  });
}

/** One that sends already is not started. */
const isStarted = ({ status, calls }: PlanItem): boolean => status !== 'running' || calls.some(isPause);

const hasDrift = (item: PlanItem): boolean =>
  isStarted(item) && item.changes.some(({ kind }) => kind === 'drift');

/** Only a person can detach a mailbox, and until then it would send. */
const hasOtherMailboxes = (item: PlanItem): boolean =>
  isStarted(item) &&
  item.changes.some(
    ({ field, from, to }) =>
      field === 'senders' && addressesIn(from).some((address) => !addressesIn(to).includes(address)),
  );

function drifted(all: readonly PlanItem[], pull: Advice, plan: Advice): Failure {
  const { items, text } = listOf(all, 'drift');
  return new Failure(
    'plan_drift',
    `changed in the service since the last apply: ${text}; nothing was started`,
    {
      hint: say`To see what changed: ${plan}\nTo start it as the file says: --overwrite-drift. To take over what the service has: ${pull}`,
      extra: { items },
    },
  );
}

const otherMailboxes = (all: readonly PlanItem[], pull: Advice): Failure =>
  new Failure(
    'plan_drift',
    `the campaign has mailboxes that ${filesOf(all)} does not name; nothing was started`,
    {
      hint: say`By hand: ${all.flatMap(({ byHand }) => byHand).join('; ')}\nOr take over what the service has: ${pull}`,
      extra: { items: all.map(({ file, byHand }) => ({ file, byHand })) },
    },
  );

const live = (all: readonly PlanItem[]): Failure =>
  new Failure('needs_allow_live', `this changes what sends: ${filesOf(all)}; nothing was changed`, {
    hint: 'Add --allow-live to change it while it runs, or --pause-first: you would resume it yourself.',
    extra: {
      items: all.map(({ file, campaignId, name }) => ({ file, campaignId, name })),
      needs: '--allow-live',
    },
  });

const verdict = ({ problems }: PlanItem, waivers: readonly ActiveWaiver[]) =>
  verdictOf(found(problems), waivers, { sampled: false });

function refuseCopy(item: PlanItem, waivers: readonly ActiveWaiver[]): void {
  if (item.calls.length === 0) return;
  const found = verdict(item, waivers);
  if (found.passed !== false) return;
  const { file, campaignId } = item;
  throw blockedBy(found, `the launch checks of ${file} failed; nothing was changed`, { file, campaignId });
}

/** The plan as lines for a question: what a person agrees to. Text of campaigns is behind a bar. */
export async function planFacts(context: Context, plan: Plan): Promise<Fact[]> {
  const shown = planDocument(context, plan);
  return [
    titleOf(shown),
    ...(await outlineOf(shown.items)).map(({ level, parts, quoted }): Fact => {
      const text = parts.map((part) => part.text).join('');
      return quoted ? { theirs: text, indent: 2 * level } : `${'  '.repeat(level)}${text}`;
    }),
    summaryOf(shown),
  ];
}
