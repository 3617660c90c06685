import type { World } from '../declare/world.ts';
import { colourLevel, loadPaint } from '../output/text/paint.ts';
import type { Safe } from '../output/text/safe-text.ts';
import { columnsOf } from '../output/text/window.ts';
import type { HelpOptions } from './draw-help.ts';

type Place = { stdout: { columns?: number; isTTY?: boolean }; env: World['env'] };

/** How help looks on this stdout. */
export async function helpOptions({ stdout, env }: Place, noColor: boolean): Promise<HelpOptions> {
  const paint = await loadPaint(colourLevel({ flag: noColor, env, stream: stdout }));
  const ours = (style: (text: Safe) => Safe) => (text: string) => style(text as Safe);
  return {
    width: columnsOf(stdout),
    styles: { heading: ours(paint.bold), name: ours(paint.accent) },
  };
}
