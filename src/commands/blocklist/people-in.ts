import { counted, firstOf, plural } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { jsonParser } from '../../base/lossless-json.ts';
import type { Context } from '../../cli/declare/command.ts';
import type { World } from '../../cli/declare/world.ts';
import { transfersOf } from '../../cli/files/transfers.ts';
import { openRows } from '../../cli/input/open-rows.ts';
import { delimiterOf, encodingNote, encodingOf } from '../../cli/input/read-rows.ts';
import type { RowSource } from '../../cli/input/row-source.ts';
import { openSource } from '../../cli/input/source-file.ts';
import { headerShape } from '../../domain/lead-file/header-shape.ts';
import { asLeadField } from '../../domain/lead-file/lead-fields.ts';
import { LeadMaker } from '../../domain/lead-file/lead-maker.ts';
import { isAddress, type Mapping, mapColumns } from '../../domain/lead-file/lead-mapping.ts';
import { ColumnTally } from '../../domain/lead-file/saying-columns.ts';
import { type FileChoices, type FileValue, noColumn } from './value-file.ts';

const kinds = { 'opted-out': 'opted-out', invalid: 'known-invalid' } as const;
type Only = keyof typeof kinds;

/**
 * The addresses that an import of the file leaves out for this reason, of rows that plainly say so. Throws `usage` where
 * no column has addresses, or says anything of the kind.
 */
export async function peopleIn({ files: { world }, screen }: Context, choices: FileChoices, only: Only) {
  const { file: path, encoding: given } = choices;
  const delimiter = delimiterOf(choices.delimiter);
  const file = await openSource(world, path, transfersOf(world).spool, encodingOf(given));
  try {
    const { name, encoding } = file;
    const note = encodingNote(name, encoding, given);
    if (note !== undefined) screen.note(note);
    const open = () => openRows(file, { delimiter });
    const { found, doubtful } = await said(name, open, await columnsOf(world, choices, await open()), only);
    if (doubtful.length > 0)
      screen.warn(
        `${counted(doubtful.length, 'row does', 'rows do')} not plainly say that the person opted out, and ${plural(doubtful.length, 'is', 'are')} not blocked: row ${firstOf(doubtful.map(String), 3)}.`,
      );
    return { encoding, found };
  } finally {
    await file.close();
  }
}

/** The columns of the address: named on the line, else as an import of such a file was told. */
async function columnsOf(world: World, { column }: FileChoices, { headers }: RowSource) {
  if (column !== undefined) return new Map(column.map((name) => [name, 'email']));
  const store = await transfersOf(world).store();
  try {
    const kept = JSON.parse(store.findMapping(headerShape(headers)) ?? '[]') as [string, string][];
    return new Map(kept.filter(([, use]) => asLeadField(use) === 'email'));
  } finally {
    store.close();
  }
}

async function said(
  name: string,
  open: () => Promise<RowSource>,
  choices: ReadonlyMap<string, string>,
  only: Only,
) {
  const found: FileValue[] = [];
  const doubtful: number[] = [];
  const first = await open();
  const tally = new ColumnTally(first.headers);
  for await (const some of first.rows()) for (const { cells } of some) tally.take(cells);
  const parse = await jsonParser();
  // A row may say both.
  const keep = new Set(only === 'invalid' ? (['opted-out'] as const) : []);
  const source = await open();
  const makerOf = (settled: Mapping) => {
    const { headers, sample } = source;
    const mapping = mapColumns(headers, { choices, sample, settled });
    if (!mapping.some(isAddress)) throw noColumn(`No column of ${name} has email addresses.`, headers);
    const saying = tally.columns(headers);
    if (saying.length === 0 && mapping.every(({ use }) => use.kind !== 'variables')) throw noSaying(name);
    return { mapping, maker: new LeadMaker(mapping, parse, saying, { keep }) };
  };
  let { mapping, maker } = makerOf([]);
  for await (const some of source.rows()) {
    // Objects may bring new columns further down.
    if (source.headers.length > mapping.length) ({ mapping, maker } = makerOf(mapping));
    for (const row of some) {
      const judged = maker.judge(row);
      if ('lead' in judged || judged.kind !== kinds[only]) continue;
      if (judged.doubtful) doubtful.push(row.number);
      else for (const value of judged.leftOut ?? []) found.push({ row: row.number, value, fault: undefined });
    }
  }
  return { found, doubtful };
}

const noSaying = (name: string): Failure =>
  new Failure('no_such_column', `No column of ${name} says who opted out, or what a verifier found.`, {
    hint: 'Such a column is known by its name and its values, like "ZeroBounce Status" or "Email Opt Out".',
  });
