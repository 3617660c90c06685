import { pattern } from '../../cli/advice/line-of.ts';
import type { Files } from '../../cli/declare/command.ts';
import { type Check, failedBy, passed } from './check.ts';

/** Opens the sandbox's database and has it check itself. */
export async function sandboxDatabase({ world }: Pick<Files, 'world'>): Promise<Check> {
  const check = 'database';
  try {
    const database = await world.sandboxDatabase();
    const found = database.prepare('PRAGMA quick_check(1)').get<{ quick_check: string }>()?.quick_check;
    const version = database
      .prepare('SELECT sqlite_version() AS version')
      .get<{ version: string }>()?.version;
    if (found === 'ok') return passed(check, `${database.engine}, SQLite ${version}, opened and sound`);
    return {
      check,
      state: 'failed',
      detail: `damaged: ${found}`,
      hint: `Start afresh: ${pattern('sandbox reset')}`,
    };
  } catch (error) {
    return failedBy(check, error);
  }
}
