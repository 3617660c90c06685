import { setMaxListeners } from 'node:events';
import { Readable } from 'node:stream';
import { Failure } from '../../base/errors.ts';
import type { GroupEntry } from '../declare/command.ts';
import type { RunResult } from '../declare/context-parts.ts';
import { type OutputStream, type World, withParts } from '../declare/world.ts';
import { run } from '../run/run.ts';

interface LineOfTool {
  readonly argv: readonly string[];
  /** Of standard output; what writes more is stopped, as by a reader that has gone. */
  readonly mostOutput: number;
  /** Aborted once the client no longer waits for the answer. */
  readonly cancelled: AbortSignal;
}

export interface RanLine extends RunResult {
  readonly out: string;
  /** Lines of JSON: warnings, and how it failed. */
  readonly err: string;
  readonly isCut: boolean;
}

/** Runs one line of the program to its end in a world without input and terminal, and keeps what it prints. */
export async function runLine(
  outer: World,
  tree: readonly GroupEntry[],
  { argv, mostOutput, cancelled }: LineOfTool,
  parts: Partial<World>,
): Promise<RanLine> {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const onCancel = () => stop.abort(new Failure('interrupted', 'The client cancelled the call'));
  const onEnd = () => stop.abort(outer.signal.reason);
  cancelled.addEventListener('abort', onCancel, { once: true });
  outer.signal.addEventListener('abort', onEnd, { once: true });
  if (cancelled.aborted) onCancel();
  if (outer.signal.aborted) onEnd();
  const [stdout, stderr] = [kept(mostOutput), kept(Number.POSITIVE_INFINITY)];
  const world = withParts(outer, {
    argv,
    stdin: Readable.from([]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    signal: stop.signal,
    // What is on stderr is read line by line.
    env: { ...outer.env, OUTREACH_JSON: undefined },
    ...parts,
  });
  try {
    const ran = await run(world, tree);
    return { ...ran, out: stdout.text(), err: stderr.text(), isCut: stdout.isCut() };
  } finally {
    cancelled.removeEventListener('abort', onCancel);
    outer.signal.removeEventListener('abort', onEnd);
  }
}

/** An output stream in memory that takes so many characters. */
function kept(most: number) {
  const pieces: string[] = [];
  let size = 0;
  let cut = false;
  const stream: OutputStream = {
    destroyed: false,
    on: () => undefined,
    write(chunk, done) {
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
      cut ||= size + text.length > most;
      if (!cut) pieces.push(text);
      size += text.length;
      done?.(cut ? Object.assign(new Error('cut'), { code: 'EPIPE' }) : null);
      return !cut;
    },
  };
  return { stream, text: () => pieces.join(''), isCut: () => cut };
}
