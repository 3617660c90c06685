import { dataTable } from '../../base/data-table.ts';
import { type LeadFieldsWhere, leadFieldsWhere } from '../../contract/lead-fields.ts';
import table from './lead-headers.tsv';

export type LeadField = LeadFieldsWhere<'importable', true>;

/** The second and later of several: `E-mail 2 Address`, `Phone 3 - Value`, `Business Phone 2`. */
const numbered: readonly { pattern: RegExp; claim: Claim }[] = [
  {
    pattern: /^(?:e?mail(?:address)?|adressedemessagerie)[2-9](?:value|address|adresse)?$/,
    claim: { field: 'email', rank: 2 },
  },
  {
    pattern: /^(?:phone|(?:business|work|mobile|home)phone|telephone)[2-9](?:value)?$/,
    claim: { field: 'phone', rank: 3 },
  },
];

const fullNames = new Set(
  `name fullname contactname displayname personname leadname nomcomplet vollstandigername
  nombrecompleto nomecompleto naam`.split(/\s+/),
);

export const importableFieldNames: readonly LeadField[] = leadFieldsWhere('importable', true);

/** "LinkedIn URL", "linkedin_url" and "LINKEDIN-URL" are the same header. */
export const foldHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** A field that a header means, and how good a column it is for that: 0 is the best. */
export interface Claim {
  readonly field: LeadField;
  readonly rank: number;
}

/** In the commonest languages. */
const claims = new Map<string, Claim>();
for (const { field, rank, headers } of dataTable(table, ['field', 'rank', 'headers']))
  for (const header of headers.split(' '))
    claims.set(foldHeader(header), { field: field as LeadField, rank: Number(rank) });

export function claimOf(header: string): Claim | undefined {
  const folded = foldHeader(header);
  return claims.get(folded) ?? numbered.find(({ pattern }) => pattern.test(folded))?.claim;
}

export const namedField = (header: string): LeadField | undefined => claimOf(header)?.field;

export const isFullName = (header: string): boolean => fullNames.has(foldHeader(header));

/** What people type themselves, and so misspell; a product spells its own headers right. */
export const knownHeaders: readonly string[] = [...claims.keys()].filter(
  (name) => !/\d|^person|^organi[sz]ation.|^li(?!nk)/.test(name),
);

/** Headers that are near a name of a field and mean something else. */
export const otherHeaders: ReadonlySet<string> = new Set(['employees', 'nickname', 'username', 'hostname']);

/** A name as typed after `--map`: `company`, `firstName`, `first-name`. */
export const asLeadField = (name: string): LeadField | undefined =>
  importableFieldNames.find((field) => foldHeader(field) === foldHeader(name));
