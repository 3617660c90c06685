import { counted, grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import type { Warning } from '../../client/guard/differences.ts';
import { carrierFor, carriesNothing } from '../advice/carrier.ts';
import { answerOf } from '../answer/answer-of.ts';
import { withWarnings } from '../answer/with-warnings.ts';
import type { AnyCommand } from '../declare/command.ts';
import type { Globals } from '../declare/globals.ts';
import { fieldsOf, learnData } from '../declare/known-fields.ts';
import { endedEarly, Listing, StreamedListing, Updates } from '../declare/listing.ts';
import type { View } from '../declare/view.ts';
import type { World } from '../declare/world.ts';
import { type Drawn, drawStream, drawWhole, whole } from './draw-list.ts';
import { autoRecord } from './formats/auto-view.ts';
import { checkFields, fieldPaths, type Path, pick, unknownField, valueAt } from './formats/fields.ts';
import { type Mode, modeOf } from './formats/mode.ts';
import { recordLines, tsvLine } from './formats/tsv.ts';
import { ended, type ListFormat, type ListOptions, listFormat } from './list-format.ts';
import { glyphsFor } from './text/glyphs.ts';
import { indentOf, jsonDocument, ndjsonLine } from './text/json.ts';
import { colourLevel, loadPaint } from './text/paint.ts';
import { asItIs, type Prose, proseFor } from './text/prose.ts';
import { type Safe, safeBlock, safeLine } from './text/safe-text.ts';
import { type Sink, sinkOf } from './text/sink.ts';
import { loadStyle, type Now, type Style } from './text/style.ts';
import { columnsOf } from './text/window.ts';

/** The parsed line, as `view` takes it. */
type Values = Readonly<Record<string, unknown>>;
interface Options {
  readonly world: Pick<World, 'argv' | 'stdout' | 'stderr' | 'env' | 'signal' | 'agent'>;
  readonly globals: Globals;
  /** What relative times count from. */
  now(): Promise<Now>;
  /** For the document: what is added until it is written counts. */
  readonly warnings?: readonly Warning[];
}

/** Puts what a command returned on stdout, and nothing else ever does. */
export class Writer {
  readonly mode: Mode;
  readonly #sink: Sink;
  readonly #paths: readonly Path[] | undefined;
  #prose: Prose = asItIs;
  #carrier = carriesNothing;
  #styled: Style | undefined;
  /** Of several results each is a line of JSON. */
  #followed = false;

  /** Throws `usage` where flags contradict each other: so make it before the command runs. */
  constructor(private readonly given: Options) {
    const { world, globals } = given;
    const { OUTREACH_JSON: style } = world.env;
    if (globals.json && style && style !== 'pretty')
      throw new Failure('invalid_value', `OUTREACH_JSON must be pretty or unset, not '${style}'`);
    this.mode = modeOf(globals, world.stdout);
    this.#paths = globals.fields && fieldPaths(globals.fields);
    this.#sink = sinkOf(world.stdout);
  }

  /** True once the reader of stdout has gone; not an error. */
  get closed(): boolean {
    return this.#sink.closed;
  }

  /** The same without `--fields`. */
  withAllFields(): Writer {
    return new Writer({ ...this.given, globals: { ...this.given.globals, fields: undefined } });
  }

  /**
   * Draws `result` in the mode of the flags. A `Listing` is fetched here. Resolves when all is written or the reader
   * has gone; throws what fetching throws, and `usage` for a field that a read's answer does not have. Gives what is
   * missing from a list that was to be read to its end, where the service ended it before.
   */
  async write(command: AnyCommand, result: unknown, values: Values): Promise<string | undefined> {
    if (result === undefined || this.#sink.isTaken) return undefined;
    this.#prose = await proseFor(this.given.world.stderr);
    this.#carrier = await carrierFor(this.given.world);
    if (result instanceof Updates) {
      await this.#updates(command, result, values);
      return undefined;
    }
    const { warnings = [] } = this.given;
    const listed = result instanceof Listing ? await this.#listing(command, result, values) : undefined;
    if (!listed) await this.#draw(command, withWarnings(result, warnings, this.given.globals), values);
    const items = result instanceof Listing ? undefined : listIn(result);
    const drawn = listed ?? (items && { ...(result as Drawn), count: items.length });
    const more = drawn?.hasMore && !this.closed ? drawn : undefined;
    const { all, limit } = this.given.globals;
    const isCutShort =
      more !== undefined && (all || more.count === 0 || (command.whole === true && limit === undefined));
    if (more && !isCutShort) this.#tell(moreNote(more, command.whole ? 'without --limit for' : '--all for'));
    await this.#tellNotShown();
    return isCutShort ? endedEarly(more) : undefined;
  }

  async #updates(command: AnyCommand, updates: Updates<unknown>, values: Values): Promise<void> {
    this.#followed = true;
    const { drawUpdates } = await import('./draw-updates.ts');
    return drawUpdates(updates, {
      mode: this.mode,
      world: this.given.world,
      isClosed: () => this.closed,
      put: (texts) => this.#put(texts),
      draw: (result) => this.#draw(command, result, values),
      linesOf: async (came) => {
        const result = this.#carried(command, came);
        return this.#drawn((await command.view?.(result, values)) ?? autoRecord(result, undefined));
      },
    });
  }

  #carried(command: AnyCommand, result: unknown): unknown {
    return command.exact ? result : this.#carrier.document(result);
  }

  async #draw(command: AnyCommand, came: unknown, values: Values): Promise<void> {
    const result = this.#carried(command, came);
    const isExact = command.exact === true && this.mode === 'json' && !this.#paths;
    if (Array.isArray(result) && !isExact) return this.#array(command, result, values);
    const { rowsOf } = command.rows ? await documentRows() : {};
    const rows = rowsOf?.(command, result, { values, mode: this.mode, paths: this.#paths });
    if (rows) return this.#array(rows.command, rows.items, values);
    const items = listOf(command, result);
    if (items && (this.mode === 'ndjson' || this.mode === 'csv')) return this.#array(command, items, values);
    return this.#single(command, result, values);
  }

  async #listing(command: AnyCommand, listing: Listing<unknown>, values: Values): Promise<Drawn> {
    const { world, globals } = this.given;
    const ready = (items: readonly unknown[]) => this.#format(command, values, items);
    return globals.all || listing instanceof StreamedListing
      ? drawStream(listing.pages, ready, this.#sink, world)
      : drawWhole(listing.pages, globals.limit, ready, this.#sink, world);
  }

  async #array(command: AnyCommand, items: readonly unknown[], values: Values): Promise<void> {
    if (['terminal', 'tsv'].includes(this.mode) && command.view && !this.#paths)
      return this.#view(await command.view(items, values));
    const format = await this.#format(command, values, items);
    const { length } = items;
    await this.#put(whole(format, items, { total: length, page: 1, limit: length, hasMore: false }));
  }

  async #single(command: AnyCommand, result: unknown, values: Values): Promise<void> {
    const { mode } = this;
    const paths = this.#paths;
    if (typeof result === 'string' && mode !== 'json' && mode !== 'ndjson') return this.#text(result);
    const items = listOf(command, result);
    this.#check(command, values, items ?? result);
    const picked = !paths
      ? result
      : items
        ? { ...(result as object), items: pick(items, paths) }
        : pick(result, command.rows ? (await documentRows()).pathsIn(command, values, paths) : paths);
    if (mode === 'json')
      return this.#put([
        this.#followed ? ndjsonLine(picked) : jsonDocument(picked, indentOf(this.given.world)),
      ]);
    if (mode === 'ndjson') return this.#put([ndjsonLine(picked)]);
    if (mode === 'csv' || (items && (paths || !command.view)))
      return this.#array(command, items ?? [result], values);
    const view = paths || !command.view ? undefined : await command.view(result, values);
    // Rows are rows in a pipe as well, and a page or script of ours is what it is.
    const isDrawnAlike =
      view?.kind === 'table' ||
      view?.kind === 'verbatim' ||
      (view?.kind === 'stack' && view.inPipe !== undefined);
    const piped = mode === 'tsv' && !items && !isDrawnAlike ? picked : null;
    const [only, ...others] = paths ?? [];
    if (piped && only && others.length === 0) return this.#put([tsvLine([valueAt(piped, only)])]);
    if (typeof piped === 'object' && piped !== null)
      return this.#piped(paths ? piped : changedIn(command, piped, values), view);
    return this.#view(view ?? autoRecord(result, paths));
  }

  /** A record in a pipe is its data; the sentences of its view are for people. */
  async #piped(data: object, view: View | undefined): Promise<void> {
    await this.#put(recordLines(data));
    if (!view || this.given.globals.quiet) return;
    const { proseLines } = await plain();
    for (const line of proseLines(view)) this.#tell(line);
  }

  async #view(view: View): Promise<void> {
    if (this.mode === 'terminal') return this.#put(ended((await this.#drawn(view)).lines));
    const shown = this.#asked(view);
    const { plainLines, proseLines } = await plain();
    await this.#put(plainLines(shown, this.given.globals.header));
    for (const line of proseLines(shown)) this.#tell(line);
  }

  async #drawn(view: View): Promise<{ readonly lines: Iterable<Safe>; readonly style: Style }> {
    const { render } = await import('./terminal/render.ts');
    const style = await this.#style();
    return { lines: render(this.#asked(view), style), style };
  }

  /** As the options of the line want it. */
  #asked(view: View): View {
    return this.#carrier.view(this.given.globals.quiet ? dataOnly(view) : view);
  }

  /** Text as data (a script, a page): exact in a pipe, escaped on a terminal. */
  #text(text: string): Promise<void> {
    const whole = text.endsWith('\n') ? text : `${text}\n`;
    return this.#put([this.mode === 'terminal' ? safeBlock(whole) : whole]);
  }

  #put(texts: Iterable<string>): Promise<void> {
    return this.#sink.writeAll(texts, this.given.world);
  }

  async #format(command: AnyCommand, values: Values, items: readonly unknown[]): Promise<ListFormat> {
    this.#check(command, values, items);
    const options: ListOptions = {
      columns: (this.mode === 'terminal' && command.atTerminal) || command.columns,
      paths: this.#paths,
      declared: [...fieldsOf(answerOf(command, values).schema).fields].flatMap(([name, { remark }]) =>
        remark ? [] : [name],
      ),
      empty: this.given.globals.quiet ? '' : this.#carrier.text(command.empty ?? ''),
      indent: indentOf(this.given.world),
      header: this.given.globals.header,
      toTerminal: this.given.world.stdout.isTTY === true,
      warn: (line) => this.#tell(line),
    };
    return listFormat(this.mode, options, () => this.#style());
  }

  /**
   * What no schema lists was let through to a read whose answer may hold it: it must be in one of the records. After a
   * change nothing may look like a refusal: then it is a remark, and null in its place.
   */
  #check(command: AnyCommand, values: Values, data: unknown): void {
    const paths = this.#paths;
    if (!paths || (Array.isArray(data) && data.length === 0)) return;
    const answer = answerOf(command, values);
    const known = fieldsOf(answer.schema);
    learnData(known, data);
    if (answer.open) {
      checkFields(paths, known);
      return;
    }
    const problem = unknownField(paths, known);
    if (problem) this.#tell(`${problem.message} ${problem.hint}`);
  }

  /** A remark on stderr, which `-q` and `--json` silence. */
  #tell(line: string, painted?: (text: Safe) => Safe): void {
    if (this.given.globals.quiet || this.given.globals.json) return;
    const shown = this.#prose.line(safeLine(this.#carrier.text(line)));
    this.given.world.stderr.write(`${painted ? painted(shown) : shown}\n`);
  }

  /** A person at a terminal learns which columns the window has no room for; a file or a pipe gets no remarks. */
  async #tellNotShown(): Promise<void> {
    const { notShown, width } = this.#styled ?? {};
    const { stderr, env } = this.given.world;
    if (!notShown?.size || !stderr.isTTY) return;
    const paint = await loadPaint(colourLevel({ flag: this.given.globals.noColor, env, stream: stderr }));
    this.#tell(
      `Not shown at ${counted(width ?? 0, 'column')}: ${[...notShown].join(', ')}. Widen the window, or choose: --fields help`,
      paint.dim,
    );
  }

  async #style(): Promise<Style> {
    const { stdout, env } = this.given.world;
    this.#styled = await loadStyle({
      width: columnsOf(stdout),
      colour: colourLevel({ flag: this.given.globals.noColor, env, stream: stdout }),
      glyphs: glyphsFor(env),
      now: await this.given.now(),
    });
    return this.#styled;
  }
}

