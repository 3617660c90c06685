import type { Globals } from '../declare/globals.ts';
import type { World } from '../declare/world.ts';
import { wantsAscii } from '../output/text/glyphs.ts';
import { colourLevel } from '../output/text/paint.ts';
import { type Safe, safeLine } from '../output/text/safe-text.ts';

export type Progress = <T>(label: string, during: (say: (label: string) => void) => Promise<T>) => Promise<T>;

type Options = {
  world: Pick<World, 'stderr' | 'env'>;
  globals: Pick<Globals, 'quiet' | 'json' | 'noColor'>;
};

/** What lasts shorter is not worth a flicker. */
const patience = 200;

/**
 * Shows on stderr that something takes time: a spinner on a terminal, elsewhere a line whenever the label changes;
 * nothing with `-q` or `--json`. Inside of another one, the label takes the place of the outer one's.
 */
export function createProgress({ world, globals }: Options): Progress {
  const shown = (text: string) => safeLine(text, { ascii: wantsAscii(world.env) });
  let outer: { say(label: Safe): void; label: Safe } | undefined;

  return async (label, during) => {
    if (globals.quiet || globals.json) return during(() => {});
    if (outer) {
      const { label: before } = outer;
      const inner = outer;
      inner.say(shown(label));
      try {
        return await during((next) => inner.say(shown(next)));
      } finally {
        inner.say(before);
      }
    }
    const display = isTerminal(world.stderr) ? spinner(world, globals) : lines(world.stderr);
    const current = {
      label: shown(label),
      say(next: Safe) {
        current.label = next;
        display.show(next);
      },
    };
    outer = current;
    try {
      current.say(current.label);
      return await during((next) => current.say(shown(next)));
    } finally {
      outer = undefined;
      display.end();
    }
  };
}

interface Display {
  show(label: Safe): void;
  end(): void;
}

/** A spinner moves the cursor through the stream, which only a real terminal's can. */
const isTerminal = (stream: World['stderr']): boolean => stream.isTTY === true && 'cursorTo' in stream;

function lines(stream: World['stderr']): Display {
  const said = new Set<string>();
  return {
    show(label) {
      if (!said.has(label)) stream.write(`${label}\n`);
      said.add(label);
    },
    end() {},
  };
}

function spinner({ stderr, env }: Options['world'], { noColor }: Options['globals']): Display {
  const coloured = colourLevel({ flag: noColor, env, stream: stderr }) > 0;
  let text = '' as Safe;
  let ended = false;
  let live: { say(label: Safe): void; stop(): unknown } | undefined;
  // Real time on purpose: how long a person has waited, whatever the clock of the service says.
  const timer = setTimeout(async () => {
    const [{ default: ora }, { truncate }] = await Promise.all([
      import('ora'),
      import('../output/text/width.ts'),
    ]);
    if (ended) return;
    const cut = (label: Safe) => truncate(label, Math.max(8, (stderr.columns || 80) - 4));
    const spinning = ora({
      text: cut(text),
      stream: stderr as NodeJS.WriteStream,
      isEnabled: true,
      discardStdin: false,
      color: coloured ? 'cyan' : false,
      spinner: wantsAscii(env) ? 'line' : 'dots',
    }).start();
    live = {
      say: (label) => {
        spinning.text = cut(label);
      },
      stop: () => spinning.stop(),
    };
  }, patience);
  return {
    show(label) {
      text = label;
      live?.say(label);
    },
    end() {
      ended = true;
      clearTimeout(timer);
      live?.stop();
    },
  };
}
