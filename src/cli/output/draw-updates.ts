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

/** Each result as soon as it comes. */
export async function drawUpdates({ results }: Updates<unknown>, place: Place): Promise<void> {
  const { mode, world } = place;
  if (mode === 'terminal' && world.env.TERM !== 'dumb') return drawScreens(results, place);
  const isApart = mode === 'terminal' || mode === 'tsv';
  let isFirst = true;
  for await (const result of results) {
    if (isApart && !isFirst) await place.put(['\n']);
    await place.draw(result);
    isFirst = false;
    if (place.isClosed()) return;
  }
}

/** Each takes the place of the one before, and is drawn again when the window gets another size. */
async function drawScreens(results: AsyncIterable<unknown>, place: Place): Promise<void> {
  const { stdout } = place.world;
  let last: { readonly result: unknown } | undefined;
  let drawn = Promise.resolve();
  const draw = (start: string): Promise<void> => {
    drawn = drawn.then(async () => {
      if (last) await place.put([`${start}${screenOf(await place.linesOf(last.result), stdout)}`]);
    });
    return drawn;
  };
  // What could not be written is thrown at the next result.
  const resized = () => void draw(emptied).catch(() => undefined);
  stdout.on('resize', resized);
  try {
    for await (const result of results) {
      // What was on the screen before can still be scrolled to.
      const start = last ? '' : '\n'.repeat(stdout.rows || usualRows);
      last = { result };
      await draw(start);
      if (place.isClosed()) return;
    }
  } finally {
    stdout.off?.('resize', resized);
  }
}

const usualRows = 24;
const csi = '\u001b[';
const emptied = `${csi}2J`;

/** Line by line over what was there, so that nothing flickers; what does not fit is left out at the end. */
function screenOf({ lines: drawn, style }: Lines, { rows }: World['stdout']): string {
  const lines = [...drawn];
  const room = Math.max(2, (rows || usualRows) - 1);
  const over = lines.length - room;
  const more = safeLine(`${style.glyphs.ellipsis} ${counted(over + 1, 'more line')}`);
  const shown = over > 0 ? [...lines.slice(0, room - 1), style.paint.dim(more)] : lines;
  return `${csi}?7l${csi}H${shown.map((line) => `${csi}2K${line}\n`).join('')}${csi}J${csi}?7h`;
}
