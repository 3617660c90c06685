type Words<Text extends string> = Text extends `${infer Word} ${infer More}`
  ? readonly [Word, ...Words<More>]
  : readonly [Text];

/** A list of words: `words('to cc')` is `['to', 'cc']`, in its type as well. */
export const words = <const Text extends string>(text: Text) => text.split(' ') as unknown as Words<Text>;

/** Of a line: what follows `--` is for another program, or a value. */
export function ownWords(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? argv.length : end);
}
