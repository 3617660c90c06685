import type { Progress, Say, Share } from '../declare/context-parts.ts';
import type { Globals } from '../declare/globals.ts';
import type { World } from '../declare/world.ts';
import { wantsAscii } from '../output/text/glyphs.ts';
import { colourLevel } from '../output/text/paint.ts';
import { type Safe, safe, safeLine } from '../output/text/safe-text.ts';
import { columnsOf, withColumns } from '../output/text/window.ts';
import type { Stopwatch } from './stopwatch.ts';

type Options = {
  world: Pick<World, 'stderr' | 'env' | 'agent'>;
  globals: Pick<Globals, 'quiet' | 'json' | 'noColor'>;
  /** What the calls wait for at present. */
  limit?: () => string | undefined;
};

/** What lasts shorter is not worth a flicker. */
const patience = 200;

/**
 * Shows on stderr that something takes time: a spinner on a terminal, with how long it has taken; elsewhere a line
 * whenever the label changes; nothing with `-q` or `--json`. Inside of another one, the label takes the place of the outer
 * one's.
 */
export function createProgress({ world, globals, limit }: Options): Progress {
  let outer: { say: (label: Safe, share?: Share, soFar?: readonly Safe[]) => void; label: Safe } | undefined;

  return async (label, during) => {
    if (globals.quiet || globals.json) {
      world.agent?.progress?.(label);
      return during((next, share) => world.agent?.progress?.(next, share));
    }
    if (outer) {
      const { label: before } = outer;
      const inner = outer;
      inner.say(safeLine(label));
      try {
        return await during((next, share) => inner.say(safeLine(next), share));
      } finally {
        inner.say(before);
      }
    }
    const { stderr, env } = world;
    // A spinner moves the cursor through the stream, which only a real terminal's can, and a dumb one cannot.
    const isTerminal = stderr.isTTY === true && 'cursorTo' in stderr && env.TERM !== 'dumb';
    const display = isTerminal ? spinner(world, globals, limit) : lines(stderr);
    const current = {
      label: safeLine(label),
      say(next: Safe, share?: Share, soFar: readonly Safe[] = []) {
        current.label = next;
        display.show(next, share, soFar);
      },
    };
    outer = current;
    const say: Say = (next, share, soFar = []) => current.say(safeLine(next), share, soFar.map(safeLine));
    try {
      current.say(current.label);
      return await during(say);
    } finally {
      outer = undefined;
      display.end();
    }
  };
}

interface Display {
  show(label: Safe, share: Share | undefined, soFar: readonly Safe[]): void;
  end(): void;
}

function lines(stream: World['stderr']): Display {
  const said = new Set<string>();
  return {
    show(label, _share, soFar) {
      for (const line of [...soFar, label]) {
        if (!said.has(line)) stream.write(`${line}\n`);
        said.add(line);
      }
    },
    end() {},
  };
}

function spinner(
  { stderr, env }: Options['world'],
  { noColor }: Options['globals'],
  limit: Options['limit'],
): Display {
  const coloured = colourLevel({ flag: noColor, env, stream: stderr }) > 0;
  const began = performance.now();
  let watch: Stopwatch | undefined;
  let reached: Share | undefined;
  let text = '' as Safe;
  let below: readonly Safe[] = [];
  let ended = false;
  let live: { draw(): void; stop(): unknown } | undefined;
  let ticking: NodeJS.Timeout | undefined;
  // Real time on purpose: how long a person has waited, whatever the clock of the service says.
  const timer = setTimeout(async () => {
    const [{ default: ora }, { besides, stopwatch }, { truncate }] = await Promise.all([
      import('ora'),
      import('./stopwatch.ts'),
      import('../output/text/width.ts'),
    ]);
    if (ended) return;
    const since = stopwatch(() => performance.now(), began);
    since.reached(reached);
    watch = since;
    const line = () => {
      const room = Math.max(8, columnsOf(stderr) - 4);
      const aside = safeLine(besides(since, text, limit?.()));
      const first = safe`${truncate(text, Math.max(8, room - aside.length))}${aside}`;
      return [first, ...below.map((line) => safe`  ${truncate(line, room)}`)].join('\n');
    };
    const spinning = ora({
      text: line(),
      stream: withColumns(stderr as NodeJS.WriteStream),
      isEnabled: true,
      discardStdin: false,
      color: coloured ? 'cyan' : false,
      spinner: wantsAscii(env) ? 'line' : 'dots',
    }).start();
    const draw = () => {
      spinning.text = line();
    };
    live = { draw, stop: () => spinning.stop() };
    ticking = setInterval(draw, 1000);
  }, patience);
  return {
    show(label, share, soFar) {
      text = label;
      below = soFar;
      reached = share;
      watch?.reached(share);
      live?.draw();
    },
    end() {
      ended = true;
      clearTimeout(timer);
      clearInterval(ticking);
      live?.stop();
    },
  };
}
