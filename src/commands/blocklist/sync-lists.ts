import { grouped } from '../../base/counted.ts';
import { Failure, isStop } from '../../base/errors.ts';
import { leftOut, whyOf } from '../../cli/answer/fact.ts';
import { type DescribedRequest, describeDryRun } from '../../cli/answer/show-request.ts';
import type { Context } from '../../cli/declare/command.ts';
import { DryRun } from '../../cli/declare/early-end.ts';
import { blocklistPage } from '../../cli/launch/read-blocklist.ts';
import type { Account, Reached } from '../../cli/stop/accounts.ts';
import { type RowError, rowError } from '../../cli/stop/not-all.ts';
import { blocklist } from '../../contract/areas/blocklist.ts';
import { workspaces } from '../../contract/areas/workspaces.ts';
import { blockKey } from '../../contract/checks/block-value.ts';
import { limits } from '../../contract/limits.ts';
import { type BlockedIn, covers, missingGlobally, missingIn, unionOf } from '../../domain/block-union.ts';
import { siftValues } from '../../domain/block-value.ts';
import { valueIn } from './entry-view.ts';
import { inBatches } from './in-batches.ts';

type Scope = 'workspace' | 'global';

export interface SyncRow {
  readonly profile: string | null;
  readonly target: 'live' | 'sandbox' | null;
  /** Of its list before; null where it could not be read. */
  readonly entries: number | null;
  readonly scope: Scope | null;
  /** What it lacked, or lacks in a dry run. */
  readonly values: readonly string[];
  readonly created: number;
  readonly skipped: number;
  readonly calls: number;
  readonly outcome: 'synced' | 'same' | 'planned' | 'failed';
  readonly error: RowError | null;
  /** In a dry run: the first of its calls. */
  readonly request?: DescribedRequest;
}

export interface Synced {
  readonly row: SyncRow;
  readonly failure?: Failure;
}

/** An account whose list was read. */
interface Member extends Reached {
  readonly profile: string | null;
  readonly list: BlockedIn;
}

/**
 * Blocks in every account what another one of them blocks, and these values. The sandbox and live services are apart:
 * invented people do not get onto a real list, nor real ones onto that of the sandbox.
 */
export async function syncLists(
  { progress, warn }: Pick<Context, 'progress' | 'warn'>,
  accounts: readonly Account[],
  more: readonly string[],
): Promise<Synced[]> {
  return progress('Reading the blocklists', async (say) => {
    let read = 0;
    const found = await Promise.all(
      accounts.map(async (account) => {
        const member = await readMember(account, warn);
        say(`Reading the blocklists: ${++read} of ${accounts.length}`);
        return member;
      }),
    );
    const members = found.flatMap((one) => ('list' in one ? [one] : []));
    say('Blocking what is missing');
    const targets = (['live', 'sandbox'] as const).map((target) =>
      members.filter((member) => member.target === target),
    );
    const synced = new Map<Member | Synced, Synced>();
    await Promise.all(
      targets.map(async (group) => {
        for (const [member, row] of await syncGroup(group, soundUnion(group, more, warn)))
          synced.set(member, row);
      }),
    );
    return found.map((one) => ('list' in one ? (synced.get(one) as Synced) : one));
  });
}

async function readMember(account: Account, warn: Context['warn']): Promise<Member | Synced> {
  if ('failure' in account) return unread(account.profile, null, account.failure);
  const { api, baseUrl, profile, target } = account;
  try {
    const values = new Map<string, Scope>();
    for await (const { items } of api.pages(blocklist.list, {}, { pageSize: blocklistPage }))
      for (const entry of items) {
        const value = valueIn(entry);
        if (!value) continue;
        const key = blockKey(value);
        if (entry.scope === 'global' || !values.has(key))
          values.set(key, entry.scope === 'global' ? 'global' : 'workspace');
      }
    const origin = new URL(baseUrl).origin;
    return { ...account, list: { origin, values, ...(await workspacesOf({ api, warn })) } };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return unread(profile, target, error);
  }
}

