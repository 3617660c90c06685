/** A command to run, with what it is given by name. The edge makes it, and draws it for who reads it. */
export interface Advice {
  readonly command: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A text, or one with commands to run in it. */
export type Hint = string | readonly (string | Advice)[];

export const isAdvice = (part: unknown): part is Advice =>
  typeof part === 'object' && part !== null && 'command' in part && 'values' in part;

/** say`Buy more: ${advise('credits buy', { amount })}`: the pieces, with those of other hints among them. */
export function say(texts: TemplateStringsArray, ...parts: readonly (Hint | Advice | number)[]): Hint {
  return texts.flatMap((text, at) => {
    const part = parts[at] ?? '';
    return [text, ...(typeof part === 'number' ? [String(part)] : piecesOf(part))].filter(
      (piece) => piece !== '',
    );
  });
}

export const piecesOf = (hint: Hint | Advice): readonly (string | Advice)[] =>
  typeof hint === 'string' || isAdvice(hint) ? [hint] : hint;
