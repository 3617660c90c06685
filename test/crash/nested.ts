import type { Database } from '../../src/local/database.ts';

/** The same database within a transaction that is never committed, so that it can be taken back as a whole. */
export function nested(database: Database): Database {
  let depth = 0;
  const within = <T>(work: () => T): T => {
    const name = `crash${depth++}`;
    database.exec(`SAVEPOINT ${name}`);
    try {
      const result = work();
      database.exec(`RELEASE ${name}`);
      return result;
    } catch (error) {
      database.exec(`ROLLBACK TO ${name}; RELEASE ${name}`);
      throw error;
    } finally {
      depth--;
    }
  };
  return { ...database, transaction: (work) => within(work), snapshot: within };
}
