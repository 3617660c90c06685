import { dataTable } from '../../base/data-table.ts';
import states from './tones.tsv';

/** What a state means to the person who looks: all is well, look here, it does not work, nothing happens, not known. */
export type Tone = 'good' | 'warn' | 'bad' | 'idle' | 'unknown';

/** The states of the service and of this program, in small letters with `_` for blanks and hyphens. */
const tones: ReadonlyMap<string, Tone> = new Map(
  dataTable(states, ['tone', 'words']).flatMap(({ tone, words }) =>
    words.split(' ').map((word) => [word, tone as Tone]),
  ),
);

/** By its whole text, else by what is before the first comma or bracket: `killed (running)`, `no, by hand`. */
export function toneOf(state: string | boolean): Tone {
  if (typeof state === 'boolean') return state ? 'good' : 'bad';
  const word = state.toLowerCase().replaceAll(/[\s-]+/g, '_');
  return tones.get(word) ?? tones.get(word.split(/_?[,(:;]/, 1)[0] ?? '') ?? 'unknown';
}
