import { Failure } from '../../base/errors.ts';
import { commandLine } from '../advice/shell-words.ts';

/** Where a word is on the line, for the message about it. */
export interface Place {
  /** `--size`, `<campaign>`. */
  readonly label: string;
  readonly argv: readonly string[];
  /** Says how a word was understood that is not what the service calls it. */
  note(line: string): void;
}

/** As it is on the line: `--size 20`, and an argument by itself. */
export const asTyped = ({ label }: Pick<Place, 'label'>, word: string | number): string =>
  label.startsWith('<') ? String(word) : `${label} ${word}`;

export const wrongValue = ({ label }: Pick<Place, 'label'>, wanted: string, word: string): Failure =>
  new Failure('invalid_value', `${label} must be ${wanted}, not '${word}'`);

/** With the line that was probably meant, or the words that come nearest. */
export function withNearest(failure: Failure, { label, argv }: Place, word: string, near: readonly string[]) {
  const [meant, ...others] = near;
  if (meant === undefined) return failure;
  if (others.length > 0) return failure.with({ hint: `The nearest for ${label}: ${near.join(', ')}` });
  const line = argv.map((part) => (part.split(/[,=]/).includes(word) ? part.replace(word, meant) : part));
  return failure.with({ hint: `Did you mean: ${commandLine(line)}` });
}
