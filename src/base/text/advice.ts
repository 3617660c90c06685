/** A command to run, with what it is given by name. The edge makes it, and draws it for who reads it. */
export interface Advice {
  readonly command: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A text, or one with commands to run in it. */
export type Hint = string | readonly (string | Advice)[];

export const isAdvice = (part: unknown): part is Advice =>
  typeof part === 'object' && part !== null && 'command' in part;

/** say`Buy more: ${advise('credits buy', { amount })}`: the pieces, with those of other hints among them. */
export const say = (texts: TemplateStringsArray, ...parts: readonly (Hint | Advice | number)[]): Hint =>
  texts.flatMap((text, at) => [text, ...piecesOf(parts[at] ?? '')]);

export const piecesOf = (part: Hint | Advice | number): readonly (string | Advice)[] =>
  Array.isArray(part) ? part : [typeof part === 'number' ? String(part) : (part as string | Advice)];