/** Only a main workspace lists others than itself. Where it cannot be read, the workspace gets entries of its own. */
async function workspacesOf(
  context: Pick<Context, 'api' | 'warn'>,
): Promise<Pick<BlockedIn, 'workspaces' | 'isMain'>> {
  try {
    const { workspaces: listed } = await context.api(workspaces.list);
    const isMain = listed.length > 1 || listed.some(({ isMain }) => isMain === true);
    return { workspaces: listed.map(({ id }) => String(id)), isMain };
  } catch (error) {
    if (!(error instanceof Failure) || isStop(error)) throw error;
    if (error.kind !== 'forbidden') leftOut(context, workspaces.list, whyOf(error));
    return { workspaces: [], isMain: false };
  }
}

/** What cannot be blocked is left out, as the service would refuse the call that has it. */
function soundUnion(group: readonly Member[], more: readonly string[], warn: Context['warn']): string[] {
  if (group.length === 0) return [];
  const lists = group.map(({ list }) => list);
  const { values, rejected } = siftValues([...unionOf(lists, more)]);
  for (const { value, reason } of rejected.slice(0, 3)) warn(`"${value}" cannot be blocked: ${reason}`);
  if (rejected.length > 3) warn(`So it is with ${grouped(rejected.length - 3)} more.`);
  return [...values];
}

/** Main workspaces first: what they block globally, those below them need not block again. */
async function syncGroup(group: readonly Member[], union: readonly string[]): Promise<[Member, Synced][]> {
  const lists = group.map(({ list }) => list);
  const mains = await Promise.all(
    group
      .filter(({ list }) => list.isMain)
      .map(async (main): Promise<[Member, Synced]> => [main, await syncMain(main, lists, union)]),
  );
  const others = group
    .filter(({ list }) => !list.isMain)
    .map(async (member): Promise<[Member, Synced]> => {
      const global = mains
        .filter(
          ([main, { row }]) => row.scope === 'global' && row.error === null && covers(main.list, member.list),
        )
        .flatMap(([, { row }]) => row.values);
      return [member, await block(member, 'workspace', missingIn(member.list, union, new Set(global)))];
    });
  return [...mains, ...(await Promise.all(others))];
}

async function syncMain(
  main: Member,
  lists: readonly BlockedIn[],
  union: readonly string[],
): Promise<Synced> {
  const globally = await block(main, 'global', missingGlobally(main.list, lists, union));
  // It lists other workspaces and may not write for them.
  return globally.failure?.status === 403 && globally.row.created === 0
    ? block(main, 'workspace', missingIn(main.list, union, new Set()))
    : globally;
}

const nothing = { created: 0, skipped: 0 };

async function block(
  { api, profile, target, list }: Member,
  scope: Scope,
  values: readonly string[],
): Promise<Synced> {
  const calls = Math.ceil(values.length / limits.blocklistValuesPerCall);
  const row = { profile, target, entries: list.values.size, scope, values, calls, ...nothing, error: null };
  if (values.length === 0) return { row: { ...row, outcome: 'same' } };
  try {
    const quiet: Pick<Context, 'progress'> = { progress: (_, during) => during(() => undefined) };
    const sums = await inBatches(quiet, 'Blocking', values, ['created', 'skipped'], (batch) =>
      api(blocklist.add, { body: { values: batch, scope } }),
    );
    return { row: { ...row, ...sums, outcome: 'synced' } };
  } catch (error) {
    if (error instanceof DryRun)
      return { row: { ...row, outcome: 'planned', request: await describeDryRun(error) } };
    if (!(error instanceof Failure)) throw error;
    const sums = (error.result as typeof nothing | undefined) ?? nothing;
    return { row: { ...row, ...sums, outcome: 'failed', error: rowError(error) }, failure: error };
  }
}

const unread = (profile: string | null, target: SyncRow['target'], failure: Failure): Synced => ({
  row: {
    profile,
    target,
    entries: null,
    scope: null,
    values: [],
    calls: 0,
    ...nothing,
    outcome: 'failed',
    error: rowError(failure),
  },
  failure,
});
