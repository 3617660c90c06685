import { grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { plainWords } from '../../base/text/plain-words.ts';
import type { Asker, Choice } from '../declare/asker.ts';
import type { Param } from '../declare/params.ts';
import { type ItemKind, itemKinds, type Source } from './item-kinds.ts';

/** An argument or option that the line leaves out, and that a person can be asked for. */
interface Missing {
  readonly key: string;
  readonly param: Param;
  /** Other arguments of the command that are asked for in the same way: two campaigns. */
  readonly others?: readonly string[];
}

/** Up to so many are shown at once; of more, a person types a part of the name. */
const fewItems = 10;
/** As many pages are read for one text that matches nothing. */
const mostPages = 5;

type Asked = Source & { readonly consent: { readonly ask: Asker } };

/** Asks for what is missing, one after the other. It agrees to nothing: a call with an effect asks for itself. */
export async function askMissing(
  from: Asked,
  missing: readonly Missing[],
  given: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const { key, param, others = [] } of missing) {
    const chosen = others.flatMap((other) => answers[other] ?? given[other] ?? []);
    const answer = await answerFor(from, param, chosen);
    const { type, many } = param;
    const value = type === 'integer' ? answer : String(answer);
    answers[key] = many ? [value] : value;
  }
  return answers;
}

async function answerFor(from: Asked, param: Param, chosen: readonly unknown[]): Promise<unknown> {
  const { asked = 'name', summary, choices = [] } = param;
  const { ask } = from.consent;
  const question = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}:`;
  if (asked === 'name')
    return (await ask.text(question, { check: (text) => text.trim() !== '' || 'It needs a name.' })).trim();
  if (asked === 'choice')
    return ask.choose(
      question,
      choices.map((value) => ({ name: plainWords(value), value })),
    );
  return itemOf(from, withoutChosen(itemKinds[asked], chosen));
}

/** What another argument of the line names already is not offered again. */
function withoutChosen(kind: ItemKind, chosen: readonly unknown[]): ItemKind {
  if (chosen.length === 0) return kind;
  return {
    ...kind,
    question: kind.question.replace('Which ', 'Which other '),
    async *pages(from) {
      for await (const { choices, hasMore } of kind.pages(from)) {
        const left = choices.filter(({ name, value }) =>
          // It is named by its id, or by its name, which is behind the id.
          chosen.every(
            (one) => String(value) !== String(one) && !`${name} · `.startsWith(`${value}  ${one} · `),
          ),
        );
        yield { choices: left, hasMore };
      }
    },
  };
}

async function itemOf(from: Asked, kind: ItemKind): Promise<unknown> {
  const shelf = shelfOf(kind.pages(from));
  // Before the question: what is wrong with the key or the network ends the command as everywhere.
  do await shelf.more();
  while (shelf.choices.length === 0 && !shelf.isWhole);
  const { length } = shelf.choices;
  if (length === 0)
    throw new Failure('missing_argument', `there are no ${kind.plural} to choose from`, {
      hint: `See: ${kind.list}`,
    });
  if (shelf.isWhole && length <= fewItems) return from.consent.ask.choose(kind.question, shelf.choices);
  return from.consent.ask.search(`${kind.question} Type a part of its name:`, async (text, signal) => {
    for (let pages = 0; ; pages++) {
      // Every word of the text, in any case and order, with or without its accents.
      const words = plain(text).split(/\s+/);
      const found = shelf.choices.filter(({ name }) => words.every((word) => plain(name).includes(word)));
      if (found.length > 0 || shelf.isWhole || signal.aborted) return found;
      // Shown below what was typed; to type on reads further.
      if (pages >= mostPages)
        throw new Failure(
          'not_found',
          `Not among the newest ${grouped(shelf.choices.length)} ${kind.plural}. Press Ctrl-C, and name it on the line.`,
        );
      await shelf.more();
    }
  });
}

/** What has been read of a list so far. */
function shelfOf(pages: ReturnType<ItemKind['pages']>) {
  const choices: Choice<unknown>[] = [];
  let isWhole = false;
  let reading: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    const { done, value } = await pages.next();
    isWhole = done === true || !value.hasMore;
    if (!done) choices.push(...value.choices);
  };
  return {
    choices,
    get isWhole() {
      return isWhole;
    },
    /** Reads the next page, one at a time. */
    more: (): Promise<void> => {
      reading ??= read().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
