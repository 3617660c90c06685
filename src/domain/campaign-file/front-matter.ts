import { Failure } from '../../base/errors.ts';
import { closest } from '../../base/text/nearest.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import {
  campaignSettingNames,
  campaignSettings,
  scheduleSettings,
} from '../../contract/campaign-settings.ts';
import { addressKey, addressProblem } from '../../contract/checks/email-address.ts';
import { problemsOf } from '../../contract/schema/problems-of.ts';
import { problemSentence } from '../../contract/schema/schema.ts';
import { parseDays, parseTimeOfDay } from '../schedule-text.ts';
import type { FieldName, FieldValue } from './campaign-fields.ts';
import type { Report } from './substitute.ts';
import type { Place, YamlNode } from './yaml-document.ts';

/** An address, or `*@domain` for all connected mailboxes of a domain, in lower case. */
export interface SenderPattern {
  readonly pattern: string;
  readonly place: Place;
}

export const frontMatterKeys = ['name', ...campaignSettingNames, 'schedule', 'senders'] as const;
const scheduleKeys = Object.keys(scheduleSettings);

/** What people write who know another name of it. */
const meant: ReadonlyMap<string, string> = new Map([
  ...campaignSettingNames.map((key): [string, string] => [campaignSettings[key].wire, key]),
  ...Object.entries(scheduleSettings).flatMap(([key, wire]): [string, string][] => [
    [wire, `schedule.${key}`],
    [key, `schedule.${key}`],
  ]),
  ['gap', 'minGap and maxGap'],
  ['start', 'schedule.from'],
  ['end', 'schedule.to'],
  ['healthScore', 'minHealth'],
  ['mailboxes', 'senders'],
]);

const instead: Readonly<Record<string, string>> = {
  signature: 'write it below the steps, after a line --- signature ---',
  steps: 'write them below the front matter, each after a line --- step ---',
  subject: 'write it below the front matter, after a line --- step ---',
  body: 'write it below the front matter, after a line --- step ---',
  leads: 'files hold no leads; import them',
  status: 'files start and stop nothing',
  id: 'ids are in outreach.lock.json',
};

interface Reading {
  readonly fields: Map<FieldName, FieldValue>;
  readonly report: Report;
}

/** What the front matter says, each value as the service has it. Reports everything that is wrong. */
export function readFrontMatter(root: YamlNode | undefined, report: Report) {
  const fields = new Map<FieldName, FieldValue>();
  const reading = { fields, report };
  let senders: readonly SenderPattern[] | undefined;
  if (root !== undefined && root.kind !== 'map')
    report(root, 'front matter is written as key: value, a line each');
  for (const { key, value, ...place } of root?.kind === 'map' ? root.entries : []) {
    if (key === 'schedule') readSchedule(value, reading);
    else if (key === 'senders') senders = readSenders(value, report);
    else if (isSetting(key)) readSetting(key, value, reading);
    else report(place, unknownKey(key, frontMatterKeys));
  }

  const [min, max] = [fields.get('minGap'), fields.get('maxGap')];
  if (typeof min === 'number' && typeof max === 'number' && max < min)
    report(placeOf(root, 'maxGap'), `maxGap must not be less than minGap, ${min}`);

  return { fields, ...(senders && { senders }) };
}

const settings = { name: { wire: 'name', kind: 'text' }, ...campaignSettings } as const;
const isSetting = (key: string): key is keyof typeof settings => Object.hasOwn(settings, key);

function unknownKey(key: string, known: readonly string[]): string {
  const plain = key.replaceAll(/[-_ ]([a-z])/gi, (_, letter: string) => letter.toUpperCase());
  const other = Object.hasOwn(instead, plain) ? instead[plain] : undefined;
  if (other !== undefined) return `${shown(key)} is not a key of the front matter: ${other}`;
  const near = known.includes(plain) ? plain : (meant.get(plain) ?? closest(plain, known));
  return `there is no key ${shown(key)}${near === undefined ? `; the keys are ${known.join(', ')}` : `; did you mean ${near}?`}`;
}

const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** As the contract has it: ranges, choices, lengths. */
function readSetting(key: keyof typeof settings, node: YamlNode, { fields, report }: Reading): void {
  const { kind, wire } = settings[key];
  const value = scalarIn(kind, key, node, report);
  if (value === undefined) return;
  const [problem] = problemsOf(campaigns.update.body, { [wire]: value });
  if (problem) report(node, problemSentence(key, problem.reason, shown(String(value)) || undefined));
  else fields.set(key, value);
}

