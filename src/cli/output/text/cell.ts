import type { Cell } from '../../declare/view.ts';
import { exactJson } from './json.ts';
import { type Safe, safeLine } from './safe-text.ts';

export type Kind = 'text' | 'number' | 'time' | 'id';

const moment = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;
/** Longer than any window is wide, so a cut here never shows. */
const longest = 4000;

/** A value as a person reads it in one line. */
export function cellText(value: Cell, kind: Kind, ascii: boolean): Safe {
  if (value === null || value === undefined || value === '') return '-' as Safe;
  if (typeof value === 'boolean') return (value ? 'yes' : 'no') as Safe;
  const text = kind === 'time' ? shortTime(String(value)) : rawText(value);
  return safeLine(text.slice(0, longest), { ascii });
}

/** A time to the minute in UTC, so that it reads the same on every machine; anything else as it is. */
export function shortTime(text: string): string {
  if (!moment.test(text)) return text;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : `${time.toISOString().slice(0, 16).replace('T', ' ')}Z`;
}

/** Any value as exact text without layout; nothing for null and undefined. What machines get, before their escaping. */
export function rawText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? exactJson(value) : String(value);
}
