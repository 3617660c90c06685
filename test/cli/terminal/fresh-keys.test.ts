import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freshKeys } from '../../../src/cli/consent/fresh-keys.ts';

interface Press {
  readonly at: number;
  readonly keys: string | Buffer;
}

/** A question whose keys are pressed at these milliseconds after it was drawn; gives what it would read, or how it is left. */
async function readBy(presses: readonly Press[]): Promise<string> {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  let now = 0;
  const due: { at: number; run(): void }[] = [];
  const clock = {
    now: () => now,
    sleep: (ms: number) => new Promise<void>((run) => void due.push({ at: now + ms, run })),
  };
  const fresh = freshKeys({ stdin, stderr, clock });
  const reads: Buffer[] = [];
  fresh.input.on('data', (chunk) => void reads.push(Buffer.from(chunk)));
  due.push({ at: 0, run: () => void fresh.output.write('Really?') });
  for (const { at, keys } of presses) due.push({ at, run: () => void stdin.write(keys) });
  for (let next = soonest(due); next; next = soonest(due)) {
    now = next.at;
    next.run();
    await turns();
  }
  fresh.close();
  return fresh.left.aborted ? fresh.left.reason : Buffer.concat(reads).toString();
}

function soonest<T extends { at: number }>(due: T[]): T | undefined {
  due.sort((a, b) => a.at - b.at);
  return due.shift();
}

/** Streams and timers pass things on in a later turn. */
async function turns() {
  for (let n = 0; n < 4; n++) await new Promise((resolve) => setImmediate(resolve));
}

/** The rule as it is written: 150 ms without a key, 10 s at most. `margin` moves the end of the time. */
function meant(presses: readonly Press[], margin = 0): string {
  let opens = 150;
  return presses
    .filter(({ at }) => {
      if (at < opens + margin) opens = Math.max(opens, Math.min(at + 150, 10_000));
      return at >= opens + margin;
    })
    .map(({ keys }) => keys)
    .join('');
}

describe('keys at a question', () => {
  it.each([
    ['typed before it', [{ at: -5000, keys: 'y\r' }], ''],
    ['there when it is drawn', [{ at: 0, keys: 'y\r' }], ''],
    ['typed at once', [{ at: 140, keys: 'y\r' }], ''],
    ['typed after 150 ms, in one read', [{ at: 151, keys: 'y\r' }], 'y\r'],
    ['that repeat themselves', Array.from({ length: 30 }, (_, n) => ({ at: n * 30, keys: `${n} ` })), ''],
    [
      'typed before, and Return afterwards',
      [
        { at: -200, keys: 'y' },
        { at: 400, keys: '\r' },
      ],
      '\r',
    ],
    ['that interrupt', [{ at: 10, keys: 'y\r\u0003' }], 'interrupted'],
    ['that end the input', [{ at: 10, keys: '\u0004' }], '\u0004'],
    ['of Escape and Ctrl-C, in one read', [{ at: 400, keys: '\u001b\u0003' }], 'interrupted'],
    [
      'of Escape and Ctrl-C, one after another',
      [
        { at: 400, keys: '\u001b' },
        { at: 420, keys: '\u0003' },
      ],
      'interrupted',
    ],
    ['of Escape and Enter, in one read', [{ at: 400, keys: '\u001b\r' }], 'declined'],
    ['of Escape and Ctrl-D, in one read', [{ at: 400, keys: '\u001b\u0004' }], 'declined'],
    ['of Escape after others, in one read', [{ at: 400, keys: 'Autumn\u001b' }], 'declined'],
    ['of an arrow', [{ at: 400, keys: '\u001b[B' }], '\u001b[B'],
    [
      'of a letter in two reads',
      [
        { at: 400, keys: Buffer.from('é').subarray(0, 1) },
        { at: 410, keys: Buffer.from('é').subarray(1) },
      ],
      'é',
    ],
  ])('%s', async (_, presses, read) => {
    expect(await readBy(presses)).toBe(read);
  });

  it('count from 150 ms after the drawing or the last key before, 10 s at most', async () => {
    const gap = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 300 }));
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -200, max: 50 }),
        fc.array(gap, { maxLength: 12 }),
        async (from, gaps) => {
          let at = from;
          const presses = gaps.map((ms, n) => {
            at += ms;
            return { at, keys: `${n} ` };
          });
          // On the very edge either is right.
          fc.pre(meant(presses) === meant(presses, 1));
          expect(await readBy(presses)).toBe(meant(presses));
        },
      ),
      { numRuns: 150 },
    );
  });
});
