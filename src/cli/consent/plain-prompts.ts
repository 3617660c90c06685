import { askedFor, meaningOf, type Question, wrongAnswer } from './confirm.ts';
import type { Place } from './fresh-keys.ts';

interface Item {
  readonly name: string;
  readonly value: unknown;
}

/**
 * The questions of the prompt library for a terminal that cannot move its cursor (`TERM=dumb`): a line is printed and a
 * line is read. The keys are echoed here, since a line that the terminal collects could begin before the question.
 */
export const plainPrompts = {
  async confirm(
    { message, default: fallback, dropPaste }: Pick<Question, 'message' | 'default' | 'dropPaste'>,
    place: Place,
  ) {
    for (;;) {
      const answer = await lineFrom(place, `? ${message} ${askedFor(fallback)} `);
      if (answer.trim() === '') return fallback;
      const meaning = meaningOf(answer);
      if (meaning !== undefined) return meaning;
      place.output.write(`> ${wrongAnswer}\n`);
      dropPaste();
    }
  },

  password: ({ message }: { message: string }, place: Place) => lineFrom(place, `? ${message} `, false),

  async input(
    config: { message: string; default?: string; validate(value: string): true | string },
    place: Place,
  ) {
    const { message, default: fallback, validate } = config;
    for (;;) {
      const hint = fallback === undefined ? '' : `(${fallback}) `;
      const answer = (await lineFrom(place, `? ${message} ${hint}`)) || (fallback ?? '');
      const verdict = validate(answer);
      if (verdict === true) return answer;
      place.output.write(`> ${verdict}\n`);
    }
  },

  select: ({ message, choices }: { message: string; choices: readonly Item[] }, place: Place) => {
    place.output.write(`? ${message}\n`);
    return numbered(place, choices);
  },

  async search(
    config: { message: string; source(text: string, options: Place): Promise<Item[]> },
    place: Place,
  ) {
    for (;;) {
      const text = await lineFrom(place, `? ${config.message} `);
      const found = await config.source(text, place);
      if (found.length > 0) return numbered(place, found);
      place.output.write('> No results\n');
    }
  },
};

async function numbered(place: Place, items: readonly Item[]): Promise<unknown> {
  for (const [at, { name }] of items.entries()) place.output.write(`${at + 1}. ${name}\n`);
  for (;;) {
    const chosen = items[Number(await lineFrom(place, `Number (1 to ${items.length}): `)) - 1];
    if (chosen !== undefined) return chosen.value;
  }
}

function lineFrom({ input, output, signal }: Place, question: string, echoed = true): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed = '';
    const end = (settle: () => void) => {
      input.off('data', hear);
      signal.removeEventListener('abort', abort);
      input.setRawMode?.(false);
      output.write('\n');
      settle();
    };
    const abort = () => end(() => reject(signal.reason));
    const press = (key: string): boolean => {
      if (key === '\r' || key === '\n') {
        end(() => resolve(typed));
        return false;
      }
      // The input has ended: what waits for that aborts the question.
      if (key === '\u0004') input.pause();
      else if (key === '\u007f' || key === '\b') {
        if (echoed && typed !== '') output.write('\b \b');
        typed = [...typed].slice(0, -1).join('');
      } else if (key >= ' ') {
        typed += key;
        if (echoed) output.write(key);
      }
      return key !== '\u0004';
    };
    const hear = (chunk: Buffer | string) => {
      const keys = chunk.toString();
      // Arrow keys and the like.
      if (keys.startsWith('\u001b')) return;
      for (const key of keys) if (!press(key)) return;
    };
    signal.addEventListener('abort', abort, { once: true });
    input.setRawMode?.(true);
    input.on('data', hear).resume();
    output.write(question);
  });
}
