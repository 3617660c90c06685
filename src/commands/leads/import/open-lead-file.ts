import type { Context } from '../../../cli/declare/command.ts';
import { isStandardInput } from '../../../cli/declare/file-limits.ts';
import type { ValuesOf } from '../../../cli/declare/params.ts';
import { type TransferStore, transfersOf } from '../../../cli/files/transfers.ts';
import { LeadFile, type LeadFileRules } from '../../../cli/input/lead-file.ts';
import { openRows } from '../../../cli/input/open-rows.ts';
import { delimiterOf, encodingNote, encodingOf } from '../../../cli/input/read-rows.ts';
import type { RowSource } from '../../../cli/input/row-source.ts';
import { openSource, type SourceFile } from '../../../cli/input/source-file.ts';
import { platformWords } from '../../../cli/outside/platform-words.ts';
import { leftOutKinds } from '../../../domain/lead-file/lead-maker.ts';
import { chosenColumns, headerShape, isBefore } from '../../../domain/lead-file/lead-mapping.ts';
import type { fileOptions } from './import-options.ts';
import { fieldOf, mapAgain, type Settled, settleColumns, variableRule } from './mapping.ts';
import { describeChoices, describeFile, describeNumbers, mappingRows, showMapping } from './show-mapping.ts';
import { storedTags } from './who-is-there.ts';

/** What the line says about a file of leads. */
export interface LeadFileChoices extends ValuesOf<typeof fileOptions> {
  readonly file: string;
}

/** A file of leads whose columns are settled; nothing but its beginning was read. */
export interface OpenLeadFile {
  readonly file: SourceFile;
  readonly source: RowSource;
  readonly leads: LeadFile;
  readonly store: TransferStore;
  /** Its rows are objects, not lines of cells. */
  readonly objects: boolean;
  /** Remembers the choices of columns for the next file with the same header. */
  keep(): void;
}

interface Opening extends LeadFileRules {
  readonly durable?: boolean;
  /** The service says what people have already. */
  readonly asksStored?: true | undefined;
  readonly showsMapping: boolean;
}

/** Checks what can be checked before anything is opened or asked. Throws `usage`. */
export const checkFileChoices = ({ delimiter, encoding }: LeadFileChoices): void => {
  delimiterOf(delimiter);
  encodingOf(encoding);
};

/** Opens the file and settles its columns, asking where that is unclear; closes it when `use` is done. */
export async function withLeadFile<T>(
  context: Context,
  choices: LeadFileChoices,
  { durable = false, asksStored, showsMapping, ...rules }: Opening,
  use: (opened: OpenLeadFile) => Promise<T>,
): Promise<T> {
  if (isStandardInput(choices.file) && context.files.world.stdin.isTTY)
    context.screen.note(
      `Type or paste the rows; ${platformWords(context.files.world.platform).endOfInput} at the beginning of a line ends them.`,
    );
  const delimiter = delimiterOf(choices.delimiter);
  const encoding = encodingOf(choices.encoding);
  const transfers = transfersOf(context.files.world);
  const file = await openSource(context.files.world, choices.file, transfers.spool, encoding);
  let store: TransferStore | undefined;
  try {
    const said = encodingNote(file.name, file.encoding, encoding);
    if (said !== undefined) context.screen.note(said);
    store = await transfers.store({ durable });
    const source = await openRows(file, { delimiter });
    const { keep, ...settled } = await columns(context, store, source, { ...choices, asksStored });
    if (showsMapping) await showMapping(context, mappingRows(settled.mapping, source.sampleRow));
    for (const line of [
      ...describeChoices(settled.mapping, source.sample),
      ...describeNumbers(settled.mapping),
    ])
      context.screen.note(line);
    const objects = source.format === 'JSON' || source.format === 'NDJSON';
    const variables = variableRule(choices.variables);
    const leads = new LeadFile({
      file,
      delimiter,
      mapping: settled.mapping,
      remap: (headers) => mapAgain(headers, settled, variables),
      ...rules,
      // What an import changed is put back, whatever is known of the person.
      ...(isBefore(source.headers) && { keep: new Set(leftOutKinds) }),
    });
    return await use({ file, source, leads, store, objects, keep });
  } finally {
    await file.close();
    store?.close();
  }
}

/** The mapping, and what keeps its choices for the next file with the same columns. */
async function columns(
  context: Context,
  store: TransferStore,
  source: RowSource,
  { map, remap, variables, asksStored }: LeadFileChoices & Pick<Opening, 'asksStored'>,
): Promise<Settled & { keep(): void }> {
  const shape = headerShape(source.headers);
  const kept = remap ? undefined : store.findMapping(shape);
  const now = chosenColumns(map ?? []);
  // A field that is named on the line is no longer taken from the columns that were chosen for it before.
  const named = new Set([...now.values()].map(fieldOf));
  const before = (kept === undefined ? [] : (JSON.parse(kept) as [string, string][])).filter(
    ([, use]) => fieldOf(use) === undefined || !named.has(fieldOf(use)),
  );
  const said = describeFile(source);
  // A script should know as well that lines of its file are not read.
  const isSaid = source.linesBefore > 0 && context.screen.globals.json;
  if (said !== undefined) (isSaid ? context.screen.warn : context.screen.note)(said);
  if (before.length > 0)
    context.screen.note('Using the saved choices for files with this header; --remap forgets them.');
  const settled = await settleColumns(
    context,
    source,
    new Map([...before, ...now]),
    variableRule(variables),
    asksStored && ((mapping) => storedTags(context, mapping, source.sampleRow)),
  );
  const keep = () => {
    if (settled.choices.size > 0 || remap)
      store.keepMapping(shape, JSON.stringify([...settled.choices]), context.files.world.clock.now());
  };
  return { ...settled, keep };
}
