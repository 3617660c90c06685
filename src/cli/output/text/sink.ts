import { Failure } from '../../../base/errors.ts';
import type { OutputStream, World } from '../../declare/world.ts';

/** Errors of a stream whose reader has gone: `| head -1` is not an error. */
const gone = new Set(['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', 'ECONNRESET', 'EOF']);
const sinks = new WeakMap<OutputStream, Sink>();

/** The one sink of a stream, however many commands write to it. */
export function sinkOf(stream: OutputStream): Sink {
  const sink = sinks.get(stream) ?? new Sink(stream);
  sinks.set(stream, sink);
  return sink;
}

/** Writes as fast as the reader takes it, at most one chunk ahead. */
export class Sink {
  /** The reader has gone: nothing more need be made. */
  closed = false;
  /** A file was written to it: the result is not. */
  isTaken = false;
  /** A write was given up while the reader did not read: nothing waits for it any more. */
  #abandoned = false;

  constructor(private readonly stream: OutputStream) {
    // Without a listener the error that also reaches `write` below would end the process.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (gone.has(error.code ?? '')) this.closed = true;
    });
  }

  /** Resolves when it was taken or the reader has gone. Rejects where it could not be written, and at the abort. */
  async write(chunk: string, world?: Pick<World, 'signal'>): Promise<void> {
    if (this.closed || chunk === '') return;
    if (this.stream.destroyed) {
      this.closed = true;
      return;
    }
    if (this.#abandoned) {
      this.stream.write(chunk);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      let signal: AbortSignal | undefined;
      const abort = () => {
        this.#abandoned = true;
        reject(signal?.reason);
      };
      let isWritten = false;
      this.stream.write(chunk, (error?: NodeJS.ErrnoException | null) => {
        isWritten = true;
        signal?.removeEventListener('abort', abort);
        if (!error) return resolve();
        if (!gone.has(error.code ?? ''))
          return reject(
            new Failure(outputFailed, `The output could not be written: ${error.message}`, {
              hint: 'Check the disk or the program that reads it.',
              cause: error,
            }),
          );
        this.closed = true;
        resolve();
      });
      // Most is written at once, and then the signal need not be loaded.
      if (isWritten) return;
      signal = world?.signal;
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** Lines or records, gathered into chunks. */
  async writeAll(texts: Iterable<string>, world?: Pick<World, 'signal'>): Promise<void> {
    let chunk = '';
    for (const text of texts) {
      chunk += text;
      if (chunk.length < chunkSize) continue;
      await this.write(chunk, world);
      if (this.closed) return;
      chunk = '';
    }
    await this.write(chunk, world);
  }
}

export const outputFailed = 'output_failed';
const chunkSize = 64 * 1024;
