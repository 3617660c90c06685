import { grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import type { Screen } from '../../cli/declare/command.ts';
import { type Account, placeOfKey } from '../../cli/stop/accounts.ts';
import { rowError } from '../../cli/stop/not-all.ts';
import { blockKey } from '../../contract/checks/block-value.ts';
import {
  type BlockedIn,
  covers,
  missingGlobally,
  missingIn,
  siftValues,
  unionOf,
} from '../../domain/blocklist.ts';
import { blockIn, type Member, orAlready, type Synced, type SyncRow } from './block-in.ts';
import { readEntries } from './read-entries.ts';

/**
 * Blocks in every account what another one of them blocks, and these values. The sandbox and live services are apart:
 * invented people do not get onto a real list, nor real ones onto that of the sandbox.
 */
export async function syncLists(
  { progress, warn, globals }: Pick<Screen, 'progress' | 'warn' | 'globals'>,
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
    say(globals.dryRun ? 'Comparing the blocklists' : 'Blocking what is missing');
    const synced = new Map<Member, Synced>();
    await Promise.all(
      (['live', 'sandbox'] as const).map(async (target) => {
        const group = members.filter((member) => member.target === target);
        for (const [member, row] of await syncGroup(group, soundUnion(group, more, warn)))
          synced.set(member, row);
      }),
    );
    return Promise.all(found.map((one) => ('list' in one ? orAlready(one, synced) : one)));
  });
}

async function readMember(account: Account, warn: Screen['warn']): Promise<Member | Synced> {
  if ('failure' in account) return unread(account.profile, null, account.failure);
  const { api, profile, target } = account;
  try {
    const { values, gap } = await readEntries(api);
    return { ...account, gap, list: { values, ...(await placeOfKey(account, { warn })) } };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return unread(profile, target, error);
  }
}

/** What cannot be blocked is left out, as the service would refuse the call that has it. */
function soundUnion(group: readonly Member[], more: readonly string[], warn: Screen['warn']): string[] {
  if (group.length === 0) return [];
  const lists = group.map(({ list }) => list);
  const { values, rejected } = siftValues([...unionOf(lists, more)], (value) => [blockKey(value)]);
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
      const global = new Set<string>();
      for (const [main, { row, held = [] }] of mains)
        if (row.scope === 'global' && covers(main.list, member.list))
          for (const value of held) global.add(value);
      return [member, await blockIn(member, 'workspace', missingIn(member.list, union, global))];
    });
  return [...mains, ...(await Promise.all(others))];
}

async function syncMain(
  main: Member,
  lists: readonly BlockedIn[],
  union: readonly string[],
): Promise<Synced> {
  const globally = await blockIn(main, 'global', missingGlobally(main.list, lists, union));
  // It lists other workspaces and may not write for them.
  return globally.failure?.status === 403 && globally.row.created === 0
    ? blockIn(main, 'workspace', missingIn(main.list, union, new Set()))
    : globally;
}

const unread = (profile: string | null, target: SyncRow['target'], failure: Failure): Synced => ({
  row: {
    profile,
    target,
    entries: null,
    scope: null,
    values: [],
    calls: 0,
    created: 0,
    skipped: 0,
    outcome: 'failed',
    error: rowError(failure),
  },
  failure,
});
