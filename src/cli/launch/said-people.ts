import { jsonParser } from '../../base/lossless-json.ts';
import { addressProblem } from '../../contract/checks/email-address.ts';
import { headerShape } from '../../domain/lead-file/header-shape.ts';
import { asLeadField } from '../../domain/lead-file/lead-fields.ts';
import { LeadMaker } from '../../domain/lead-file/lead-maker.ts';
import {
  badMapping,
  isAddress,
  listedNames,
  type Mapping,
  mapColumns,
} from '../../domain/lead-file/lead-mapping.ts';
import { OptOuts } from '../../domain/lead-file/opt-outs.ts';
import { ColumnTally } from '../../domain/lead-file/saying-columns.ts';
import type { World } from '../declare/world.ts';
import { transfersOf } from '../files/transfers.ts';
import { openRows } from '../input/open-rows.ts';
import { delimiterOf, encodingOf } from '../input/read-rows.ts';
import type { RowSource } from '../input/row-source.ts';
import { openSource } from '../input/source-file.ts';

/** How a file of leads is read; `column` has the headers of the address. */
interface SaidIn {
  readonly file: string;
  readonly column: readonly string[] | undefined;
  readonly delimiter: string | undefined;
  readonly encoding: string | undefined;
}

/** An address in a row that says it. */
interface SaidPerson {
  readonly row: number;
  readonly value: string;
  /** The row says it, and not plainly. */
  readonly isDoubtful: boolean;
  /** Why there is no address in the cell. */
  readonly fault: string | undefined;
}

const kinds = { 'opted-out': 'opted-out', invalid: 'known-invalid' } as const;
export type Only = keyof typeof kinds;

/** The addresses that an import of the file leaves out for this reason. `isSaid`: a column could say so. */
export async function saidPeople(world: World, choices: SaidIn, only: Only) {
  const delimiter = delimiterOf(choices.delimiter);
  const { file: path, encoding } = choices;
  const file = await openSource(world, path, transfersOf(world).spool, encodingOf(encoding));
  try {
    const open = () => openRows(file, { delimiter });
    const columns = await columnsOf(world, choices, await open());
    return { ...(await said(open, columns, only)), name: file.name, encoding: file.encoding };
  } finally {
    await file.close();
  }
}

/** Who opted out by any of these files. Standard input is left out: it can be read only once. */
export async function readOptOuts(
  world: World,
  files: readonly string[],
  how: Omit<SaidIn, 'file'> = { column: undefined, delimiter: undefined, encoding: undefined },
): Promise<OptOuts> {
  const optOuts = new OptOuts();
  for (const file of files) {
    if (file === '-') continue;
    const { found, isSaid, withoutAddress } = await saidPeople(world, { ...how, file }, 'opted-out');
    if (isSaid && withoutAddress)
      throw badMapping(
        `${file} says who opted out, and no column has the email address.`,
        `Import it first, with --map "<column>=email". The columns are ${listedNames(withoutAddress)}.`,
      );
    optOuts.add(
      file,
      found.filter(({ fault }) => fault === undefined),
    );
  }
  return optOuts;
}

/** The columns of the address: named on the line, else as an import of such a file was told. */
async function columnsOf(world: World, { column }: SaidIn, { headers }: RowSource) {
  if (column !== undefined) return new Map(column.map((name) => [name, 'email']));
  const store = await transfersOf(world).store();
  try {
    const kept = JSON.parse(store.findMapping(headerShape(headers)) ?? '[]') as [string, string][];
    return new Map(kept.filter(([, use]) => asLeadField(use) === 'email'));
  } finally {
    store.close();
  }
}

async function said(open: () => Promise<RowSource>, choices: ReadonlyMap<string, string>, only: Only) {
  const found: SaidPerson[] = [];
  const first = await open();
  const tally = new ColumnTally(first.headers);
  for await (const some of first.rows()) for (const { cells } of some) tally.take(cells);
  const parse = await jsonParser();
  // A row may say both.
  const keep = new Set(only === 'invalid' ? (['opted-out'] as const) : []);
  const source = await open();
  let isSaid = false;
  let withoutAddress: readonly string[] | undefined;
  const makerOf = (settled: Mapping) => {
    const { headers, sample } = source;
    const mapping = mapColumns(headers, { choices, sample, settled });
    const saying = tally.columns(headers);
    isSaid = saying.length > 0 || mapping.some(({ use }) => use.kind === 'variables');
    withoutAddress = mapping.some(isAddress) ? undefined : headers;
    return { mapping, maker: new LeadMaker(mapping, parse, saying, { keep }) };
  };
  let { mapping, maker } = makerOf([]);
  for await (const some of source.rows()) {
    // Objects may bring new columns further down.
    if (source.headers.length > mapping.length) ({ mapping, maker } = makerOf(mapping));
    for (const row of some) {
      const judged = maker.judge(row);
      if ('lead' in judged) continue;
      const isDoubtful = judged.doubtful === true;
      const people = judged.kind === kinds[only] ? (judged.leftOut ?? []) : [];
      for (const value of people) found.push({ row: row.number, value, isDoubtful, fault: undefined });
      if (only === 'opted-out' && judged.unread)
        found.push({
          row: row.number,
          value: judged.unread,
          isDoubtful,
          fault: addressProblem(judged.unread),
        });
    }
  }
  return { found, isSaid, withoutAddress };
}
