import { colourLevel } from '../output/text/paint.ts';
import { drawHelp } from './draw-help.ts';
import type { HelpPart } from './help-page.ts';

interface Place {
  /** Of the terminal; undefined where the output is none. */
  readonly columns: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A page as the launcher shows it: the same as the program, without loading the colour library. */
export function frontPage(parts: readonly HelpPart[], { columns, env }: Place): string {
  const level = colourLevel({ flag: false, env, stream: { isTTY: columns !== undefined } });
  return drawHelp(parts, {
    width: columns ?? 80,
    ...(level > 0 && { styles: { heading: bold, name: cyan } }),
  });
}

const coloured = (on: number, off: number) => (text: string) => `\u001b[${on}m${text}\u001b[${off}m`;
const bold = coloured(1, 22);
const cyan = coloured(36, 39);
