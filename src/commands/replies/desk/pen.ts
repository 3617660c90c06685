import type { Context } from '../../../cli/declare/command.ts';
import { wantsAscii } from '../../../cli/output/text/glyphs.ts';
import { colourLevel } from '../../../cli/output/text/paint.ts';
import { loadStyle } from '../../../cli/output/text/style.ts';
import { columnsOf } from '../../../cli/output/text/window.ts';
import type { Pen } from './draw-desk.ts';

/** What the desk is drawn with on this terminal. */
export async function penFor({ service, files, screen }: Context): Promise<Pen> {
  const { env, stderr } = files.world;
  const { glyphs, paint, ascii } = await loadStyle({
    width: columnsOf(stderr),
    colour: colourLevel({ flag: screen.globals.noColor, env, stream: stderr }),
    ascii: wantsAscii(env),
  });
  const { target, profile } = service.settings;
  const named = profile ?? 'key of OUTREACH_API_KEY';
  const where = target === 'live' ? `LIVE ${named}` : named === 'sandbox' ? named : `sandbox ${named}`;
  return { glyphs, paint, ascii, now: await service.targetNow(), target: where };
}
