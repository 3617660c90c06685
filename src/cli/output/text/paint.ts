import type { Tone } from '../../declare/tones.ts';
import type { Safe } from './safe-text.ts';

export type ColourLevel = 0 | 1 | 2 | 3;

/** How our own text is coloured. Colour is never the only signal: every use says the same in words or signs. */
export type Paint = Readonly<
  Record<'bold' | 'dim' | 'accent' | 'good' | 'warn' | 'bad', (text: Safe) => Safe>
>;

/** The colour of a tone, which a sign says as well. */
export function inTone(text: Safe, tone: Tone | undefined, paint: Paint): Safe {
  if (tone === undefined) return text;
  return tone === 'unknown' ? paint.warn(text) : tone === 'idle' ? paint.dim(text) : paint[tone](text);
}

interface ColourQuestion {
  /** `--no-color` was given. */
  flag: boolean;
  env: Readonly<Record<string, string | undefined>>;
  stream: { readonly isTTY?: boolean };
}

/** `--no-color` > `NO_COLOR` (any value) > `FORCE_COLOR` > `TERM=dumb` > whether this very stream is a terminal. */
export function colourLevel({ flag, env, stream }: ColourQuestion): ColourLevel {
  if (flag || env.NO_COLOR) return 0;
  const forced = env.FORCE_COLOR;
  if (forced === 'false' || forced === '0') return 0;
  if (forced !== undefined) return forced === '2' || forced === '3' ? (Number(forced) as ColourLevel) : 1;
  if (env.TERM === 'dumb') return 0;
  return stream.isTTY ? 1 : 0;
}

const none = (text: Safe): Safe => text;
const noPaint: Paint = { bold: none, dim: none, accent: none, good: none, warn: none, bad: none };

/** Loads the colour library only where there is colour. Make one per stream: the two may differ. */
export async function loadPaint(level: ColourLevel): Promise<Paint> {
  if (level === 0) return noPaint;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level });
  const painted = (style: (text: string) => string) => (text: Safe) => style(text) as Safe;
  return {
    bold: painted(chalk.bold),
    dim: painted(chalk.dim),
    accent: painted(chalk.cyan),
    good: painted(chalk.green),
    warn: painted(chalk.yellow),
    bad: painted(chalk.red),
  };
}
