import { join } from 'node:path';
import type { EngineName } from '../../src/local/engines/engine.ts';
import { cases, runCase } from './database-cases.ts';

/** Runs every case on one engine in this very Node and writes the outcomes as JSON. */
async function main(engine: EngineName, folder: string): Promise<void> {
  const outcomes: Record<string, string> = {};
  for (const [name, work] of Object.entries(cases)) {
    try {
      await runCase(work, engine, join(folder, 'case'));
      outcomes[name] = 'ok';
    } catch (error) {
      outcomes[name] = String(error instanceof Error ? error.stack : error);
    }
  }
  process.stdout.write(JSON.stringify(outcomes));
}

const [engine, folder] = process.argv.slice(2);
void main(engine as EngineName, String(folder));
