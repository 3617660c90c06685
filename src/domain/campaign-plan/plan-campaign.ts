import { Failure } from '../../base/errors.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { campaignSettings } from '../../contract/campaign-settings.ts';
import { type FieldName, type FieldValue, isOfStep, overlaid } from '../campaign-file/campaign-fields.ts';
import type { CampaignFile } from '../campaign-file/read-campaign-file.ts';
import { stepsIn } from '../campaign-file/sequence-fields.ts';
import { isAtRest } from '../item-states.ts';
import { copyProblems } from '../launch/copy-rules.ts';
import type { Finding } from '../launch/problem.ts';
import { wordingsIn } from '../launch/wordings.ts';
import { callsFor, refusalOf } from './calls.ts';
import type { Match } from './identity.ts';
import {
  type Action,
  type Change,
  isPause,
  type ListedCampaign,
  type LiveCampaign,
  type Mailbox,
  type PlanItem,
  type PlannedCall,
  type PlanOptions,
  type Unreadable,
  type UnreadablePart,
} from './plan.ts';
import { addressesIn, placeText, senderWork, wantedSenders } from './senders.ts';
import { basesOf, differences, isOfSequence, managesSteps, type Sides } from './three-way.ts';

/** A file as far as it is planned: what it manages, except `senders`, and where its keys and steps are. */
export type PlannedFile = Pick<CampaignFile, 'file' | 'fields' | 'senders' | 'text'> &
  Partial<Pick<CampaignFile, 'path' | 'places'>>;

interface Subject {
  readonly file: PlannedFile;
  readonly match: Match;
  readonly live: LiveCampaign | undefined;
  readonly mailboxes: readonly Mailbox[];
  readonly options: PlanOptions;
}

/** What is done about one file. Throws `usage` for what no campaign can be made of. */
export function planCampaign(subject: Subject): PlanItem {
  const { file, match, live, options } = subject;
  const sides = sidesOf(subject);
  const found: Change[] = [];
  for (const change of differences(sides))
    found.push({ ...settled(change, options), ...(!live && { from: null }) });
  const { changes, byHand, work, ...worked } = workOut(subject, sides, found);
  const action = actionOf(live, changes, byHand);
  // Nothing is done for a file before its conflicts are settled.
  const calls = action === 'conflict' ? [] : worked.calls;
  const status = live?.status ?? null;
  const running = live !== undefined && !isAtRest(live);
  const { before, withSteps } = basesOf(sides, changes);
  const whole = calls.map((call) =>
    call.operation === sequenceId ? { ...call, sets: new Map([...withSteps, ...call.sets]) } : call,
  );
  const warnings = unfilled(changes);
  const isPaused = live && running && options.pauseFirst && whole.length > 0;
  const pause = isPaused ? [{ operation: campaigns.pause.id, id: live.id, sets: new Map() }] : [];
  return {
    file: file.file,
    campaignId: live?.id ?? null,
    name: live ? live.name : String(sides.file.get('name')),
    action,
    status,
    running,
    changes,
    byHand,
    unreadable: unreadableOf(sides, live),
    problems: brokenRules(sides, work),
    ...(warnings.length > 0 && { warnings }),
    ...(match.adopted && { adopted: match.adopted }),
    ...(match.gone !== undefined && { gone: match.gone }),
    ...(match.formerFile !== undefined && { formerFile: match.formerFile }),
    calls: [...pause, ...whole],
    baseBefore: before,
  };
}

/** A campaign without a file: it is never touched. */
export function unmanagedItem(
  { id, name, status }: ListedCampaign,
  formerFile: string | undefined,
): PlanItem {
  return {
    file: null,
    campaignId: id,
    name,
    action: 'unmanaged',
    status,
    running: !isAtRest({ status }),
    changes: [],
    byHand: [],
    unreadable: [],
    problems: [],
    ...(formerFile !== undefined && { formerFile }),
    calls: [],
    baseBefore: new Map(),
  };
}

/** It sends, or people could get the new steps: `apply` asks for leave. */
export const needsAllowLive = ({ running, status, calls }: PlanItem): boolean => {
  const changing = calls.filter((call) => !isPause(call));
  const isPaused = calls.length > changing.length;
  if (running) return changing.length > 0 && !isPaused;
  return (
    status === 'completed' && changing.some(({ operation }) => operation === campaigns.replaceSequence.id)
  );
};

function sidesOf({ file, match, live, mailboxes }: Subject): Sides {
  const fields = new Map(file.fields);
  if (file.senders) {
    const attached = addressesIn(live?.fields.get('senders'));
    fields.set('senders', wantedSenders(file.senders, mailboxes, attached));
  }
  const unreadable = new Set(live?.unreadable.map(({ field }) => field));
  return {
    file: fields,
    live: live?.fields ?? new Map([['senders', []]]),
    base: match.base,
    // What can still be seen of a part is compared, but a signature is only set with the whole sequence.
    isUnreadable: (field) =>
      unreadable.has(field) ||
      (unreadable.has(partOf(field)) && (field === 'signature' || !live?.fields.has(field))),
  };
}

/** The part that a field is read with; of a name, which the list has, itself. */
function partOf(field: FieldName): UnreadablePart {
  if (isOfSequence(field)) return 'sequence';
  if (field.startsWith('schedule.')) return 'schedule';
  return field in campaignSettings ? 'settings' : field;
}

