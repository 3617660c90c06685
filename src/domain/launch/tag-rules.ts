import { counted, grouped } from '../../base/counted.ts';
import { closest } from '../../base/text/nearest.ts';
import { statusColumnsOf } from '../address/status-column.ts';
import { claims, fieldTags, keysOf, mergeValues, parseCopy, textOf } from '../merge-tags.ts';
import { isLeft } from '../render.ts';
import type { CheckedLead, FaultCount, LeadFault, LeadRules } from './lead-faults.ts';
import { type Finding, problem } from './problem.ts';
import type { RuleId } from './rules.ts';
import type { Wording } from './wordings.ts';

/** A fault for each folded tag without a value, with a placeholder as value, not text, or claimed twice. */
export function tagRules(wordings: readonly Wording[]): LeadRules {
  const asked = new Set<string>();
  for (const { subject, body, contentType } of wordings)
    for (const key of [...keysOf(single(subject)), ...keysOf(single(body), contentType)]) asked.add(key);
  return (lead) => faultsOf(lead, asked);
}

function* faultsOf(lead: CheckedLead, asked: ReadonlySet<string>): Iterable<LeadFault> {
  const chosen = new Map<string, { value: unknown; text: string }>();
  const collides = new Set<string>();
  for (const [key, value] of claims(lead)) {
    if (!asked.has(key)) continue;
    const text = textOf(value);
    if (text === undefined) continue;
    const before = chosen.get(key);
    if (before === undefined) chosen.set(key, { value, text });
    else if (before.text !== text) collides.add(key);
  }
  const values = mergeValues(lead);
  for (const key of asked) {
    const found = chosen.get(key);
    if (found === undefined) yield { rule: 'merge-tag-empty', detail: key };
    else if (isLeft(found.text, values)) yield { rule: 'placeholder-left', detail: key };
    else if (typeof found.value !== 'string') yield { rule: 'merge-tag-not-text', detail: key };
  }
  for (const key of collides) yield { rule: 'merge-tag-collision', detail: key };
}

/** Without the tags of other tools, `{{x}}`, which are placeholders that the copy has left. */
const single = (copy: string): string => copy.replaceAll(/\{\{[^{}\r\n]*\}\}/g, ' ');

/** So many names of variables are remembered: enough for any list, and a bound for a hostile one. */
const mostKeys = 10_000;

/** Counts how many leads have a value for each tag, whether or not the copy uses it. */
export function createKeyTally() {
  const keys = new Map<string, number>();
  return {
    add(lead: CheckedLead): void {
      const filled = new Set<string>();
      for (const [key, value] of claims(lead)) {
        const known = keys.has(key);
        if (!known && (value === undefined || keys.size >= mostKeys)) continue;
        if (!known) keys.set(key, 0);
        if (textOf(value) !== undefined) filled.add(key);
      }
      for (const key of filled) keys.set(key, (keys.get(key) ?? 0) + 1);
    },
    /** A tag that leads have without a value is there with 0. */
    keys: (): ReadonlyMap<string, number> => keys,
  };
}

interface Known {
  readonly wordings: readonly Wording[];
  readonly leads: number;
  /** Of {@link createKeyTally}. */
  readonly keys: ReadonlyMap<string, number>;
}

/** The problems that the faults of all leads make, one for each tag. */
export function tagProblems(counts: readonly FaultCount[], known: Known): Finding[] {
  const uses = usesOf(known.wordings);
  const problems: Finding[] = [];
  for (const { fault, count, examples } of counts) {
    const { rule, detail: tag = '' } = fault;
    const use = uses.get(tag) ?? { tag: `{${tag}}`, places: [] };
    const [said, have] = [sayings[rule], count === 1 ? 'has' : 'have'];
    if (!said && rule !== 'merge-tag-empty') continue;
    if (!said && !known.keys.has(tag) && !fieldTags.has(tag)) {
      problems.push(problem('merge-tag-unknown', count, unknown(use, tag, known), examples));
      continue;
    }
    const message = said
      ? `${counted(count, 'lead')} ${have} ${said.has.join(use.tag)}${usedIn(use.places)}: ${said.so}`
      : `${grouped(count)} of ${counted(known.leads, 'lead')} ${have} no ${use.tag}${usedIn(use.places)}`;
    problems.push({ ...problem(rule, count, message, examples), tag });
  }
  return problems;
}

/** A tag as the copy writes it first, and which emails have it. */
interface Use {
  readonly tag: string;
  readonly places: readonly string[];
}

function usesOf(wordings: readonly Wording[]): Map<string, Use> {
  const uses = new Map<string, { tag: string; places: string[] }>();
  for (const { subject, body, contentType, place } of wordings)
    for (const { pieces } of [parseCopy(single(subject)), parseCopy(single(body), contentType)])
      for (const { raw, key, optional } of pieces) {
        if (key === undefined || optional) continue;
        const use = uses.get(key) ?? { tag: raw, places: [] };
        if (use.places.length === 0) uses.set(key, use);
        if (!use.places.includes(place)) use.places.push(place);
      }
  return uses;
}

function unknown({ tag, places }: Use, key: string, { leads, keys }: Known): string {
  if (key.includes('|'))
    return `${tag}${usedIn(places)} is a choice of words of another tool: it would be sent as written`;
  // What says whether someone opted out, or an address is valid, is in no email.
  const meantByName = [...keys.keys()].filter((name) => statusColumnsOf(name).length === 0);
  const near = closest(key, [...fieldTags.keys(), ...meantByName]);
  const share = near === undefined ? 0 : (keys.get(near) ?? 0);
  const meant =
    near === undefined
      ? ''
      : `. Did you mean {${fieldTags.get(near) ?? near}}${share === 0 ? '' : `, which ${grouped(share)} of ${counted(leads, 'lead')} ${share === 1 ? 'has' : 'have'}`}?`;
  return `no lead has ${tag}${usedIn(places)}${meant}`;
}

/** What so many leads have, by the rule that it breaks, around the tag; and what comes of it. */
const sayings: Readonly<Partial<Record<RuleId, { readonly has: readonly string[]; readonly so: string }>>> = {
  'merge-tag-not-text': { has: ['a ', ' that is not text'], so: 'its JSON would be sent' },
  'placeholder-left': { has: ['a placeholder as ', ''], so: 'it would be sent as it is' },
  'merge-tag-collision': { has: ['two values for ', ''], so: 'it is not certain which one is sent' },
};

const shownPlaces = 3;

const usedIn = (places: readonly string[]): string => {
  if (places.length === 0) return '';
  const more = places.length - shownPlaces;
  return ` (${places.slice(0, shownPlaces).join('; ')}${more > 0 ? `; ${more} more` : ''})`;
};
