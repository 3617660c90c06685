import type { Glyphs } from './glyphs.ts';
import { type ColourLevel, loadPaint, type Paint } from './paint.ts';

/** How a view is drawn for one stream. */
export interface Style {
  /** Cells; no line is wider. */
  readonly width: number;
  readonly glyphs: Glyphs;
  readonly paint: Paint;
  /** What relative times count from; without it times are absolute. */
  readonly now?: Now | undefined;
  /** Headers of columns for which there was no room: filled while tables are drawn. */
  readonly notShown: Set<string>;
}

/** The clock of the service, which in the sandbox runs ahead, and that of this machine. */
export interface Now {
  readonly target: number;
  readonly wall: number;
}

/** In less than this nothing can be laid out. */
const narrowest = 12;

export const loadStyle = async ({
  width,
  colour,
  glyphs,
  now,
}: Pick<Style, 'width' | 'glyphs' | 'now'> & { colour: ColourLevel }): Promise<Style> => ({
  ...{ width: Math.max(narrowest, width), glyphs, now, notShown: new Set() },
  paint: await loadPaint(colour),
});
