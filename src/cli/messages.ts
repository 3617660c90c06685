import type { Globals } from './command.ts';
import { safeBlock } from './output/safe-text.ts';
import { redact } from './redact.ts';
import type { OutputStream } from './world.ts';

/** Lines on stderr, by how much they matter. */
export interface Messages {
  /** Silenced by `-q`, `--json` and `--ndjson`. */
  note(line: string): void;
  /** Silenced by `-q` alone. */
  warn(line: string): void;
  /** Always said: the facts above a question, what `--debug` asked for. */
  tell(line: string): void;
}

export function createMessages(stderr: OutputStream, { quiet, json, ndjson }: Globals): Messages {
  const tell = (line: string) => {
    stderr.write(`${safeBlock(redact(line))}\n`);
  };
  const nothing = () => {};
  return { note: quiet || json || ndjson ? nothing : tell, warn: quiet ? nothing : tell, tell };
}
