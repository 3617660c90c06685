import { createHash } from 'node:crypto';
import { counted } from '../../base/counted.ts';
import { leads } from '../../contract/areas/leads.ts';
import { addressKey } from '../../contract/checks/email-address.ts';
import { tagOf } from '../../contract/checks/variable-key.ts';
import { type LeadFieldName, leadFieldNames } from '../../contract/lead-fields.ts';
import type { AnyInput, AnyOperation, Input, ItemOf } from '../../contract/operation.ts';
import { textOf } from '../../domain/merge-tags.ts';
import { readOr, whyOf } from '../answer/fact.ts';
import type { Service } from '../declare/command.ts';
import type { Fact } from '../declare/quote.ts';
import { inline } from '../output/text/inline.ts';
import { whole } from './find-in-pages.ts';

type Lead = ItemOf<typeof leads.list>;

/** A lead as a call gives it, or as the service has it. */
type Given = Pick<Lead, 'email' | 'customVariables'> & {
  readonly [F in LeadFieldName]?: string | null | undefined;
};

/** What the emails of people who join a campaign are made of: what the service has of them, and what a call gives. */
interface JoiningLeads {
  readonly facts: readonly Fact[];
  /** An approval holds only while it is the same. */
  readonly binds: string;
}

/** Of a call that names them; undefined where it brings others. */
export async function joiningLeads(
  { api }: Pick<Service, 'api'>,
  operation: AnyOperation,
  input: AnyInput,
): Promise<JoiningLeads | undefined> {
  if (operation.id === leads.move.id) {
    const { params } = input as Input<typeof leads.move>;
    return readWith(leads.get, become, async (add) => add((await api(leads.get, { params })).lead));
  }
  if (operation.id !== leads.upsert.id) return undefined;
  const { body } = input as Input<typeof leads.upsert>;
  return body.leads.length > mostAsked
    ? storedLeads({ api }, having(body.leads))
    : givenLeads({ api }, body.leads);
}

/** So many are looked up one by one. */
export const mostAsked = 20;

/** Of a few that a call gives: as the service has them after it. */
export const givenLeads = ({ api }: Pick<Service, 'api'>, given: readonly Given[]): Promise<JoiningLeads> =>
  readWith(leads.list, become, async (add) => {
    for (const lead of given) {
      const stored = await storedLead(api, lead.email);
      const customVariables = { ...stored?.customVariables, ...lead.customVariables };
      add({ ...stored, ...lead, customVariables });
    }
  });

async function storedLead(api: Service['api'], address: string): Promise<Lead | undefined> {
  const isIt = having([{ email: address }]);
  for (const email of new Set(waysOf(address)))
    for await (const { items } of whole(api.pages(leads.list, { query: { email } }))) {
      const found = items.find((lead) => isIt(lead.email));
      if (found) return found;
    }
  return undefined;
}

/** Of any number: as the service has them before the call. Reads all leads of the service. */
export const storedLeads = (
  { api }: Pick<Service, 'api'>,
  has: (address: string) => boolean,
): Promise<JoiningLeads> =>
  readWith(leads.list, `${become}, where the call has no other value`, async (add) => {
    for await (const { items } of whole(api.pages(leads.list, {}, { pageSize: 200 })))
      for (const lead of items) if (has(lead.email)) add(lead);
  });

/** As it is given, and as most services store it: the filter of the list is exact, an update need not be. */
export const waysOf = (email: string): readonly string[] => [email.trim(), email.trim().toLowerCase()];

function having(some: readonly { readonly email: string }[]): (address: string) => boolean {
  const keys = new Set(some.map(({ email }) => addressKey(email)));
  return (address) => keys.has(addressKey(address));
}

const become = 'its merge tags become';
const mostShown = mostAsked;

/** Where it cannot be read, that is what a person agrees to. */
async function readWith(
  operation: AnyOperation,
  heading: string,
  read: (add: (lead: Given & { readonly id?: Lead['id'] }) => void) => Promise<void>,
): Promise<JoiningLeads> {
  const [hash, facts] = [createHash('sha256'), [] as Fact[]];
  let count = 0;
  const { failure } = await readOr(operation, () =>
    read(({ id, ...lead }) => {
      count += 1;
      const values = valuesOf(lead);
      hash.update(mailedLine(lead, values));
      if (count > mostShown) return;
      facts.push(
        `${id === undefined ? 'New lead' : `Lead ${id}`}: ${inline(lead.email)}; ${values.length === 0 ? 'no merge tag has a value' : `${heading}:`}`,
      );
      facts.push(...values.map(([name, text]) => ({ theirs: `{${name}}: ${text}`, indent: 2 })));
    }),
  );
  if (failure)
    return {
      binds: 'not known',
      facts: [`What the merge tags of these people become is not known: ${whyOf(failure)}`],
    };
  if (count > mostShown) facts.push(`and of ${counted(count - mostShown, 'more lead')}: outreach leads list`);
  return { facts, binds: hash.digest('hex') };
}

/** All of a lead that its emails are made of, for a digest. */
export const mailedLine = (lead: Given, values = valuesOf(lead)): string =>
  `${JSON.stringify([addressKey(lead.email), ...values])}\n`;

/** By merge tag, in order; of `tags` alone, where the copy is known. What the service adds is in no email. */
export function valuesOf(
  { customVariables, ...lead }: Given,
  tags?: ReadonlySet<string>,
): (readonly [string, string])[] {
  const given: (readonly [string, unknown])[] = leadFieldNames.map((name) => [name, lead[name]]);
  for (const variable of Object.entries(customVariables ?? {}))
    if (tags?.has(tagOf(variable[0])) ?? true) given.push(variable);
  const values: [string, string][] = [];
  for (const [name, value] of given) {
    const text = name === 'email' ? undefined : textOf(value);
    if (text !== undefined) values.push([name, text]);
  }
  return values.sort(([a], [b]) => (a < b ? -1 : 1));
}
