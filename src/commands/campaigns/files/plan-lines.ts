import { counted } from '../../../base/counted.ts';
import type { Tone } from '../../../cli/declare/tones.ts';
import type { OutlineLine, OutlinePart } from '../../../cli/declare/view.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import { writesAtOnce } from '../../../contract/consent.ts';
import type { Action, Change, PlanItem } from '../../../domain/campaign-plan/plan.ts';
import { isOfSequence } from '../../../domain/campaign-plan/three-way.ts';
import {
  changeLines,
  isText,
  label,
  labelWidth,
  line,
  nameOf,
  newText,
  type Texts,
  toned,
  valueText,
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
  const { tone } = signs[item.action];
  return [
    line(0, toned(headOf(item).padEnd(10), tone), `  ${texts.shown(whatOf(item))}  `, ...factsOf(item)),
    ...notesOf(item, texts.shown).map((note) => line(2, note)),
    ...(item.action === 'create' ? createdLines(item, texts) : changedLines(item, item.changes, texts)),
    ...foundLines(item, texts),
  ];
}

/** What a pipe does not get in rows of fields, a line each. */
export function remarksOf(item: ShownItem): string[] {
  const shown = (text: string) => text;
  const what = item.file ?? whatOf(item);
  const facts = item.action === 'create' && item.needs === undefined ? '' : factsText(item);
  return [
    ...(facts === '' ? [] : [facts]),
    ...notesOf(item, shown),
    ...foundLines(item, { shown }).map(({ parts }) =>
      parts
        .map(({ text }) => text.trim())
        .filter(Boolean)
        .join(': '),
    ),
  ].map((remark) => `${what}: ${remark}`);
}

/** `~ change`, `+ create (12 is gone)`. */
function headOf(item: ShownItem): string {
  const { action, gone } = item;
  const what = isByHand(item) ? 'by hand' : action;
  return `${signs[action].sign} ${what}${gone !== undefined && action === 'create' ? ` (${gone} is gone)` : ''}`;
}

/** What only a person can do, what could not be read, and what the rules say. */
function foundLines(item: ShownItem, { shown }: Pick<Texts, 'shown'>): OutlineLine[] {
  const { byHand, unreadable = [], problems = [], warnings = [] } = item;
  return [
    ...byHand.map((what) => line(2, toned(label('by hand'), 'warn'), shown(what))),
    ...unreadable.map(({ field, why }) =>
      line(2, toned(label(nameOf(field)), 'unknown'), `cannot be read, and is not changed: ${shown(why)}`),
    ),
    ...problems.map(({ severity, rule, message, examples }) =>
      line(
        2,
        toned(label(severity === 'block' ? 'blocks' : 'warning'), severity === 'block' ? 'bad' : 'warn'),
        shown(`${rule}: ${message}${examples.length === 0 ? '' : ` (${examples.slice(0, 3).join(', ')})`}`),
      ),
    ),
    ...warnings.map((what) => line(2, toned(label('warning'), 'warn'), shown(what))),
  ];
}

/** `autumn.md → 12`, with the name where no file says it. */
function whatOf({ file, campaignId, name }: ShownItem): string {
  if (file !== null) return campaignId === null ? file : `${file} → ${campaignId}`;
  return `campaign ${campaignId ?? ''} "${inline(name ?? '')}"`;
}

function factsOf({ running, people, changes, action, pauses, needs }: ShownItem): OutlinePart[] {
  if (action === 'create') {
    const needed = needs === undefined ? '' : `needs ${needs.join(', ')}; `;
    return [{ text: `${needed}${createdParts(changes)}; sends nothing until it is resumed` }];
  }
  const facts = [
    ...(people === undefined ? [] : [betweenText(people.betweenSteps)]),
    ...(pauses ? ['it is paused first, and nothing resumes it'] : []),
    ...(needs === undefined ? [] : [`needs ${needs.join(', ')}`]),
  ].join('; ');
  if (running) return [toned('RUNNING', 'warn'), { text: facts === '' ? '' : `: ${facts}` }];
  return facts === '' ? [] : [{ text: facts }];
}

const factsText = (item: ShownItem): string =>
  factsOf(item)
    .map(({ text }) => text)
    .join('');

const betweenText = (count: number | null): string =>
  count === null
    ? 'unknown how many people are mid-sequence'
    : `${counted(count, 'person', 'people')} mid-sequence`;

const createdParts = (changes: readonly Change[]): string => {
  const steps = new Set(changes.flatMap(({ field }) => stepOf(field) ?? [])).size;
  const attached = changes.find(({ field }) => field === 'senders')?.to;
  const mailboxes = Array.isArray(attached) ? attached.length : 0;
  return `a draft, ${counted(steps, 'step')}, ${counted(mailboxes, 'mailbox', 'mailboxes')}`;
};

