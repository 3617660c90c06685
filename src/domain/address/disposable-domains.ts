import list from './disposable-domains.tsv';

/** After the first line, which says where the list is from. */
const domains: ReadonlySet<string> = new Set(list.slice(list.indexOf('\n') + 1).split('\n'));

/** Whether mail to this domain, or to one above it, ends at a provider of throwaway addresses. In lower case. */
export function isDisposable(domain: string): boolean {
  for (let rest = domain; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1))
    if (domains.has(rest)) return true;
  return false;
}
