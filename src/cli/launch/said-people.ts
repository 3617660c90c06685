import { addressProblem } from '../../contract/checks/email-address.ts';
import { asLeadField } from '../../domain/lead-file/lead-fields.ts';
import {
  badMapping,
  type Choices,
  headerShape,
  isAddress,
  listedNames,
  type Mapping,
  mapColumns,
} from '../../domain/lead-file/lead-mapping.ts';
import { OptOuts } from '../../domain/lead-file/opt-outs.ts';
import type { World } from '../declare/world.ts';
import { transfersOf } from '../files/transfers.ts';
import { type JudgedRow, LeadFile } from '../input/lead-file.ts';
import { openRows } from '../input/open-rows.ts';
import { delimiterOf, encodingOf } from '../input/read-rows.ts';
import { openSource } from '../input/source-file.ts';
import type { Reading } from './opt-outs.ts';

/** What the line says about a file; `column` has the headers of the addresses. */
export interface FileChoices extends Pick<Reading, 'file' | 'delimiter' | 'encoding'> {
  readonly column?: readonly string[] | undefined;
}

const kinds = { 'opted-out': 'opted-out', invalid: 'known-invalid' } as const;
export type Only = keyof typeof kinds;

/** The addresses that an import of the file leaves out for this reason. `isSaid`: a column could say so. */
export async function saidPeople(world: World, choices: FileChoices, only: Only, optOuts?: OptOuts) {
  const delimiter = delimiterOf(choices.delimiter);
  const encoding = encodingOf(choices.encoding);
  const file = await openSource(world, choices.file, transfersOf(world).spool, encoding);
  try {
    const { headers, sample } = await openRows(file, { delimiter });
    const chosen = await columnsOf(world, choices, headers);
    const map = (headers: readonly string[], settled: Mapping = []) =>
      mapColumns(headers, { choices: chosen, sample, settled });
    const mapping = map(headers);
    // A row may say both.
    const keep = new Set(only === 'invalid' ? (['opted-out'] as const) : []);
    const remap = (headers: readonly string[]) => map(headers, mapping);
    const leads = new LeadFile({ file, delimiter, mapping, remap, keep, optOuts });
    const found: ReturnType<typeof peopleIn> = [];
    let isSaid = false;
    let known = mapping;
    for await (const some of leads.rows()) {
      known = some.mapping;
      isSaid ||= some.couldSay;
      for (const one of some.rows) found.push(...peopleIn(one, only));
    }
    const withoutAddress = known.some(isAddress) ? undefined : known.map(({ header }) => header);
    return { found, isSaid, withoutAddress, name: file.name, encoding: file.encoding };
  } finally {
    await file.close();
  }
}

/** The addresses in a row that says it, perhaps not plainly; `fault`: why there is none in the cell. */
function peopleIn({ row: { number: row }, judged }: JudgedRow, only: Only) {
  if ('lead' in judged) return [];
  const { kind, leftOut = [], unread, doubtful: isDoubtful = false } = judged;
  const people: { row: number; value: string; isDoubtful: boolean; fault?: string | undefined }[] = [];
  if (kind === kinds[only]) for (const value of leftOut) people.push({ row, value, isDoubtful });
  if (only === 'opted-out' && unread !== undefined)
    people.push({ row, value: unread, isDoubtful, fault: addressProblem(unread) });
  return people;
}

/** Who opted out by any of these files. Standard input is left out: it can be read only once. */
export async function readOptOuts(
  world: World,
  files: readonly string[],
  how: Omit<FileChoices, 'file'>,
): Promise<OptOuts> {
  const optOuts = new OptOuts();
  for (const file of files) {
    if (file === '-') continue;
    const choices = { ...how, file };
    const { isSaid, withoutAddress } = await saidPeople(world, choices, 'opted-out', optOuts);
    if (isSaid && withoutAddress)
      throw badMapping(
        `${file} says who opted out, and no column has the email address.`,
        `Import it first, with --map "<column>=email". The columns are ${listedNames(withoutAddress)}.`,
      );
  }
  return optOuts;
}

/** The columns of the address: named on the line, else as an import of such a file was told. */
async function columnsOf(
  world: World,
  { column }: FileChoices,
  headers: readonly string[],
): Promise<Choices> {
  if (column !== undefined) return new Map(column.map((name) => [name, 'email']));
  const store = await transfersOf(world).store();
  try {
    const kept = JSON.parse(store.findMapping(headerShape(headers)) ?? '[]') as [string, string][];
    return new Map(kept.filter(([, use]) => asLeadField(use) === 'email'));
  } finally {
    store.close();
  }
}