function notesOf(item: ShownItem, shown: Texts['shown']): string[] {
  const { adopted, gone, formerFile, file, campaignId, name, people, running, action } = item;
  const former = formerFile === undefined ? '' : shown(formerFile);
  return [
    ...(adopted ? [`Adopts campaign ${campaignId}: it has the name "${inline(shown(name ?? ''))}".`] : []),
    ...(gone === undefined || action === 'create' ? [] : [`Campaign ${gone} is gone.`]),
    ...(formerFile === undefined
      ? []
      : [file === null ? `No longer managed: ${former} is gone.` : `Was ${former}.`]),
    ...overwritten(item.changes),
    ...(running && typeof people?.leads === 'number'
      ? [
          `About ${counted(people.leads, 'person', 'people')} still ${people.leads === 1 ? 'gets' : 'get'} what changes.`,
        ]
      : []),
    ...(action !== 'create' && writesAtOnce(item.status) && item.changes.some(isNewCopy)
      ? ['Before applying, merge tags are checked against every lead.']
      : []),
  ];
}

const isNewCopy = ({ field, kind }: Change): boolean => kind === 'change' && isOfSequence(field);

function overwritten(changes: readonly Change[]): string[] {
  const fields = changes
    .filter(({ overwrites }) => overwrites !== undefined)
    .map(({ field }) => nameOf(field));
  return fields.length === 0 ? [] : [`Overwrites what the service has changed: ${fields.join(', ')}.`];
}

export const stepOf = (field: string): number | undefined => {
  const number = /^steps\.(\d+)\./.exec(field)?.[1];
  return number === undefined ? undefined : Number(number);
};

function createdLines(item: ShownItem, texts: Texts): OutlineLine[] {
  const blocks = blocksIn(item.changes);
  return item.changes.flatMap((change) => {
    const { field, to } = change;
    const block = blocks.get(stepOf(field) ?? 0);
    if (block !== undefined) return block.first === change ? blockLines(item, block, texts) : [];
    if (to === null || to === '') return [];
    if (isText(field)) return newText(nameOf(field, texts.shown), String(to), 2, texts);
    return [line(2, label(nameOf(field, texts.shown)), texts.shown(valueText(field, to)))];
  });
}

function changedLines(item: ShownItem, changes: readonly Change[], texts: Texts): OutlineLine[] {
  const blocks = blocksIn(changes);
  return changes.flatMap((change) => {
    const block = blocks.get(stepOf(change.field) ?? 0);
    if (block === undefined) return changeLines(change, item.baseBefore?.get(change.field), texts);
    return block.first === change ? blockLines(item, block, texts) : [];
  });
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
  const isDrift = changes.every(({ kind }) => kind === 'drift');
  const name = label(`${is === 'removed' ? '-' : '+'} step ${step}`, labelWidth + 2);
  if (isDrift)
    return [
      line(
        1,
        toned(name, 'warn'),
        is === 'removed'
          ? 'is in the service and not in the file; kept'
          : 'is in the file and not in the service; kept',
      ),
    ];
  if (is === 'removed') {
    const waiting = item.people?.betweenSteps ?? null;
    const cancels =
      waiting === null
        ? 'its follow-ups that wait are cancelled'
        : `cancels at most ${counted(waiting, 'follow-up')}`;
    return [
      line(1, toned(name, 'bad'), `removed: ${item.running ? cancels : 'its emails are not sent any more'}`),
    ];
  }
  const about = [
    ...(item.action === 'create' ? [] : ['added']),
    ...delayOf(step, Number(part('delayDays')?.to ?? 0)),
    ...(part('useSameThread')?.to === true ? ['in the same thread'] : []),
    ...(part('contentType')?.to === 'html' ? ['HTML'] : []),
  ];
  return [
    line(1, toned(name, 'good'), about.join(', ')),
    ...changes
      .filter(({ field, to }) => isText(field) && typeof to === 'string' && to !== '')
      .sort((a, b) => (subjectFirst(a.field) < subjectFirst(b.field) ? -1 : 1))
      .flatMap(({ field, to }) => newText(nameOf(field, texts.shown), String(to), 3, texts)),
  ];
}

const delayOf = (step: number, days: number): string[] => {
  if (step === 1)
    return days === 0 ? ['the first email'] : [`the first email, after ${counted(days, 'day')}`];
  return [days === 0 ? 'on the day of the step before' : `${counted(days, 'day')} after the step before`];
};
