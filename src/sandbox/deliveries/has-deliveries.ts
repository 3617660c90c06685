import type { Database } from '../../local/database.ts';

/** Whether anything waits to be delivered. Asked after every command that used the sandbox, so it needs no `State`. */
export function hasDeliveries(database: Database): boolean {
  const isThere = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'delivery_due'").get();
  return (
    isThere !== undefined &&
    database.prepare('SELECT 1 FROM delivery WHERE next_at IS NOT NULL LIMIT 1').get() !== undefined
  );
}
