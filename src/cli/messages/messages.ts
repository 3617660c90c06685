import { redact } from '../../contract/redact.ts';
import { carrierFor } from '../advice/carrier.ts';
import type { Messages } from '../declare/context-parts.ts';
import type { Globals } from '../declare/globals.ts';
import type { World } from '../declare/world.ts';
import { glyphsFor } from '../output/text/glyphs.ts';
import { colourLevel, loadPaint } from '../output/text/paint.ts';
import { proseFor } from '../output/text/prose.ts';
import { jsonSafe, type Safe, safe, safeBlock, safeLine } from '../output/text/safe-text.ts';
import { columnsOf } from '../output/text/window.ts';

export async function createMessages(
  world: Pick<World, 'stderr' | 'env' | 'argv' | 'agent'>,
  { quiet, json, ndjson, noColor }: Globals,
): Promise<Messages> {
  const { stderr, env } = world;
  const { text: ours } = await carrierFor(world);
  const paint = await loadPaint(colourLevel({ flag: noColor, env, stream: stderr }));
  const prose = await proseFor(stderr);
  const glyphs = glyphsFor(env);
  const gutter = glyphs.gutter as Safe;
  const label = safe`Next: `;
  /** What a line that goes on has before and after its words. */
  const continued = '     \\';
  const write = (line: Safe) => void stderr.write(`${line}\n`);
  const clean = (line: string) => safeLine(redact(ours(line)));
  const say = {
    text: (line: string) => write(prose.line(clean(line))),
    heading: (line: string) => write(paint.bold(prose.line(clean(line)))),
    command: (line: string) => write(paint.accent(prose.command(clean(line)))),
    aside: (line: string) => write(paint.dim(prose.line(clean(line)))),
    alarm: (line: string) => write(paint.bold(paint.bad(prose.line(clean(line))))),
    // A bar in front of every line of someone else's text, also where a terminal breaks it.
    theirs: (text: string, indent = 0) => {
      for (const line of prose.lines(safeBlock(redact(text)), gutter.length + indent)) {
        const bar = paint.dim(line === '' ? (gutter.trimEnd() as Safe) : gutter);
        write(safe`${' '.repeat(indent) as Safe}${bar}${line}`);
      }
    },
  };
  const guesses = new Map<string, string>();
  const messages: Messages = {
    note: (line, kind = 'text', indent) => {
      if (!quiet && !json && !ndjson) say[kind](line, indent);
    },
    next: (steps) => {
      if (quiet || json || ndjson) return;
      const room = columnsOf(stderr) - label.length - continued.length;
      const pieces = [];
      let length = 3;
      for (const { what, line: known } of steps) {
        const line = clean(known);
        // What is escaped or would be broken by the window cannot be copied.
        if (line !== ours(known) || line.split(' ').some((word) => word.length > room)) continue;
        const before = clean(what === undefined ? '' : `${what}: `);
        pieces.push({ before, line });
        length += before.length + line.length + 3;
      }
      if (pieces.length === 0) return;
      const fits = length <= columnsOf(stderr);
      const shown = pieces.map(({ before, line }) => {
        if (fits) return safe`${paint.dim(before)}${paint.accent(line)}`;
        const laidOut = prose.command(safe`${before}${line}`, label.length);
        // Words that a narrow window would break are left out: the line can still be copied.
        if (!laidOut.startsWith(before)) return paint.accent(prose.command(line, label.length));
        return safe`${paint.dim(before)}${paint.accent(laidOut.slice(before.length) as Safe)}`;
      });
      write(safe`${paint.dim(label)}${shown.join(fits ? glyphs.apart : '\n      ') as Safe}`);
    },
    warn: (line, code) => {
      if (quiet) return;
      if (json || ndjson)
        stderr.write(`${jsonSafe(redact(JSON.stringify({ warning: ours(line), code })))}\n`);
      else write(prose.line(safe`${paint.warn(safe`Warning:`)} ${clean(line)}`));
    },
    tell: (line, kind = 'text', indent) => {
      messages.sayGuesses();
      say[kind](line, indent);
    },
    guessFailed: (command, what) => void guesses.set(command, what),
    sayGuesses: () => {
      const [lines, parts] = [[...guesses.keys()].join('; '), [...guesses.values()].join('; ')];
      if (guesses.size > 0)
        messages.warn(
          `Could not read ${parts}: the service does not have this where outreach guesses it (404), so it is left out. Ask its support for the path, and set it: ${lines}`,
        );
      guesses.clear();
    },
  };
  return messages;
}
