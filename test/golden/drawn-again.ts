import { Readable, Writable } from 'node:stream';
import { Failure } from '../../src/base/errors.ts';
import type { AnyCommand, Context, Group, GroupEntry } from '../../src/cli/declare/command.ts';
import type { NoteKind } from '../../src/cli/declare/context-parts.ts';
import { Listing, Updates } from '../../src/cli/declare/listing.ts';
import { type AnyColumn, type Cell, cellIn, type Kind, type View } from '../../src/cli/declare/view.ts';
import { isGroup } from '../../src/cli/line/find-command.ts';
import { createMessages } from '../../src/cli/messages/messages.ts';
import { showFailure } from '../../src/cli/messages/show-failure.ts';
import { wantsJson } from '../../src/cli/output/text/json.ts';
import { plainValue } from '../../src/cli/output/text/raw-text.ts';
import { safeLine } from '../../src/cli/output/text/safe-text.ts';
import { Writer } from '../../src/cli/output/writer.ts';

/** What a command has answered, to be drawn once more in another window. */
export interface Answered {
  /** What it looks like in a window of so many columns, with the remarks on stderr. */
  at(columns: number): Promise<string>;
  /** What it said on stderr beside that. */
  notesAt(columns: number): Promise<string>;
  /** The values that no window may cut. */
  readonly keys: readonly string[];
  /** Cells that a pipe would get in words in place of the value that `--json` has. */
  readonly worded: readonly string[];
}

/** The commands of the program, and what the one that ran last has answered at a terminal. */
export function remembering(tree: readonly GroupEntry[]): {
  tree: readonly GroupEntry[];
  taken(): Answered | undefined;
} {
  let last: Answered | undefined;
  const wrapped = (command: AnyCommand): AnyCommand => ({
    ...command,
    run: async (given: Context, values: never) => {
      const { context, notes } = withNotes(given);
      const keep = async (result: unknown) => {
        last = await answered({ command, context, result, values, notes });
      };
      const result = await Promise.resolve(command.run(context, values)).catch(async (error: unknown) => {
        if (error instanceof Failure) await keep(error.result);
        throw error;
      });
      if (result instanceof Updates) return new Updates(followed(result, keep));
      const ended = await settled(result);
      await keep(ended);
      return (ended as { again?: () => unknown } | undefined)?.again?.() ?? ended;
    },
  });
  const group = (node: Group): Group => ({
    ...node,
    commands: node.commands.map(wrapped),
    ...(node.groups && { groups: node.groups.map(group) }),
    ...(node.usual && { usual: wrapped(node.usual) }),
  });
  return {
    tree: tree.map((entry) => ({
      ...entry,
      load: async () => {
        const node = await entry.load();
        return isGroup(node) ? group(node) : wrapped(node);
      },
    })),
    taken: () => {
      const taken = last;
      last = undefined;
      return taken;
    },
  };
}

/** A list that can be read again and again. */
class Pages {
  constructor(private readonly pages: readonly never[]) {}
  again(): Listing<never> {
    const { pages } = this;
    return new Listing(
      (async function* () {
        yield* pages;
      })(),
    );
  }
  get items(): readonly unknown[] {
    return this.pages.flatMap(({ items }) => items);
  }
}

/** Results that followed one another. */
class Followed {
  constructor(readonly results: readonly unknown[]) {}
}

/** The same as they come, and all of them when they have ended. */
async function* followed(
  { results }: Updates<unknown>,
  atEnd: (all: Followed) => Promise<void>,
): AsyncGenerator<unknown> {
  const seen: unknown[] = [];
  try {
    for await (const result of results) {
      seen.push(result);
      yield result;
    }
  } finally {
    await atEnd(new Followed(seen));
  }
}

async function settled(result: unknown): Promise<unknown> {
  if (!(result instanceof Listing)) return result;
  const pages: never[] = [];
  for await (const page of result.pages) pages.push(page as never);
  return new Pages(pages);
}

interface Ended {
  readonly command: AnyCommand;
  readonly context: Context;
  /** Undefined where it failed without one. */
  readonly result: unknown;
  readonly values: never;
  readonly notes: readonly Note[];
}

