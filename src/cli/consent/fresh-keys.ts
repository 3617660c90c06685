import { Readable, Writable } from 'node:stream';
import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/errors.ts';
import type { InputStream, World } from '../declare/world.ts';
import { columnsOf } from '../output/text/window.ts';

/** So long after the question was drawn, or after the last key before it is open, nothing typed is an answer. */
const quietMs = 150;
/** A key that is held down repeats for seconds: no one holds it longer. */
const longestMs = 10_000;

const interruptKey = '\u0003';
const endKey = '\u0004';
const suspendKey = '\u001a';
const escapeKey = '\u001b';
/** The library reads Escape and a control key as one key with Alt, which it does not know. */
const beforeControlKey = /\u001b(?=[\u0001-\u001a])/;
/** The rest of an arrow key follows its first byte within this time. */
const escapeMs = 50;

/** Where a question is asked. */
export interface Place extends Pick<FreshKeys, 'input' | 'output'> {
  readonly signal: AbortSignal;
}

export interface FreshKeys {
  /** What the question reads instead of stdin. */
  readonly input: InputStream;
  /** What the question is drawn on instead of stderr. */
  readonly output: Writable;
  /** Aborted by Escape (`declined`) or Ctrl-C (`interrupted`): whatever is asked, they agree to nothing. */
  readonly left: AbortSignal;
  /** Whether the question has heard Ctrl-Z: the library stops the program, and pauses the input when it goes on. */
  isSuspended(): boolean;
  /** Drops what arrives until the keyboard is quiet again, such as the rest of a paste. */
  dropPaste(): void;
  /** Stops reading stdin. */
  close(): void;
}

/**
 * The keys that a person can have meant as an answer: what was typed before the question could be read is dropped
 * (decision 1). Ctrl-C and Ctrl-D always arrive, since they agree to nothing. `onEscape` takes the Escape key where that
 * is a key like others.
 */
export function freshKeys(
  { stdin, stderr, clock }: Pick<World, 'stdin' | 'stderr' | 'clock'>,
  onEscape?: () => void,
): FreshKeys {
  const closed = new AbortController();
  const read = () => void (closed.signal.aborted || stdin.resume());
  const keys = Object.assign(new Readable({ read }), {
    isTTY: true,
    setRawMode: (raw: boolean) => stdin.setRawMode?.(raw),
  });
  let state: 'undrawn' | 'waiting' | 'open' = 'undrawn';
  let quietSince = 0;

  const left = new AbortController();
  let suspended = false;

  const leave = (): void => {
    if (onEscape === undefined) left.abort('declined');
    else if (state === 'open') onEscape();
  };

  const take = (typed: string): void => {
    suspended ||= state === 'open' && typed.includes(suspendKey);
    if (state === 'open') return void keys.push(Buffer.from(typed, 'latin1'));
    quietSince = clock.now();
    if (typed.includes(endKey)) keys.push(endKey);
  };

  const hear = takenApart({
    take,
    leave,
    interrupt: () => left.abort('interrupted'),
    untilWhole: async () => {
      await clock.sleep(escapeMs, closed.signal);
      await whatWaitsIsRead();
    },
  });

  const wait = (): void => {
    state = 'waiting';
    quietSince = clock.now();
    quiet(clock, closed.signal, () => quietSince)
      .then(() => (state = 'open'))
      .catch((reason) => void (closed.signal.aborted || keys.destroy(reason)));
  };

  const output = drawnOn(stderr, () => {
    // After `fg` the library draws the question that is asked anew.
    if (suspended && keys.isPaused()) return false;
    if (state === 'undrawn') wait();
    return true;
  });
  stdin.on('data', hear);
  return {
    input: keys,
    output,
    left: left.signal,
    isSuspended: () => suspended,
    dropPaste: wait,
    close: () => {
      closed.abort();
      stdin.off('data', hear).pause();
    },
  };
}

/** Ends when no key has come for a while, or at the latest moment. */
async function quiet(clock: Clock, signal: AbortSignal, quietSince: () => number): Promise<void> {
  // Counted down by itself: a wall clock that is set back must not keep the question closed.
  for (let left = longestMs; ; ) {
    const wait = Math.min(quietMs - (clock.now() - quietSince()), left);
    if (wait <= 0) return;
    await clock.sleep(wait, signal);
    left -= wait;
    await whatWaitsIsRead();
  }
}

interface Taking {
  take(typed: string): void;
  leave(): void;
  interrupt(): void;
  /** Ends when the rest of a key would have come. */
  untilWhole(): Promise<void>;
}

/** Takes each read apart into what was typed and the keys that leave. Escape is one only where no more of a key follows. */
function takenApart({ take, leave, interrupt, untilWhole }: Taking): (read: Buffer | string) => void {
  let held = '';
  let heard = 0;
  const leaveUnlessMore = async (at: number): Promise<void> => {
    await untilWhole();
    if (heard !== at) return;
    held = '';
    leave();
  };
  return (read) => {
    heard += 1;
    // One character a byte: a read may end within a letter.
    const typed = held + Buffer.from(read as string).toString('latin1');
    if (typed.includes(interruptKey)) return interrupt();
    held = typed.endsWith(escapeKey) ? escapeKey : '';
    const parts = typed.slice(0, typed.length - held.length).split(beforeControlKey);
    for (const [at, part] of parts.entries()) {
      if (at > 0) leave();
      if (part !== '') take(part);
    }
    if (held !== '') void leaveUnlessMore(heard).catch(() => undefined);
  };
}

/** Writes to stderr, like which it looks, while `shows` says so. */
function drawnOn(stderr: World['stderr'], shows: () => boolean): Writable {
  const output = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      if (shows()) stderr.write(chunk);
      done();
    },
  });
  return Object.defineProperties(output, {
    isTTY: { get: () => stderr.isTTY },
    columns: { get: () => columnsOf(stderr) },
  });
}

/** A timer can be late, and then comes before the keys that were typed meanwhile: they are read after it in the same turn. */
const whatWaitsIsRead = () => new Promise((resolve) => setImmediate(resolve));

/** Does its work while keys are neither shown nor kept, as typed ahead. Ctrl-C ends the command all the same. */
export async function withQuietKeys<T>(
  { stdin, stopAfter }: Pick<World, 'stdin' | 'stopAfter'>,
  work: () => Promise<T>,
): Promise<T> {
  const hear = (keys: Buffer | string): void => {
    if (keys.includes('\u0003')) stopAfter(0, new Failure('interrupted', 'interrupted', { outcome: 'none' }));
  };
  stdin.setRawMode?.(true);
  stdin.on('data', hear);
  try {
    return await work();
  } finally {
    stdin.off('data', hear).pause();
    stdin.setRawMode?.(false);
  }
}
