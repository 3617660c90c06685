import { grouped, percent } from '../../../base/counted.ts';
import { usd } from '../../../base/dollars.ts';
import { plainWords } from '../../../base/text/plain-words.ts';
import { limits } from '../../../contract/limits.ts';
import { type Tone, toneOf } from '../../declare/tones.ts';
import { type AnyColumn, type Bar, type Cell, cellIn, type Kind, type Series } from '../../declare/view.ts';
import type { Glyphs } from './glyphs.ts';
import { isToned, plainValue, rawText } from './raw-text.ts';
import { type Safe, safe, safeLine } from './safe-text.ts';
import type { Style } from './style.ts';
import { dayWithWeekday, fullTime, shortTime } from './times.ts';

/** A cell of a table, or the value of a record, which has room for more. */
type Place = 'list' | 'record';

/** A value as a person reads it, in one line, with what colours it. */
export interface DrawnCell {
  readonly text: Safe;
  readonly tone?: Tone;
}

/** What is shown for no value. */
export const nothing = safe`-`;
/** Longer than any window is wide, so a cut here never shows. */
const longest = 4000;

type CellStyle = Pick<Style, 'glyphs' | 'now'>;

export function drawCell(value: Cell, kind: Kind, place: Place, style: CellStyle): DrawnCell {
  if (value === null || value === undefined || value === '' || (isSeries(value) && value.length === 0))
    return { text: nothing };
  const tone = toneOfCell(value, kind);
  const text = safeLine(wordsOf(value, kind, place, style).slice(0, longest));
  return tone === undefined ? { text } : { text: safe`${style.glyphs.signs[tone] as Safe} ${text}`, tone };
}

function toneOfCell(value: Cell, kind: Kind): Tone | undefined {
  if (isToned(value)) return value.tone;
  if (kind === 'health' && typeof value === 'number')
    return value < 0 ? 'unknown' : value < limits.goodHealthScore ? 'warn' : 'good';
  if (kind === 'state' && (typeof value === 'string' || typeof value === 'boolean')) return toneOf(value);
  return undefined;
}

function wordsOf(cell: Cell, kind: Kind, place: Place, { now, glyphs }: CellStyle): string {
  const value = plainValue(cell);
  if (isSeries(value)) return sparkline(value, glyphs);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' || typeof value === 'bigint') {
    if (kind === 'money') return usd(Number(value));
    if (kind === 'rate') return percent(Number(value));
    if (kind === 'health' && value < 0) return 'no score';
    return kind === 'number' ? grouped(String(value)) : String(value);
  }
  const text = rawText(value);
  if (kind === 'time' || kind === 'wall-time')
    return place === 'list' ? shortTime(text, kind === 'time' ? now?.target : now?.wall) : fullTime(text);
  if (kind === 'day') return dayWithWeekday(text);
  if (kind === 'state' || kind === 'choice') return plainWords(text);
  // A record has room to say of any moment when it is.
  return kind === 'text' && place === 'record' ? fullTime(text) : text;
}

const figures: readonly Kind[] = ['number', 'rate', 'money'];

/** Numbers do, and ids that are numbers. */
export function alignsRight(column: AnyColumn, sample: readonly unknown[]): boolean {
  const [, , kind = 'text'] = column;
  const holdsNumber = (row: unknown) => ['number', 'bigint'].includes(typeof (cellIn(row, column) ?? 0));
  return figures.includes(kind) || (kind === 'id' && sample.length > 0 && sample.every(holdsNumber));
}

/** What the bars of a chart are measured by; 0 where none is above zero. */
export const mostOf = (bars: readonly Bar[]): number =>
  Math.max(0, ...bars.map(({ value, of = 0 }) => Math.max(value ?? 0, of)).filter(Number.isFinite));

/** `12,345`, or `314 of 465`. */
export const figureOf = ({ value, of }: Bar): string =>
  `${value === null ? nothing : grouped(value)}${of === undefined ? '' : ` of ${grouped(of)}`}`;

/** A sign for each day, from zero to the highest; one that is not known looks like neither zero nor more. */
export function sparkline(values: Series, { spark }: Pick<Glyphs, 'spark'>): Safe {
  const { unknown, zero, levels } = spark;
  const known = values.filter((value): value is number => Number.isFinite(value));
  const most = Math.max(0, ...known);
  let signs = '';
  for (const value of values)
    if (value === null || !Number.isFinite(value)) signs += unknown;
    else if (value <= 0) signs += zero;
    else signs += levels[Math.max(1, Math.ceil((value / most) * levels.length)) - 1] ?? unknown;
  return signs as Safe;
}

const isSeries = (cell: Cell): cell is Series => Array.isArray(cell);
