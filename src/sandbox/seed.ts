import {
  sandboxChildKey,
  sandboxExpiredKey,
  sandboxKey,
  sandboxKeyOf,
  sandboxPausedKey,
  sandboxReadOnlyKey,
  sandboxTrialKey,
} from '../contract/keys.ts';
import { insert } from './core/rows.ts';
import type { State } from './core/state.ts';
import tables from './tables.sql';
import { tablesVersion } from './tables-version.ts';
import { addCredits } from './world/account/wallet.ts';
import { type Workspace, workspaceTable } from './world/account/workspaces.ts';
import { seedSenders } from './world/mailboxes/seed-senders.ts';

interface NewWorkspace extends Partial<Workspace> {
  readonly name: string;
  /** An active subscription with a saved default card; there is one unless said. */
  readonly paying?: boolean;
}

/** The plan names and the cap are ours: the spec has plans with a contact limit and names none. */
export const addWorkspace = (
  state: Pick<State, 'db'>,
  { paying = true, ...workspace }: NewWorkspace,
): number =>
  workspaceTable.insert(state, {
    plan: 'growth',
    contactCap: 25_000,
    hasSubscription: paying,
    hasCard: paying,
    ...workspace,
  });

interface KeyDetails {
  name?: string | undefined;
  /** Milliseconds; only keys of the in-app set-up expire. */
  expiresAt?: number;
  paused?: boolean;
}

export function addKey(
  state: Pick<State, 'db'>,
  workspaceId: number,
  key: string,
  scope: 'read' | 'read_write',
  { name, expiresAt, paused = false }: KeyDetails = {},
): number {
  const status = paused ? 'paused' : 'active';
  return insert(state, 'api_key', { workspaceId, key, scope, status, name, expiresAt });
}

const day = 86_400_000;

/**
 * Fills an empty database with a fresh world: the main workspace with 5,000 credits and its mailboxes; no leads, no campaigns. Beside it what lets
 * each refusal be tried by hand: a read-only key, an expired and a paused one, a child workspace, and an account on a trial.
 */
export function seedWorld(state: State, seed: string): void {
  state.db.exec(tables);
  state.write('schema', tablesVersion);
  state.write('seed', seed);
  const workspaceId = addWorkspace(state, { name: 'Main workspace' });
  addKey(state, workspaceId, sandboxKey, 'read_write');
  addKey(state, workspaceId, sandboxReadOnlyKey, 'read');
  addCredits(state, workspaceId, 5000, 'welcome_grant');
  seedSenders(state, workspaceId);
  addKey(state, workspaceId, sandboxExpiredKey, 'read_write', { expiresAt: state.now() - day });
  addKey(state, workspaceId, sandboxPausedKey, 'read_write', { paused: true });
  const child = addWorkspace(state, { name: 'Child workspace', parentId: workspaceId });
  addKey(state, child, sandboxChildKey, 'read_write');
  addCredits(state, child, 500, 'welcome_grant');
  const trial = addWorkspace(state, {
    name: 'Trial workspace',
    plan: 'trial',
    contactCap: 1000,
    paying: false,
  });
  addKey(state, trial, sandboxTrialKey, 'read_write');
  addCredits(state, trial, 100, 'welcome_grant');
}

/** The key of the nth child workspace of a file, from 0, where it names none: the first one has that of the usual child. */
export const childKey = (at: number): string =>
  at === 0 ? sandboxChildKey : sandboxKeyOf(`Workspace${at + 1}`.padEnd(40, '0'));

/** The keys that are there without being named. */
export const givenKeys = (children: number): string[] => [
  sandboxKey,
  sandboxReadOnlyKey,
  sandboxTrialKey,
  sandboxExpiredKey,
  sandboxPausedKey,
  ...Array.from({ length: Math.max(1, children) }, (_, at) => childKey(at)),
];
