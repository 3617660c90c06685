import { counted, plural } from '../../../base/counted.ts';
import type { Tone } from '../../../cli/declare/tones.ts';
import type { OutlineLine } from '../../../cli/declare/view.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import { writesAtOnce } from '../../../contract/consent.ts';
import type { Action, Change, PlanItem } from '../../../domain/campaign-plan/plan.ts';
import { addressesIn } from '../../../domain/campaign-plan/senders.ts';
import { isOfSequence } from '../../../domain/campaign-plan/three-way.ts';
import {
  changeLines,
  isText,
  label,
  labelWidth,
  line,
  nameOf,
  newLines,
  type Texts,
  toned,
} from './field-lines.ts';

export type ShownItem = Omit<PlanItem, Partly | 'calls'> &
  Partial<Pick<PlanItem, Partly>> & {
    readonly calls?: number;
    readonly pauses?: true;
    readonly needs?: readonly NeededOption[];
  };

type Partly = 'baseBefore' | 'unreadable' | 'problems' | 'warnings';
export type NeededOption = '--recreate' | '--allow-live';

export const isByHand = ({ action, calls }: ShownItem): boolean => action === 'change' && calls === 0;

const signs: Readonly<Record<Action, { readonly sign: string; readonly tone: Tone }>> = {
  create: { sign: '+', tone: 'good' },
  change: { sign: '~', tone: 'warn' },
  drift: { sign: '!', tone: 'warn' },
  conflict: { sign: '!', tone: 'bad' },
  same: { sign: '=', tone: 'idle' },
  unmanaged: { sign: ' ', tone: 'idle' },
};

/** An item as lines: what happens to the file, and below it field by field what changes. */
export function itemLines(item: ShownItem, texts: Texts): OutlineLine[] {
  const facts = factsOf(item);
  const { action, gone } = item;
  const { sign, tone } = signs[action];
  // `~ change`, `+ create (12 is gone)`.
  const isAgain = gone !== undefined && action === 'create';
  const head = `${sign} ${isByHand(item) ? 'by hand' : action}${isAgain ? ` (${gone} is gone)` : ''}`;
  const lines = [
    line(
      0,
      toned(head.padEnd(10), tone),
      `  ${texts.shown(whatOf(item))}  `,
      item.running ? toned(facts, 'warn') : facts,
    ),
  ];
  for (const note of notesOf(item)) lines.push(line(2, texts.shown(note)));
  lines.push(...fieldLines(item, texts));
  for (const [name, tone, what] of foundIn(item))
    lines.push(line(2, toned(label(name), tone), texts.shown(what)));
  return lines;
}

/** What a pipe does not get in rows of fields, a line each. */
export function remarksOf(item: ShownItem): string[] {
  const remarks = [factsOf(item), ...notesOf(item)];
  for (const [name, , what] of foundIn(item)) remarks.push(`${name}: ${what}`);
  return remarks.filter(Boolean).map((remark) => `${item.file ?? whatOf(item)}: ${remark}`);
}

/** What only a person can do, what could not be read, and what the rules say. */
function foundIn(item: ShownItem): (readonly [name: string, tone: Tone, what: string])[] {
  const { byHand, unreadable = [], problems = [], warnings = [] } = item;
  const found: ReturnType<typeof foundIn> = [];
  for (const what of byHand) found.push(['by hand', 'warn', what]);
  for (const { field, why } of unreadable)
    found.push([nameOf(field), 'unknown', `cannot be read, and is not changed: ${why}`]);
  for (const { severity, rule, message, examples } of problems) {
    const where = examples.length === 0 ? '' : ` (${examples.slice(0, 3).join(', ')})`;
    const what = `${rule}: ${message}${where}`;
    found.push(severity === 'block' ? ['blocks', 'bad', what] : ['warning', 'warn', what]);
  }
  for (const what of warnings) found.push(['warning', 'warn', what]);
  return found;
}

/** `autumn.md → 12`, with the name where no file says it. */
function whatOf({ file, campaignId, name }: ShownItem): string {
  if (file !== null) return campaignId === null ? file : `${file} → ${campaignId}`;
  return `campaign ${campaignId ?? ''} "${inline(name ?? '')}"`;
}

function factsOf({ running, people, changes, action, pauses, needs }: ShownItem): string {
  const between = people?.betweenSteps ?? null;
  const waiting =
    between === null ? 'unknown how many people are' : `${counted(between, 'person', 'people')}`;
  const facts = [
    ...(people === undefined ? [] : [`${waiting} mid-sequence`]),
    ...(pauses ? ['it is paused first, and nothing resumes it'] : []),
    ...(needs === undefined ? [] : [`needs ${needs.join(', ')}`]),
    ...(action === 'create' ? [createdParts(changes), 'sends nothing until it is resumed'] : []),
  ].join('; ');
  if (!running) return facts;
  return facts === '' ? 'RUNNING' : `RUNNING: ${facts}`;
}

