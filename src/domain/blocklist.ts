import { domainToASCII, domainToUnicode } from 'node:url';
import { blockKey, blockProblem } from '../contract/checks/block-value.ts';

/** The service compares letter by letter, and mail has a domain like münchen.example as xn--mnchen-3ya.example. */
export function bothForms(value: string): readonly string[] {
  const key = blockKey(value);
  const local = key.slice(0, key.lastIndexOf('@') + 1);
  const domain = key.slice(local.length);
  if (/^[\x20-\x7e]*$/.test(domain) && !domain.includes('xn--')) return [key];
  const forms = [domainToASCII(domain), domainToUnicode(domain)].filter((form) => form !== '');
  return [...new Set(forms.length > 0 ? forms : [domain])].map((form) => `${local}${form}`);
}

/** `*@acme.com` is the whole domain, as in campaign files. */
export const meantBy = (value: string): readonly string[] =>
  bothForms(blockKey(value).replace(/^\*?@(?=.)/, ''));

/** The values worth sending, each once, those that are not, and how many occur more than once. */
export function siftValues(given: readonly string[], forms = meantBy) {
  const values = new Set<string>();
  const rejected: { value: string; reason: string }[] = [];
  let repeated = 0;
  for (const value of given) {
    const [key = '', other = key] = forms(value);
    const isWildcard = forms === meantBy && /^[^@]*\*|^%+@/.test(key);
    const reason = isWildcard
      ? 'a wildcard blocks no one; give addresses, or a domain such as acme.com for everyone there'
      : blockProblem(key);
    if (reason !== undefined) rejected.push({ value, reason });
    else if (values.has(key)) repeated++;
    else values.add(key).add(other);
  }
  return { values: [...values], rejected, repeated };
}

interface BlockEntry {
  readonly id: number;
  readonly domain?: string | null | undefined;
  readonly emailAddress?: string | null | undefined;
  readonly scope?: string | null | undefined;
}

/** The entry that keeps a person from being written to: the address itself, or the domain it is on. */
export function blockerOf<E extends BlockEntry>(entries: readonly E[], value: string): E | undefined {
  const key = blockKey(value);
  const domain = key.slice(key.lastIndexOf('@') + 1);
  return (
    entries.find(({ emailAddress }) => emailAddress != null && blockKey(emailAddress) === key) ??
    entries.find((entry) => !entry.emailAddress && entry.domain != null && blockKey(entry.domain) === domain)
  );
}

export interface PlaceOfKey {
  readonly origin: string;
  /** Ids of the workspaces that its key lists; empty where it lists none. */
  readonly workspaces: readonly string[];
  /** It has the key of a main workspace, whose global list holds for its child workspaces. */
  readonly isMain: boolean;
}

export interface BlockedIn extends PlaceOfKey {
  /** What it blocks, and whether in the list of the whole account. */
  readonly values: ReadonlyMap<string, 'workspace' | 'global'>;
}

export function unionOf(lists: readonly BlockedIn[], more: readonly string[]): Set<string> {
  const union = new Set<string>();
  for (const { values } of lists) for (const value of values.keys()) union.add(value);
  for (const value of more) union.add(value);
  return union;
}

/** Does what this main workspace blocks globally hold there? */
export const covers = (main: BlockedIn, list: BlockedIn): boolean =>
  main.isMain &&
  !list.isMain &&
  main.origin === list.origin &&
  list.workspaces.length > 0 &&
  list.workspaces.every((id) => main.workspaces.includes(id));

/** Do both have a key of one workspace? Not where its id is unknown. */
export const isSameWorkspace = (one: PlaceOfKey, other: PlaceOfKey): boolean =>
  one.origin === other.origin &&
  one.workspaces.length === other.workspaces.length &&
  one.workspaces.length > 0 &&
  one.workspaces.every((id) => other.workspaces.includes(id));

/** What a main workspace lacks, or blocks for itself alone while a child lacks it: one call then blocks in all. */
export function missingGlobally(
  main: BlockedIn,
  lists: readonly BlockedIn[],
  union: Iterable<string>,
): string[] {
  const children = lists.filter((list) => covers(main, list));
  return [...union].filter(
    (value) =>
      main.values.get(value) !== 'global' &&
      (!main.values.has(value) || children.some(({ values }) => !values.has(value))),
  );
}

/** What a workspace lacks, once these are blocked globally. */
export const missingIn = (
  { values }: BlockedIn,
  union: Iterable<string>,
  global: ReadonlySet<string>,
): string[] => [...union].filter((value) => !values.has(value) && !global.has(value));
