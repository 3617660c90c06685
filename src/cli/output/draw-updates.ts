import { counted } from '../../base/counted.ts';
import type { Updates } from '../declare/listing.ts';
import type { World } from '../declare/world.ts';
import type { Mode } from './formats/mode.ts';
import { type Safe, safeLine } from './text/safe-text.ts';
import type { Style } from './text/style.ts';

interface Lines {
  readonly lines: Iterable<Safe>;
  readonly style: Style;
}

/** Where results that follow one another are drawn. */
interface Place {
  readonly mode: Mode;
  readonly world: Pick<World, 'stdout' | 'env'>;
  /** The reader has gone. */
  isClosed(): boolean;
  put(texts: Iterable<string>): Promise<void>;
  /** As a command's only result is drawn. */
  draw(result: unknown): Promise<void>;
  /** The same as lines for the window as it is now. */
  linesOf(result: unknown): Promise<Lines>;
}

/** Each result as soon as it comes; at a terminal in the place of the one before. */
export async function drawUpdates({ results }: Updates<unknown>, place: Place): Promise<void> {
  const { mode, world } = place;
  const { stdout, env } = world;
  const isScreen = mode === 'terminal' && env.TERM !== 'dumb';
  const isApart = !isScreen && (mode === 'terminal' || mode === 'tsv');
  // What was on the screen can still be scrolled to.
  let before = isScreen ? '\n'.repeat(stdout.rows || usualRows) : '';
  for await (const result of results) {
    if (isScreen) await place.put([before, screenOf(await place.linesOf(result), stdout)]);
    else {
      await place.put([before]);
      await place.draw(result);
    }
    before = isApart ? '\n' : '';
    if (place.isClosed()) return;
  }
}

const usualRows = 24;
const csi = '\u001b[';

/** Line by line over what was there, so that nothing flickers; what does not fit is left out at the end. */
function screenOf({ lines: drawn, style }: Lines, { rows }: World['stdout']): string {
  const lines = [...drawn];
  const room = Math.max(2, (rows || usualRows) - 1);
  const over = lines.length - room;
  const more = safeLine(`${style.glyphs.ellipsis} ${counted(over + 1, 'more line')}`);
  const shown = over > 0 ? [...lines.slice(0, room - 1), style.paint.dim(more)] : lines;
  return `${csi}?7l${csi}H${shown.map((line) => `${csi}2K${line}\n`).join('')}${csi}J${csi}?7h`;
}