/** What could not be read and the file manages. */
const unreadableOf = (
  { file, isUnreadable }: Sides,
  live: LiveCampaign | undefined,
): readonly Unreadable[] => {
  const fields = [...file.keys()].filter(isUnreadable);
  return (live?.unreadable ?? []).filter(({ field: part }) =>
    fields.some((field) => field === part || partOf(field) === part),
  );
};

function settled(change: Change, { overwriteDrift, overwriteConflicts }: PlanOptions): Change {
  const { kind } = change;
  if (kind === 'drift' && overwriteDrift) return { ...change, kind: 'change', overwrites: kind };
  if (kind === 'conflict' && overwriteConflicts) return { ...change, kind: 'change', overwrites: kind };
  return change;
}

interface WorkedOut {
  readonly work: ReturnType<typeof workOf>;
  readonly changes: readonly Change[];
  readonly calls: readonly PlannedCall[];
  readonly byHand: readonly string[];
}

/** The calls of the changes. What would give something that the service does not take is a conflict instead. */
function workOut(subject: Subject, sides: Sides, changes: readonly Change[]): WorkedOut {
  const work = workOf(subject, sides, changes);
  if (work.stepsAreBroken) return conflicting(subject, sides, changes, isOfStep, 'steps would be missing');
  const calls = callsFor(work);
  for (const call of calls) {
    const why = refusalOf(call);
    if (why !== undefined) return conflicting(subject, sides, changes, (field) => call.sets.has(field), why);
  }
  const isLost = work.changed.has('signature') && !calls.some(({ operation }) => operation === sequenceId);
  return {
    work,
    changes,
    calls,
    byHand: [...work.byHand, ...(isLost ? ['add steps: a signature is set together with them'] : [])],
  };
}

const sequenceId = campaigns.replaceSequence.id;

/** Where the file says what the service does not take: at the step, else at the first of the fields. */
function notTaken(file: PlannedFile, fields: readonly FieldName[], why: string): Failure {
  const step = /^steps\.\d+/.exec(why)?.[0] ?? '';
  let found = file.places?.get(step);
  for (const field of fields) found ??= file.places?.get(field);
  const place = found ?? { line: 1, column: 1 };
  const message = `the service takes no such campaign: ${why}`;
  return new Failure('bad_campaign_file', `${placeText(file, place)}: ${message}`, {
    problems: [{ file: file.file, ...place, message }],
  });
}

function conflicting(
  subject: Subject,
  sides: Sides,
  changes: readonly Change[],
  isMeant: (field: FieldName) => boolean,
  why: string,
): WorkedOut {
  if (!subject.live) throw notTaken(subject.file, changes.map(({ field }) => field).filter(isMeant), why);
  const rest = workOut(
    subject,
    sides,
    changes.map((change) =>
      change.kind === 'change' && isMeant(change.field) ? { ...change, kind: 'conflict' } : change,
    ),
  );
  return { ...rest, byHand: [...rest.byHand, `bring file and service together: ${why}`] };
}

function workOf({ live, mailboxes }: Subject, sides: Sides, changes: readonly Change[]) {
  const changed = new Map<FieldName, FieldValue>();
  for (const { kind, field, to } of changes) if (kind === 'change') changed.set(field, to);
  const merged = overlaid(sides.live, changed);
  const attached = addressesIn(sides.live.get('senders'));
  const senders = changed.has('senders')
    ? senderWork(addressesIn(changed.get('senders')), attached, mailboxes)
    : { attach: [], byHand: [] };
  return {
    id: live?.id ?? null,
    changed,
    merged,
    liveSteps: live?.steps ?? [],
    stepsAreBroken: [...changed.keys()].some(isOfStep) && stepsIn(merged) === undefined,
    attached,
    ...senders,
  };
}

function actionOf(
  live: LiveCampaign | undefined,
  changes: readonly Change[],
  byHand: readonly string[],
): Action {
  const has = (kind: Change['kind']) => changes.some((change) => change.kind === kind);
  if (has('conflict')) return 'conflict';
  if (!live) return 'create';
  if (has('change') || byHand.length > 0) return 'change';
  return has('drift') ? 'drift' : 'same';
}

/** A value of a profile that copy names: it would go out as it is written. */
function unfilled(changes: readonly Change[]): string[] {
  const warnings: string[] = [];
  for (const { field, to } of changes) {
    const [found] = (isOfSequence(field) && /\$\{[^}\n]{1,40}\}/.exec(String(to))) || [];
    if (found !== undefined)
      warnings.push(
        `${found} in ${field} is sent as it is written: values are filled in only in the front matter`,
      );
  }
  return warnings;
}

/** The copy rules over the emails that are new or change; with a new signature over all of them. */
function brokenRules({ file }: Sides, { changed, merged }: WorkedOut['work']): Finding[] {
  const steps = stepsIn(merged) ?? [];
  const signature = merged.get('signature');
  const isSigned = changed.has('signature');
  const orders = new Set([...changed.keys()].map((field) => Number(/^steps\.(\d+)\./.exec(field)?.[1])));
  if (!managesSteps(file) && !isSigned) return [];
  const wordings = wordingsIn(
    { steps },
    { campaign: typeof signature === 'string' ? signature : null, mailboxes: [] },
  ).filter(({ order }) => isSigned || orders.has(order));
  return wordings.length === 0 ? [] : copyProblems(wordings);
}
