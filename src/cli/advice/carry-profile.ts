import { isRecord } from '../../base/is-record.ts';
import { ownWords, words as wordsIn } from '../../base/text/words.ts';
import type { View } from '../declare/view.ts';
import { lines } from './lines.ts';
import { shellWord } from './shell-words.ts';

/** Puts the profile of the line that was run into the lines that it prints: as printed they act on the same account. */
export interface Carrier {
  readonly text: (text: string) => string;
  readonly view: (view: View) => View;
  readonly document: (value: unknown) => unknown;
}

/** With `--all-profiles` there is none: a row of a document says which is its own, and elsewhere it is a place to fill in. */
export function carrierOf(argv: readonly string[]): Carrier | undefined {
  const own = ownWords(argv);
  // The last one counts, as where the line is parsed.
  const words = own.flatMap((word) =>
    word.startsWith('--profile=') ? ['--profile', word.slice('--profile='.length)] : [word],
  );
  const at = words.lastIndexOf('--profile');
  const named = at < 0 ? undefined : words[at + 1];
  if (named === undefined && !own.includes('--all-profiles')) return undefined;
  const word = named === undefined ? '<profile>' : shellWord(named);
  return {
    text: (text) => inText(text, word),
    view: (view) => inFields(view, ofViews, word, false) as View,
    document: (value) => inFields(value, ofDocuments, word, named === undefined),
  };
}

/** These do the same in every profile, or are given its name. */
const ofNoProfile = /^(?:help|commands|start|completion|sandbox|profiles (?:list|set|use|remove))(?: |$)/;
const hasOwn = / --(?:profile|all-profiles|help)\b/;

/** Known commands alone are lines of ours. Text of others has them in quotes, if at all. */
function inText(text: string, profile: string): string {
  if (!text.includes('outreach ')) return text;
  const outside = text.replaceAll(quoted, (words) => '"'.repeat(words.length));
  const found = [];
  for (const { index, 0: program } of outside.matchAll(/(?<![\w./'"-]|Line: )outreach (?=[a-z])/g)) {
    const start = index + program.length;
    const path = pathIn(outside.slice(start));
    if (path !== undefined) found.push({ path, index, end: start + path.length });
  }
  let said = '';
  let from = 0;
  for (const [at, { path, index, end }] of found.entries()) {
    if (index < from || ofNoProfile.test(path)) continue;
    const next = found[at + 1]?.index;
    const [line = ''] = outside.slice(end, next).split('\n', 1);
    if (hasOwn.test(line)) continue;
    const to = end + valuesIn(text.slice(end, next), path);
    said += `${text.slice(from, to)} --profile ${profile}`;
    from = to;
  }
  return said + text.slice(from);
}

/**
 * A value, which may have line breaks and apostrophes, or in single quotes such ends of its own; where it does not end, the
 * rest of the line.
 */
const quoted =
  /(?<!\w)(?:"[^"]*"|'(?:[^']|(?<=\w)'(?=\w))*'(?:(?:[^'"]|(?<=\w)'(?=\w))*(?<=\S)'(?!\w))*|["'].*)/g;

function pathIn(text: string): string | undefined {
  const named = /^[a-z][a-z-]*(?: [a-z][a-z-]*){0,2}/.exec(text)?.[0].split(' ') ?? [];
  return [3, 2, 1].map((count) => named.slice(0, count).join(' ')).find((path) => lines.has(path));
}

/** What is an argument and no word of the sentence: quoted, a place, a number, a code, an address, or with an option behind it. */
const value =
  /^ (?:(?:"[^"]*"|'[^']*')+|<[^>]+>|\d+\b|[A-Z0-9]{8}\b|[^\s,;:()`'"]+@[^\s,;:()`'"]*[^\s,;:().`'"]|(?!-)[\w@%+=:/.-]+(?= --))/;
/** One that has to be there may also end the line. */
const lastValue = /^ (?!-)[\w@%+=:/.-]*[\w/](?=[`;]|$)/;

/** How long the arguments behind a path are. Options may come before what is left of them. */
function valuesIn(text: string, path: string): number {
  let length = 0;
  for (const place of lines.get(path)?.needs ?? []) {
    if (place.startsWith('--')) continue;
    const rest = text.slice(length);
    const found = value.exec(rest) ?? (place.endsWith('?') ? null : lastValue.exec(rest));
    length += found?.[0].length ?? 0;
  }
  return length;
}

/** Fields of our own documents that hold lines. */
const ofDocuments = wordsIn('hint fix command why advice');
/**
 * What a view says in our words; a value with a tone is such a sentence, a bare one may be a name that others gave. The command
 * of a task is from the document.
 */
const ofViews = wordsIn('lines empty value');
/** What was sent, came, or is stored for others stays as it is, and the rows of a table, which are from the document. */
const ofOthers: readonly string[] = wordsIn('request body answer data customVariables variables rows');

function inFields(value: unknown, ours: readonly string[], profile: string, ofAll: boolean): unknown {
  const walk = (one: unknown, own: string, isOurs: boolean): unknown => {
    if (typeof one === 'string') return isOurs ? inText(one, own) : one;
    if (Array.isArray(one)) return one.map((part) => walk(part, own, isOurs));
    // The key of the environment has no profile.
    if (!isRecord(one) || Object.getPrototypeOf(one) !== Object.prototype || (ofAll && one.profile === null))
      return one;
    const its = ofAll && typeof one.profile === 'string' ? shellWord(one.profile) : own;
    const isAdvising = ours.some((name) => name in one);
    const fields = Object.entries(one).map(([name, part]) => [
      name,
      ofOthers.includes(name)
        ? part
        : walk(part, its, ours.includes(name) || (isAdvising && name === 'message')),
    ]);
    // What only its view knows has a symbol as its name.
    return { ...one, ...Object.fromEntries(fields) };
  };
  return walk(value, profile, false);
}
