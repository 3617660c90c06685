import { asciiGlyphs, type Glyphs, unicodeGlyphs } from './glyphs.ts';
import { type ColourLevel, loadPaint, type Paint } from './paint.ts';

/** How a view is drawn for one stream. */
export interface Style {
  /** Cells; no line is wider. */
  readonly width: number;
  readonly ascii: boolean;
  readonly glyphs: Glyphs;
  readonly paint: Paint;
}

/** In less than this nothing can be laid out. */
const narrowest = 12;

export async function loadStyle(options: {
  width: number;
  colour: ColourLevel;
  ascii: boolean;
}): Promise<Style> {
  return {
    width: Math.max(narrowest, options.width),
    ascii: options.ascii,
    glyphs: options.ascii ? asciiGlyphs : unicodeGlyphs,
    paint: await loadPaint(options.colour),
  };
}
