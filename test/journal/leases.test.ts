import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/local/database.ts';
import { sqliteStore } from '../../src/local/journal/sqlite-store.ts';
import { Leases } from '../../src/shared-journal/leases.ts';

const leaseMs = 30_000;

/** Leases in SQLite, which takes their statements but for the words of PostgreSQL about time. */
async function slots() {
  const db = await openDatabase(':memory:');
  onTestFinished(() => db.close());
  db.exec(
    'CREATE TABLE slot (slot TEXT PRIMARY KEY, generation INTEGER, holder, claim, lease_until INTEGER)',
  );
  let now = 0;
  const inWords = (sql: string) =>
    sql.replaceAll('clock_timestamp()', String(now)).replaceAll("interval '1 millisecond'", '1');
  const store = sqliteStore({ ...db, prepare: (sql) => db.prepare(inWords(sql)) });
  const process = () => {
    const leases = new Leases(store, () => now, leaseMs);
    onTestFinished(() => leases.stop());
    return leases;
  };
  return {
    process,
    claim: (leases: Leases, key: string) => store.change(() => leases.claim('slot', key)),
    waits: (ms: number) => {
      now += ms;
    },
  };
}

it('lets nothing leave in the second half of a lease', async () => {
  const { process, waits } = await slots();
  const leases = process();
  leases.hold('slot', leases.moment());
  waits(leaseMs / 2 - 1000);
  expect(leases.isHeld('slot')).toBe(true);
  waits(1000);
  expect(leases.isHeld('slot')).toBe(false);
});

it('gives a slot again to the claim that has it, where its commit was not heard of', async () => {
  const { process, claim } = await slots();
  const leases = process();
  expect(await claim(leases, 'key')).toBe(1);
  expect(await claim(leases, 'key')).toBe(2);
});

it('gives a slot to another claim when the lease is over, and not before', async () => {
  const { process, claim, waits } = await slots();
  expect(await claim(process(), 'key')).toBe(1);
  waits(leaseMs);
  expect(await claim(process(), 'another')).toBeUndefined();
  waits(1);
  expect(await claim(process(), 'another')).toBe(2);
});
