import { Failure } from '../../base/errors.ts';
import type { Content } from '../declare/context-parts.ts';
import { isStandardOutput } from '../declare/file-limits.ts';
import type { Globals } from '../declare/globals.ts';
import type { World } from '../declare/world.ts';
import { safeBlock } from '../output/text/safe-text.ts';
import { sinkOf } from '../output/text/sink.ts';

/** Writes what a file would hold to standard output, which then holds nothing else: the result is not drawn. */
export async function writeToStdout({ stdout, signal }: World, content: Content): Promise<void> {
  const sink = sinkOf(stdout);
  const decoder = new TextDecoder();
  sink.isTaken = true;
  for await (const piece of typeof content === 'string' ? [content] : content) {
    const text = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    await sink.write(stdout.isTTY ? safeBlock(text) : text, signal);
  }
}

/** Throws `usage` where both a file and the result should go to standard output. */
export function refuseTakenStdout(path: string, { json, ndjson, csv, fields }: Globals): void {
  if (!isStandardOutput(path) || !(json || ndjson || csv || fields)) return;
  const option = json ? '--json' : ndjson ? '--ndjson' : csv ? '--csv' : '--fields';
  throw new Failure(
    'contradicting_options',
    `standard output can hold the file or the result of ${option}, not both`,
    {
      hint: 'Write the file elsewhere, or leave out the option.',
    },
  );
}
