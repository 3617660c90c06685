import { Failure } from '../../../../base/errors.ts';
import { type Advice, say } from '../../../../base/text/advice.ts';
import { advise } from '../../../../cli/advice/advise.ts';
import type { Context } from '../../../../cli/declare/command.ts';
import type { Fact } from '../../../../cli/declare/quote.ts';
import { blockedBy, waivedText } from '../../../../cli/launch/blocking-rules.ts';
import { routeCommand } from '../../../../cli/messages/hints/route-hint.ts';
import { campaigns } from '../../../../contract/areas/campaigns.ts';
import { senders } from '../../../../contract/areas/senders.ts';
import type { AnyOperation } from '../../../../contract/operation.ts';
import type { Plan, PlanItem, PlanOptions, UnreadablePart } from '../../../../domain/campaign-plan/plan.ts';
import { needsAllowLive } from '../../../../domain/campaign-plan/plan-campaign.ts';
import { found } from '../../../../domain/launch/problem.ts';
import { type ActiveWaiver, verdictOf } from '../../../../domain/launch/verdict.ts';
import { planDocument } from '../plan-document.ts';
import { outlineOf, summaryOf, titleOf } from '../plan-view.ts';

interface Refusing {
  readonly folder: string;
  readonly waivers: readonly ActiveWaiver[];
  readonly allowLive: boolean;
  /** The line of this run with `--recreate`. */
  readonly recreate: Advice;
}

/** Throws where the plan cannot be applied, before any call that changes something. */
export function refusePlan({ items, options }: Plan, asked: Refusing): void {
  const { folder, waivers, allowLive, recreate } = asked;
  const isGone = ({ gone, action }: PlanItem) => gone !== undefined && action === 'create';
  refuse(items, (item) => isGone(item) && !options.recreate, gone(recreate));
  refuse(items, ({ unreadable }) => unreadable.length > 0, unreadable);
  refuse(items, ({ action }) => action === 'conflict', conflicting(options, folder));
  if (!allowLive && !options.allowLive) refuse(items, needsAllowLive, live);
  for (const item of items) refuseCopy(item, waivers);
}

/** `autumn.md: warning, no-opt-out: …`. */
export const lineOfFile = ({ file }: PlanItem, line: string): string =>
  `${file}: ${line.slice(0, 1).toLowerCase()}${line.slice(1)}`;

export const waivedLines = ({ items }: Plan, waivers: readonly ActiveWaiver[]): readonly string[] =>
  items.flatMap((item) =>
    verdict(item, waivers)
      .waived.filter(({ message }) => message !== null)
      .map((one) => lineOfFile(item, waivedText(one))),
  );

const refuse = (
  items: readonly PlanItem[],
  isMeant: (item: PlanItem) => boolean,
  why: (first: PlanItem, all: readonly PlanItem[]) => Failure,
): void => {
  const [first, ...others] = items.filter(isMeant);
  if (first !== undefined) throw why(first, [first, ...others]);
};

const inShort = (items: readonly PlanItem[]) =>
  items.map(({ file, campaignId, name }) => ({ file, campaignId, name }));

const filesOf = (items: readonly PlanItem[]): string =>
  items.map(({ file, campaignId }) => file ?? `campaign ${campaignId}`).join(', ');

const gone =
  (recreate: Advice) =>
  (_: PlanItem, all: readonly PlanItem[]): Failure => {
    const [noun, them] = all.length === 1 ? ['the campaign', 'it'] : ['campaigns', 'them'];
    const files = all.map(({ file, gone }) => `${file} (${gone})`).join(', ');
    return new Failure(
      'campaign_gone',
      `the service no longer has ${noun} of ${files}; nothing was changed`,
      {
        hint: say`The lock beside the files still has ${them}, for example from before a reset. Create ${them} again: ${recreate}`,
        extra: { items: all.map(({ file, gone: campaignId }) => ({ file, campaignId })) },
      },
    );
  };

const unreadable = (first: PlanItem, all: readonly PlanItem[]): Failure => {
  const parts = [...new Set(all.flatMap((item) => item.unreadable.map(({ field }) => field)))];
  const reads = [...new Set(parts.map(readOf))];
  const why = first.unreadable[0]?.why ?? '';
  return new Failure(
    'unreadable_part',
    `${filesOf(all)}: ${parts.join(', ')} cannot be read, so it is not known what changes (${why}); nothing was changed`,
    {
      hint: [
        'Set the path that the service has:',
        ...reads.map(({ id }) => routeCommand(id)),
        'Or take that part out of the file: then it is not managed.',
      ].join('\n'),
      extra: { items: all.map((item) => ({ file: item.file, unreadable: item.unreadable })) },
    },
  );
};

function readOf(part: UnreadablePart): AnyOperation {
  if (part === 'senders') return senders.list;
  if (part === 'sequence' || part === 'signature' || part.startsWith('steps.')) return campaigns.sequence;
  return part.startsWith('schedule') ? campaigns.getSchedule : campaigns.get;
}

const conflicting =
  ({ overwriteConflicts }: PlanOptions, folder: string) =>
  (_: PlanItem, all: readonly PlanItem[]): Failure => {
    const conflicts = all.map(({ file, changes }) => ({
      file,
      fields: changes.filter(({ kind }) => kind === 'conflict').map(({ field }) => field),
    }));
    const list = conflicts.map(({ file, fields }) => `${file} (${fields.join(', ')})`).join('; ');
    return new Failure(
      'plan_conflict',
      `file and service both changed since the last apply: ${list}; nothing was changed`,
      {
        hint: overwriteConflicts
          ? say`The service would not take the rest of the file over what it has now. Take over what it has: ${advise('campaigns pull', { folder })}`
          : say`To set what the file says: --overwrite-conflicts. To take over what the service has: ${advise('campaigns pull', { folder })}`,
        extra: { items: conflicts },
      },
    );
  };

const live = (_: PlanItem, all: readonly PlanItem[]): Failure =>
  new Failure('needs_allow_live', `this changes what sends: ${filesOf(all)}; nothing was changed`, {
    hint: 'Add --allow-live to change it while it runs, or --pause-first: you would resume it yourself.',
    extra: { items: inShort(all), needs: '--allow-live' },
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
