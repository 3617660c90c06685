import list from './roles.tsv';

/** The part before the @ of an address that belongs to a task and not to a person. */
const roles: ReadonlySet<string> = new Set(list.slice(list.indexOf('\n')).trim().split(/\s+/));

/** The role of `info@acme.com` and `info+berlin@acme.com`, `info`; undefined for a person's address. */
export function roleOf(address: string): string | undefined {
  const local = address.slice(0, address.indexOf('@')).toLowerCase();
  const role = local.includes('+') ? local.slice(0, local.indexOf('+')) : local;
  return roles.has(role) ? role : undefined;
}
