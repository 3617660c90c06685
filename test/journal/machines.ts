import { hostname } from 'node:os';
import { onTestFinished, type TestContext } from 'vitest';
import type { Journal, Owner } from '../../src/client/guard/journal.ts';
import { openDatabase } from '../../src/local/database.ts';
import { journalAddress } from '../../src/local/journal/journal-address.ts';
import { LocalJournal } from '../../src/local/journal/local-journal.ts';
import { localTurns } from '../../src/local/journal/turns.ts';
import { SharedJournal } from '../../src/shared-journal/shared-journal.ts';
import { Store, type StoreOptions } from '../../src/shared-journal/store.ts';
import { temporaryFolder } from '../e2e/binary.ts';
import { postgres } from '../postgres/of-the-run.ts';

/** Two processes over one journal. */
export interface Machines {
  readonly one: Journal;
  readonly two: Journal;
  /** The process of this number runs no more: as soon as that can be known. */
  ends(pid: number): Promise<void>;
  isRaised(): boolean;
  /** Changes the tables behind the back of both. */
  change(sql: string): Promise<void>;
}

function aFlag() {
  let isUp = false;
  const set = (up: boolean) => () => {
    isUp = up;
  };
  return { flag: { raise: set(true), lower: set(false) }, isRaised: () => isUp };
}

async function localMachines(): Promise<Machines> {
  const db = await openDatabase(':memory:');
  onTestFinished(() => db.close());
  const dead = new Set<number>();
  const folder = await temporaryFolder();
  const { flag, isRaised } = aFlag();
  const alive = ({ pid }: Owner) => !dead.has(pid);
  const process = (pid: number) =>
    new LocalJournal(db, {
      self: { pid, started: `start ${pid}` },
      alive,
      flag,
      turns: localTurns(folder, pid),
    });
  return {
    one: process(1),
    two: process(2),
    ends: async (pid) => void dead.add(pid),
    isRaised,
    change: async (sql) => db.exec(sql),
  };
}

async function sharedMachines(context: TestContext, now = Date.now): Promise<Machines> {
  const running = await postgres(context);
  const address = await running.newDatabase();
  const { flag, isRaised } = aFlag();
  const process = async (pid: number) => {
    const known = journalAddress(address);
    if (known === undefined) throw new Error('an address is missing');
    const store = new Store(known, { env: {} });
    await store.open();
    const self = { pid, started: `start ${pid}`, host: hostname(), user: `user ${pid}` };
    const journal = new SharedJournal(store, { self, flag, now });
    onTestFinished(() => journal.close());
    return journal;
  };
  const change = async (sql: string) =>
    void (await running.run(address, `SET search_path = outreach; ${sql}`));
  const ends = (pid: number) =>
    change(
      `UPDATE slot SET lease_until = '-infinity' WHERE slot IN (SELECT slot FROM intent WHERE owner_pid = ${pid})`,
    );
  return { one: await process(1), two: await process(2), ends, isRaised, change };
}

/** Both journals, for `describe.each`. */
export const stores = [
  { store: 'on this machine', machines: localMachines },
  { store: 'in PostgreSQL', machines: sharedMachines },
] as const;

/** The journal at this address, for one run of a world. */
export async function openShared(
  address: string,
  { patienceMs, host = hostname() }: Pick<StoreOptions, 'patienceMs'> & { readonly host?: string } = {},
): Promise<Journal> {
  const known = journalAddress(address);
  if (known === undefined) throw new Error('an address is missing');
  const store = new Store(known, { env: {}, ...(patienceMs !== undefined && { patienceMs }) });
  const flag = { raise: () => undefined, lower: () => undefined };
  const self = { pid: 1, started: 'here', host, user: 'a test' };
  const journal = new SharedJournal(store, { self, flag, now: Date.now });
  onTestFinished(() => journal.close());
  await store.open();
  return journal;
}
