import { join } from 'node:path';
import { openDatabase } from '../../src/local/database.ts';
import type { EngineName } from '../../src/local/engines/engine.ts';
import { cases, runCase } from './database-cases.ts';

/** Runs every case on one engine in this very Node, counts up in a file of another one, and writes the outcomes as JSON. */
async function main(engine: EngineName, folder: string, shared: string): Promise<void> {
  const database = await openDatabase(shared);
  database.prepare('UPDATE counter SET value = value + 1').run();
  database.close();
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

const [engine, folder = '', shared = ''] = process.argv.slice(2);
void main(engine as EngineName, folder, shared);