const createdParts = (changes: readonly Change[]): string => {
  const steps = new Set(changes.flatMap(({ field }) => stepOf(field) ?? [])).size;
  const mailboxes = addressesIn(changes.find(({ field }) => field === 'senders')?.to).length;
  return `a draft, ${counted(steps, 'step')}, ${counted(mailboxes, 'mailbox', 'mailboxes')}`;
};

function notesOf(item: ShownItem): string[] {
  const { adopted, gone, formerFile, file, campaignId, name, people, running, action, changes } = item;
  const overwritten: string[] = [];
  let isNewCopy = false;
  for (const { field, kind, overwrites } of changes) {
    if (overwrites) overwritten.push(nameOf(field));
    isNewCopy ||= kind === 'change' && isOfSequence(field);
  }
  const notes: string[] = [];
  if (adopted) notes.push(`Adopts campaign ${campaignId}: it has the name "${inline(name ?? '')}".`);
  if (gone !== undefined && action !== 'create') notes.push(`Campaign ${gone} is gone.`);
  if (formerFile !== undefined)
    notes.push(file === null ? `No longer managed: ${formerFile} is gone.` : `Was ${formerFile}.`);
  if (overwritten.length > 0)
    notes.push(`Overwrites what the service has changed: ${overwritten.join(', ')}.`);
  if (running && typeof people?.leads === 'number') {
    const get = plural(people.leads, 'gets', 'get');
    notes.push(`About ${counted(people.leads, 'person', 'people')} still ${get} what changes.`);
  }
  if (action !== 'create' && writesAtOnce(item.status) && isNewCopy)
    notes.push('Before applying, merge tags are checked against every lead.');
  return notes;
}

export const stepOf = (field: string): number | undefined => {
  const number = /^steps\.(\d+)\./.exec(field)?.[1];
  return number === undefined ? undefined : Number(number);
};

/** A step that comes or goes whole is one. */
function fieldLines(item: ShownItem, texts: Texts): OutlineLine[] {
  const blocks = blocksIn(item.changes);
  const lines: OutlineLine[] = [];
  for (const change of item.changes) {
    const block = blocks.get(stepOf(change.field) ?? 0);
    if (block?.first === change) lines.push(...blockLines(item, block, texts));
    else if (block) continue;
    else if (item.action === 'create') lines.push(...newLines(change, 2, texts));
    else lines.push(...changeLines(change, item.baseBefore?.get(change.field), texts));
  }
  return lines;
}

interface Block {
  readonly is: 'removed' | 'added';
  readonly step: number;
  readonly first: Change;
  readonly changes: readonly Change[];
}

export function blocksIn(changes: readonly Change[]): ReadonlyMap<number, Block> {
  const blocks = new Map<number, Block>();
  for (const { field, from, to, kind } of changes) {
    const step = stepOf(field);
    if (step === undefined || field !== `steps.${step}.body` || kind === 'conflict') continue;
    if ((from === null) === (to === null)) continue;
    const of = changes.filter((change) => stepOf(change.field) === step);
    const [first] = of;
    if (first) blocks.set(step, { is: to === null ? 'removed' : 'added', step, first, changes: of });
  }
  return blocks;
}

const subjectFirst = (field: string): string => field.replace(/body$/, 'text');

function blockLines(item: ShownItem, { is, step, changes }: Block, texts: Texts): OutlineLine[] {
  const part = (name: string) => changes.find(({ field }) => field === `steps.${step}.${name}`);
  const head = (tone: Tone, what: string) =>
    line(1, toned(label(`${is === 'removed' ? '-' : '+'} step ${step}`, labelWidth + 2), tone), what);
  const [there, missing] = is === 'removed' ? ['service', 'file'] : ['file', 'service'];
  if (changes.every(({ kind }) => kind === 'drift'))
    return [head('warn', `is in the ${there} and not in the ${missing}; kept`)];
  if (is === 'removed') {
    const waiting = item.people?.betweenSteps ?? null;
    const cancels =
      waiting === null
        ? 'its follow-ups that wait are cancelled'
        : `cancels at most ${counted(waiting, 'follow-up')}`;
    return [head('bad', `removed: ${item.running ? cancels : 'its emails are not sent any more'}`)];
  }
  const about = [
    ...(item.action === 'create' ? [] : ['added']),
    ...delayOf(step, Number(part('delayDays')?.to ?? 0)),
    ...(part('useSameThread')?.to === true ? ['in the same thread'] : []),
    ...(part('contentType')?.to === 'html' ? ['HTML'] : []),
  ];
  return [
    head('good', about.join(', ')),
    ...changes
      .filter(({ field }) => isText(field))
      .sort((a, b) => (subjectFirst(a.field) < subjectFirst(b.field) ? -1 : 1))
      .flatMap((change) => newLines(change, 3, texts)),
  ];
}

const delayOf = (step: number, days: number): string[] => {
  if (step === 1)
    return days === 0 ? ['the first email'] : [`the first email, after ${counted(days, 'day')}`];
  return [days === 0 ? 'on the day of the step before' : `${counted(days, 'day')} after the step before`];
};
