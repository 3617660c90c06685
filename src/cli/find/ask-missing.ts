import { grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import type { Api } from '../../client/api/api.ts';
import type { Asker, Choice } from '../declare/asker.ts';
import type { Param } from '../declare/params.ts';
import { type ItemKind, itemKinds } from './item-kinds.ts';

/** An argument or option that the line leaves out, and that a person can be asked for. */
export interface Missing {
  readonly key: string;
  readonly param: Param;
}

/** Up to so many are shown at once; of more, a person types a part of the name. */
const fewItems = 10;
/** As many pages are read for one text that matches nothing. */
const mostPages = 5;

/** Asks for what is missing, one after the other. It agrees to nothing: a call with an effect asks for itself. */
export async function askMissing(
  { ask, api }: { readonly ask: Asker; readonly api: Api },
  missing: readonly Missing[],
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const { key, param } of missing) {
    const { asked = 'name', type, many } = param;
    const answer = asked === 'name' ? await nameFor(ask, param) : await itemOf(ask, api, itemKinds[asked]);
    const value = type === 'integer' ? answer : String(answer);
    answers[key] = many ? [value] : value;
  }
  return answers;
}

const nameFor = async (ask: Asker, { summary }: Param): Promise<string> => {
  const question = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}:`;
  return (await ask.text(question, { check: (text) => text.trim() !== '' || 'It needs a name.' })).trim();
};

async function itemOf(ask: Asker, api: Api, kind: ItemKind): Promise<unknown> {
  const shelf = shelfOf(kind.pages(api));
  // Before the question: what is wrong with the key or the network ends the command as everywhere.
  await shelf.more();
  const { length } = shelf.choices;
  if (length === 0)
    throw new Failure('missing_argument', `there are no ${kind.plural} to choose from`, {
      hint: `See: ${kind.list}`,
    });
  if (shelf.isWhole && length <= fewItems) return ask.choose(kind.question, shelf.choices);
  return ask.search(`${kind.question} Type a part of its name:`, async (text, signal) => {
    for (let pages = 0; ; pages++) {
      const found = shelf.choices.filter(({ name }) => holds(name, text));
      if (found.length > 0 || shelf.isWhole || signal.aborted) return found;
      if (pages >= mostPages) throw tooFar(kind, shelf.choices.length);
      await shelf.more();
    }
  });
}

/** Shown below what was typed; to type on reads further. */
const tooFar = ({ plural }: ItemKind, read: number): Failure =>
  new Failure(
    'not_found',
    `Not among the newest ${grouped(read)} ${plural}. Press Ctrl-C, and name it on the line.`,
  );

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

/** Every word of the text, in any case and order, with or without its accents. */
const holds = (name: string, text: string): boolean =>
  plain(text)
    .split(/\s+/)
    .every((word) => plain(name).includes(word));

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
