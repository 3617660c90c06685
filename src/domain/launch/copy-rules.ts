import { counted } from '../../base/counted.ts';
import { hasPostalAddress, saysOptOut } from '../copy/legal-notice.ts';
import { goesToIp, isMisleading, isPlainHttp, isShortened, type Link, linksIn } from '../copy/links.ts';
import { placeholdersIn } from '../copy/placeholder.ts';
import { plainText } from '../copy/plain-text.ts';
import { spamWordingsIn } from '../copy/spam-wording.ts';
import { codeIn, parseCopy } from '../merge-tags.ts';
import { type Finding, type Findings, found, inOrder, noSteps, problem } from './problem.ts';
import type { RuleId } from './rules.ts';
import { inDoubt } from './verdict.ts';
import type { Wording } from './wordings.ts';

interface CopyFacts {
  /** The sender's, where it is known; else anything that looks like one counts. */
  readonly postalAddress?: string | null | undefined;
}

/** A wording with what several rules read off it. */
interface Email extends Wording {
  readonly text: string;
  readonly links: readonly Link[];
}

/** What one email breaks a rule with, quoted; nothing where it keeps it. */
type Find = (email: Email, facts: CopyFacts) => readonly string[];

interface CopyRule {
  readonly find: Find;
  /** What is wrong; the first things found follow, where there is something to quote. */
  readonly message: string;
}

const whether = (broken: boolean, found = ''): string[] => (broken ? [found] : []);
const linksThat = (isSo: (link: Link) => boolean) => (email: Email) =>
  email.links.filter(isSo).map(({ raw }) => quoted(raw));

/** The longest subject that is shown whole where most people read their mail. */
const longestSubject = 60;
/** Gmail cuts off a little more than that. */
const largestBody = 100_000;

const copyRules = {
  'unbalanced-brace': {
    find: strayBraces,
    message: 'a brace is not part of a merge tag and would be sent as written',
  },
  'placeholder-left': {
    find: ({ subject, body, contentType, thread }) =>
      [...(thread ? [] : placeholdersIn(subject)), ...placeholdersIn(body, contentType)].map(quoted),
    message: 'a placeholder is not filled in',
  },
  'subject-empty': {
    find: ({ subject, thread }) => whether(!thread && subject.trim() === ''),
    message: 'an email that begins a thread has no subject',
  },
  'subject-long': {
    find: ({ subject, thread }) =>
      whether(!thread && lengthOf(subject) > longestSubject, counted(lengthOf(subject), 'character')),
    message: `a subject is longer than ${counted(longestSubject, 'character')}`,
  },
  'subject-shout': {
    find: ({ subject, thread }) => whether(!thread && isShouted(subject), quoted(subject)),
    message: 'a subject is in capital letters',
  },
  'fake-reply': {
    find: ({ subject, first }) =>
      whether(
        first && /^\s*(?:re|aw|sv|antw|odp|rif|fwd?|wg|tr|rv|enc)(?:\[\d+\])?\s?[:：]/i.test(subject),
        quoted(subject),
      ),
    message: 'a first email looks like a reply, and answers nothing',
  },
  'follow-up-same-day': {
    find: ({ first, delayDays }) => whether(!first && delayDays === 0),
    message: 'a follow-up goes out on the day of the email before it',
  },
  'body-large': {
    find: ({ body }) => whether(bytesOf(body) > largestBody, `${Math.ceil(bytesOf(body) / 1000)} kB`),
    message: 'an email is larger than 100 kB, and mail programs cut it off',
  },
  'spam-wording': {
    find: ({ subject, text, thread }) =>
      spamWordingsIn(thread ? '' : subject, text).map(
        ({ rule, text: found }) => `${rule}, by ${quoted(found)}`,
      ),
    message: 'SpamAssassin rules would hit',
  },
  'link-malformed': {
    find: ({ links }) =>
      links.flatMap(({ raw, text, wrong }) =>
        wrong === undefined ? [] : [`${quoted(raw || text || 'an empty link')} ${wrong}`],
      ),
    message: 'a link leads nowhere',
  },
  'link-http': {
    find: linksThat(isPlainHttp),
    message: 'a link uses http instead of https',
  },
  'link-ip': { find: linksThat(goesToIp), message: 'a link goes to a bare IP address' },
  'link-shortener': { find: linksThat(isShortened), message: 'a short link hides where it goes' },
  'link-mismatch': {
    find: ({ links }) =>
      links.filter(isMisleading).map(({ raw, text = '' }) => `${quoted(text)} goes to ${quoted(raw)}`),
    message: 'a link shows one address and goes to another',
  },
  'html-in-text': {
    find: ({ body, contentType }) =>
      contentType === 'html'
        ? []
        : [
            ...body.matchAll(
              /<\/?(?:a|b|br|div|em|font|h[1-6]|i|img|li|p|span|strong|table|td|tr|u|ul)(?:\s[^<>]*)?\/?>/gi,
            ),
          ].map(([tag]) => quoted(tag)),
    message: 'a text email has HTML tags, which people would read',
  },
  'no-opt-out': {
    find: ({ first, text, links }) => whether(first && !saysOptOut(text, links)),
    message: 'the first email does not say how to opt out',
  },
  'no-postal-address': {
    find: ({ first, text }, { postalAddress }) => whether(first && !hasPostalAddress(text, postalAddress)),
    message: 'the first email has no postal address',
  },
} as const satisfies Partial<Record<RuleId, CopyRule>>;