async function answered({ command, context, result, values, notes }: Ended): Promise<Answered> {
  const { service, files, screen } = context;
  const { env, signal } = files.world;
  // What relative times count from does not move on between two drawings.
  const now = { target: await service.targetNow(), wall: files.world.clock.now() };
  // Text that is data has the lines that it has.
  const isDrawn =
    !screen.globals.json &&
    !screen.globals.ndjson &&
    !screen.globals.csv &&
    !screen.globals.fields &&
    typeof result !== 'string';
  const plain = { ...screen.globals, noColor: true };
  return {
    at: async (columns) => {
      const shown = window(columns);
      const streams = { argv: [], stdout: shown.stream, stderr: shown.stream, env, signal };
      const writer = new Writer({ world: streams, globals: plain, now: async () => now });
      await writer.write(command, toDraw(result), values);
      return isDrawn ? shown.text() : '';
    },
    notesAt: async (columns) => {
      const shown = window(columns);
      const messages = await createMessages({ stderr: shown.stream, env, argv: [] }, plain);
      for (const [how, ...said] of notes) messages[how](...said);
      return shown.text();
    },
    keys: isDrawn && result !== undefined ? await keysOf(command, result, values) : [],
    worded: isDrawn && result !== undefined ? await wordedOf(command, result, values) : [],
  };
}

function toDraw(result: unknown): unknown {
  if (result instanceof Followed) return new Updates(Readable.from(result.results));
  return result instanceof Pages ? result.again() : result;
}

/** What is drawn of a result that is not a list. */
async function viewsOf(command: AnyCommand, result: unknown, values: never): Promise<View[]> {
  const results = result instanceof Followed ? result.results : [result];
  const drawn = results.filter((one) => typeof one !== 'string');
  return Promise.all(drawn.map((one) => command.view?.(one, values) ?? [])).then((views) => views.flat());
}

async function keysOf(command: AnyCommand, result: unknown, values: never): Promise<string[]> {
  if (!(result instanceof Pages)) return (await viewsOf(command, result, values)).flatMap(keysIn);
  const columns = command.atTerminal ?? command.columns ?? [];
  return keysOfTable(columns, result.items);
}

type Note = [how: 'note' | 'warn', line: string, kind: NoteKind | undefined];

/** The same context, which remembers what is said on stderr. */
function withNotes(context: Context): { context: Context; notes: Note[] } {
  const notes: Note[] = [];
  const said =
    (how: Note[0]) =>
    (line: string, kind?: NoteKind): void => {
      notes.push([how, line, kind]);
      context.screen[how](line, kind);
    };
  const screen = { ...context.screen, note: said('note'), warn: said('warn') };
  return { context: { ...context, screen }, notes };
}

/** How a failure is shown in a window of so many columns; the JSON of a script has no window. */
export async function failureAt(columns: number, failure: Failure, argv: readonly string[]): Promise<string> {
  if (wantsJson(argv)) return '';
  const shown = window(columns);
  const { signal } = new AbortController();
  await showFailure({ argv: [...argv, '--no-color'], env: {}, stderr: shown.stream, signal }, failure);
  return shown.text();
}

function window(columns: number) {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY: true, columns }), text: () => chunks.join('') };
}

const uncut: readonly Kind[] = ['id', 'secret'];

/** Those of columns that are always shown. */
const keysOfTable = (columns: readonly AnyColumn[], rows: readonly unknown[]): string[] =>
  columns
    .filter(
      ([, , kind = 'text', rank], at) =>
        uncut.includes(kind) && (at === 0 || rank === 0 || kind === 'secret'),
    )
    .flatMap((column) => rows.flatMap((row) => keyOf(cellIn(row, column))));

const tablesIn = (view: View): (View & { kind: 'table' })[] =>
  view.kind === 'stack' ? view.views.flatMap(tablesIn) : view.kind === 'table' ? [view] : [];

async function wordedOf(command: AnyCommand, result: unknown, values: never): Promise<string[]> {
  const tables =
    result instanceof Pages
      ? [{ columns: command.columns ?? [], rows: result.items }]
      : (await viewsOf(command, result, values)).flatMap(tablesIn);
  return tables.flatMap(({ columns, rows }) => wordedIn(columns, rows));
}

const wordedIn = (columns: readonly AnyColumn[], rows: readonly unknown[]): string[] =>
  columns.flatMap((column) =>
    rows.flatMap((row) => {
      const cell = plainValue(cellIn(row, column));
      const isWord = typeof cell === 'string' && ['yes', 'no', '*'].includes(cell.toLowerCase());
      return isWord && !JSON.stringify(row).includes(`"${cell}"`) ? [`${column[0]}: ${cell}`] : [];
    }),
  );

function keysIn(view: View): string[] {
  if (view.kind === 'stack') return view.views.flatMap(keysIn);
  if (view.kind === 'table') return keysOfTable(view.columns, view.rows);
  if (view.kind !== 'record') return [];
  return view.fields
    .filter(([, , kind = 'text']) => uncut.includes(kind))
    .flatMap(([, value]) => keyOf(value));
}

const keyOf = (value: Cell): string[] => {
  const key = plainValue(value);
  return key === undefined || key === null ? [] : [safeLine(String(key))];
};
