import { isRecord } from '../../base/is-record.ts';
import type { Field, View } from '../declare/view.ts';
import { lines } from './lines.ts';
import { shellWord } from './shell-words.ts';

/** Puts the profile of the line that was run into the lines that it prints: as printed they act on the same account. */
export interface Carrier {
  readonly text: (text: string) => string;
  readonly view: (view: View) => View;
  readonly document: (value: unknown) => unknown;
}

/** With `--all-profiles` there is none: a row of a document says which is its own, and elsewhere it is a place to fill in. */
export function carrierOf(named: string | undefined): Carrier {
  const word = named === undefined ? '<profile>' : shellWord(named);
  return {
    text: (text) => inText(text, word),
    view: (view) => inView(view, word),
    document: (value) => inDocument(value, word, named === undefined),
  };
}

/** These do the same in every profile, or are given its name. */
const ofNoProfile = /^(?:help|commands|start|completion|sandbox|profiles (?:list|set|use|remove))(?: |$)/;
const hasOwn = / --(?:profile|all-profiles|help)\b/;

/** Known commands alone are lines of ours. Text of others has them in quotes, if at all. */
const inText = (text: string, profile: string): string =>
  text.includes('outreach ')
    ? text
        .split('\n')
        .map((line) => inLine(line, ` --profile ${profile}`))
        .join('\n')
    : text;

function inLine(text: string, option: string): string {
  const found = [...text.matchAll(/(?<![\w./'"-])outreach (?=[a-z])/g)].flatMap(
    ({ index, 0: { length } }) => {
      const path = pathIn(text.slice(index + length));
      return path === undefined ? [] : [{ path, index, end: index + length + path.length }];
    },
  );
  let said = '';
  let from = 0;
  for (const [at, { path, index, end }] of found.entries()) {
    if (index < from || isTheirs(text.slice(0, index)) || ofNoProfile.test(path)) continue;
    const rest = text.slice(end, found[at + 1]?.index);
    if (hasOwn.test(rest)) continue;
    const to = end + valuesIn(rest, path);
    said += `${text.slice(from, to)}${option}`;
    from = to;
  }
  return said + text.slice(from);
}

function pathIn(text: string): string | undefined {
  const words = /^[a-z][a-z-]*(?: [a-z][a-z-]*){0,2}/.exec(text)?.[0].split(' ') ?? [];
  return [3, 2, 1].map((count) => words.slice(0, count).join(' ')).find((path) => lines.has(path));
}

/** In quotes, or a line that was stored as it was run. */
const isTheirs = (before: string): boolean =>
  /"|(?<!\w)'/.test(before.replaceAll(/"[^"]*"|(?<!\w)'[^']*'/g, '')) || before.endsWith('Line: ');

/** What is an argument and no word of the sentence: quoted, a place, a number, a code, an address, or with an option behind it. */
const value =
  /^ (?:(?:"[^"]*"|'[^']*')+|<[^>]+>|\d+\b|[A-Z0-9]{8}\b|[^\s,;:()`'"]+@[^\s,;:()`'"]*[^\s,;:().`'"]|(?!-)[\w@%+=:/.-]+(?= --))/;
/** One that has to be there may also end the line. */
const lastValue = /^ (?!-)[\w@%+=:/.-]*[\w/](?=[`;]|$)/;

/** How long the arguments behind a path are. Options may come before what is left of them. */
function valuesIn(text: string, path: string): number {
  const places = (lines.get(path)?.needs ?? []).filter((need) => !need.startsWith('--'));
  return places.reduce((length, place) => {
    const rest = text.slice(length);
    const found = value.exec(rest) ?? (place.endsWith('?') ? null : lastValue.exec(rest));
    return length + (found?.[0].length ?? 0);
  }, 0);
}

/** Sentences and tasks are ours; what a table shows is in the document. */
function inView(view: View, profile: string): View {
  const carried = (text: string) => inText(text, profile);
  switch (view.kind) {
    case 'text':
    case 'with-commands':
      return { ...view, lines: view.lines.map(carried) };
    case 'table':
      return { ...view, empty: carried(view.empty) };
    case 'tasks':
      return {
        ...view,
        tasks: view.tasks.map((task) => ({ ...task, command: task.command && carried(task.command) })),
      };
    case 'record':
      return { ...view, fields: view.fields.map((field) => ofField(field, carried)) };
    case 'stack':
      return {
        ...view,
        views: view.views.map((one) => inView(one, profile)),
        ...(view.inPipe && { inPipe: inView(view.inPipe, profile) }),
      };
    default:
      return view;
  }
}

/** What has a tone is a sentence of ours; a bare text may be a name that others gave. */
function ofField(field: Field, carried: (text: string) => string): Field {
  const [label, shown, ...kind] = field;
  if (typeof shown !== 'object' || shown === null || !('tone' in shown)) return field;
  return typeof shown.value === 'string'
    ? [label, { ...shown, value: carried(shown.value) }, ...kind]
    : field;
}

/** Fields of our own documents that hold lines. */
const advising: readonly string[] = ['hint', 'fix', 'command', 'why', 'advice'];
/** What was sent, came, or is stored for others stays as it is. */
const ofOthers: readonly string[] = ['request', 'body', 'answer', 'data', 'customVariables', 'variables'];

function inDocument(value: unknown, profile: string, ofAll: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => inDocument(one, profile, ofAll));
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  // The key of the environment has none.
  if (ofAll && value.profile === null) return value;
  const own = ofAll && typeof value.profile === 'string' ? shellWord(value.profile) : profile;
  const isOurs = advising.some((name) => name in value);
  const fields = Object.entries(value).map(([name, one]) => {
    if (ofOthers.includes(name)) return [name, one];
    if (typeof one !== 'string') return [name, inDocument(one, own, ofAll)];
    return [name, advising.includes(name) || (isOurs && name === 'message') ? inText(one, own) : one];
  });
  // What only its view knows has a symbol as its name.
  return { ...value, ...Object.fromEntries(fields) };
}