// With `--json` neither is needed.
const documentRows = () => import('../answer/document-rows.ts');
const plain = () => import('./terminal/plain.ts');

/** What it changed, where the answer shows it; else all of the answer. */
function changedIn(command: AnyCommand, record: object, values: Values): object {
  const { changed = [] } = command;
  const names: readonly string[] = typeof changed === 'function' ? changed(values) : changed;
  const shown = names.map((name) => name.split('.')).filter((path) => valueAt(record, path) !== undefined);
  return shown.length === 0 ? record : (pick(record, shown) as object);
}

/** The items of a document that is itself a list: `{items, …}`. */
function listIn(result: unknown): readonly unknown[] | undefined {
  if (typeof result !== 'object' || result === null || !('items' in result)) return undefined;
  return Array.isArray(result.items) ? result.items : undefined;
}

/** One whose command has `rows` is a document, whose fields have names of their own. */
const listOf = ({ rows }: AnyCommand, result: unknown): readonly unknown[] | undefined =>
  rows === undefined ? listIn(result) : undefined;

function moreNote({ count, total, page }: Drawn, how: string): string {
  const shown =
    total === null ? `${grouped(count)} shown, and there are more` : `${grouped(count)} of ${grouped(total)}`;
  return `${shown}${page > 1 ? ` (page ${page})` : ''}; ${how} everything`;
}

/** What `-q` leaves of a view: no prose of ours. */
function dataOnly(view: View): View {
  if (view.kind === 'stack')
    return {
      ...view,
      views: view.views.map(dataOnly).filter(({ kind }) => kind !== 'text' && kind !== 'heading'),
    };
  if (view.kind === 'text' || view.kind === 'heading') return { kind: 'stack', views: [] };
  return view.kind === 'table' ? { ...view, empty: '' } : view;
}