const wanted = { text: 'text', integer: 'a whole number in digits', switch: 'true or false' } as const;

/** Text as it was written: `2026` and `0123` stay what they are. A number or a switch is plain, without quotes. */
function scalarIn(kind: keyof typeof wanted, key: string, node: YamlNode, report: Report) {
  if (node.kind !== 'scalar') {
    report(node, `${key} must be ${wanted[kind]}, not a ${node.kind}`);
    return undefined;
  }
  const { value, source, isQuoted } = node;
  const isOneLine = (isQuoted || !source.endsWith('\n')) && !/\p{Cs}/u.test(source);
  if (value === null && !isQuoted)
    report(
      node,
      `${key} has no value; leave the key out, or write one${kind === 'text' ? ' in quotes' : ''}`,
    );
  else if (kind === 'text' && isOneLine) return source;
  else if (kind === 'integer' && !isQuoted && /^(?:0|-?[1-9]\d{0,14})$/.test(source)) return Number(source);
  else if (kind === 'switch' && !isQuoted && typeof value === 'boolean') return value;
  else if (kind === 'text') report(node, `${key} must be one line`);
  else report(node, `${key} must be ${wanted[kind]}, not ${isQuoted ? `"${shown(source)}"` : shown(source)}`);
  return undefined;
}

const textIn = (key: string, node: YamlNode, report: Report): string | undefined =>
  scalarIn('text', key, node, report)?.toString();

function readSchedule(node: YamlNode, reading: Reading): void {
  const { fields, report } = reading;
  if (node.kind !== 'map')
    report(node, 'schedule must hold days, from and to: { days: mon-fri, from: 09:00, to: 17:00 }');
  for (const { key, value, ...place } of node.kind === 'map' ? node.entries : []) {
    if (key === 'days') readPart(key, value, daysText(value, report), reading);
    else if (key === 'from' || key === 'to')
      readPart(key, value, textIn(`schedule.${key}`, value, report), reading);
    else if ((frontMatterKeys as readonly string[]).includes(key))
      report(place, `${key} is a key of its own, not a part of schedule`);
    else report(place, unknownKey(key, scheduleKeys));
  }
  const [from, to] = [fields.get('schedule.from'), fields.get('schedule.to')];
  if (typeof from === 'string' && typeof to === 'string' && to <= from)
    report(placeOf(node, 'to'), `schedule.to must be later than schedule.from, ${from}`);
}

/** More than all days of a week in full take. */
const longestPart = 100;

function readPart(
  key: keyof typeof scheduleSettings,
  place: Place,
  text: string | undefined,
  { fields, report }: Reading,
): void {
  if (text === undefined) return;
  if (text.length > longestPart) {
    report(place, `schedule.${key} is too long`);
    return;
  }
  try {
    fields.set(`schedule.${key}`, key === 'days' ? parseDays(text) : parseTimeOfDay(text));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    report(place, `schedule.${key}: ${error.message}`);
  }
}

/** `mon-fri`, `mon,wed`, and the same as a list. */
function daysText(node: YamlNode, report: Report): string | undefined {
  if (node.kind !== 'list') return textIn('schedule.days', node, report);
  if (node.items.length === 0) report(node, 'schedule.days has no day');
  const texts: string[] = [];
  for (const item of node.items) {
    const text = textIn('schedule.days', item, report);
    if (text !== undefined) texts.push(text);
  }
  return texts.length > 0 && texts.length === node.items.length ? texts.join(',') : undefined;
}

function readSenders(node: YamlNode, report: Report): SenderPattern[] {
  if (node.kind === 'map') report(node, 'senders must be a list: [ana@acme.com, "*@try-acme.com"]');
  const patterns = new Map<string, SenderPattern>();
  // One needs no brackets.
  const items = node.kind === 'scalar' ? [node] : node.kind === 'list' ? node.items : [];
  for (const item of items) {
    const text = textIn('senders', item, report);
    if (text === undefined) continue;
    const problem = addressProblem(text.replace(/^\*@/, 'x@'));
    if (problem) report(item, `senders takes addresses and *@domain, not ${shown(text)}: ${problem}`);
    else patterns.set(addressKey(text), { pattern: addressKey(text), place: placeIn(item) });
  }
  return [...patterns.values()];
}

const placeIn = ({ line, column }: Place): Place => ({ line, column });

function placeOf(node: YamlNode | undefined, key: string): Place {
  const found = node?.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined;
  return placeIn(found?.value ?? { line: 1, column: 1 });
}