/** What is wrong with the copy itself, for every lead: at most one problem for each rule. */
export function copyProblems(wordings: readonly Wording[], facts: CopyFacts = {}): Finding[] {
  if (wordings.length === 0) return [noSteps];
  const broken = new Map<RuleId, { places: Set<string>; found: Set<string> }>();
  for (const wording of wordings) {
    const { body, contentType } = wording;
    const read = { text: plainText(body, contentType), links: linksIn(body, contentType) };
    const email: Email = { ...wording, ...read };
    for (const [rule, { find }] of Object.entries(copyRules)) {
      const found = find(email, facts);
      if (found.length === 0) continue;
      const known = broken.get(rule as RuleId) ?? { places: new Set(), found: new Set() };
      if (known.places.size === 0) broken.set(rule as RuleId, known);
      known.places.add(wording.place);
      for (const text of found) known.found.add(text);
    }
  }
  const byRule: Partial<Record<RuleId, CopyRule>> = copyRules;
  const problems: Finding[] = [];
  for (const [rule, { places, found }] of broken) {
    const shown = [...found].slice(0, shownFindings).join('; ');
    const more = found.size > shownFindings ? `; ${found.size - shownFindings} more` : '';
    const message = `${byRule[rule]?.message}${shown === '' ? '' : `: ${shown}${more}`}`;
    problems.push(problem(rule, places.size, message, [...places]));
  }
  return inOrder(problems);
}

/** What the rest of an email may lack where a part of it is not known. */
const lackable: readonly RuleId[] = ['no-opt-out', 'no-postal-address'];
/** The rules of {@link copyProblems} about single emails. */
export const emailRules = Object.keys(copyRules) as readonly RuleId[];

/** The same for copy of which a part, such as a signature, cannot be read; `unread` says why. */
export function copyFindings(
  wordings: readonly Wording[],
  facts: CopyFacts,
  unread: string | undefined,
): Findings {
  const problems = copyProblems(wordings, facts);
  const certain = unread === undefined ? problems : problems.filter(({ rule }) => !lackable.includes(rule));
  return inDoubt(found(certain), emailRules, unread);
}

/** Braces beside the tags; those of `{{x}}` are counted as placeholders. */
function strayBraces({ subject, body, contentType, thread }: Email): string[] {
  return [...(thread ? [] : braces(subject, 'text')), ...braces(body, contentType)];
}

function braces(copy: string, type: Wording['contentType']): string[] {
  const { unbalanced } = parseCopy(copy, type);
  const code = type === 'html' ? codeIn(copy) : [];
  const places = [...unbalanced];
  for (const { index } of copy.matchAll(/\{[ \t]*\}/g))
    if (!code.some(([from, to]) => from <= index && index < to)) places.push(index);
  const found: string[] = [];
  for (const at of places) {
    if (isDoubled(copy, at)) continue;
    found.push(quoted(copy.slice(Math.max(0, at - 12), at + 13)));
    if (found.length > shownFindings) break;
  }
  return found;
}

/** Is the brace one of a pair that other tools write around their tags? */
const isDoubled = (copy: string, at: number): boolean => {
  const brace = copy[at];
  const line = brace === '{' ? copy.slice(at, at + 200) : copy.slice(Math.max(0, at - 200), at + 1);
  return brace === '{' ? /^\{\{[^{}\r\n]*\}\}/.test(line) : /\{\{[^{}\r\n]*\}\}$/.test(line);
};

/** Characters, with a tag counted as its name. */
const lengthOf = (subject: string): number =>
  [...subject].length - 2 * parseCopy(subject).pieces.filter(({ key }) => key !== undefined).length;

/** So many letters make a shout: `Q4 ROI` does not. */
const fewestLetters = 6;

function isShouted(subject: string): boolean {
  const own = parseCopy(subject)
    .pieces.map(({ raw, key }) => (key === undefined ? raw : ' '))
    .join('');
  const capitals = own.match(/\p{Lu}/gu)?.length ?? 0;
  return capitals >= fewestLetters && !/\p{Ll}/u.test(own);
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const shownFindings = 3;
const shownLength = 60;

function quoted(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return `'${line.length > shownLength ? `${line.slice(0, shownLength)}…` : line}'`;
}
