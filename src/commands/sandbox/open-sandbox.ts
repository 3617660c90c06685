import type { Context } from '../../cli/declare/command.ts';
import type { Globals } from '../../cli/declare/globals.ts';
import { opt } from '../../cli/declare/params.ts';

/** The sandbox of this machine, seen from behind: without keys and calls. */
export async function openSandbox({ files }: Context) {
  const [database, { createSandbox }, { failedEvents, meanwhile, overview, workedOutUntil }] =
    await Promise.all([
      files.world.sandboxDatabase(),
      import('../../sandbox/sandbox.ts'),
      import('../../sandbox/tools/overview.ts'),
    ]);
  const sandbox = await createSandbox({ database, clock: files.world.clock });
  return { sandbox, database, failedEvents, meanwhile, overview, workedOutUntil };
}

/** The shared options of lists, for a list that no operation gives. */
export const pagingOf = (items: string, most = 1_000_000, usual = 50) => ({
  page: opt.int('page number, from 1', { min: 1, hint: 'n' }),
  limit: opt.int(`${items} per page (default ${usual})`, { min: 1, max: most, hint: 'n' }),
  all: opt.flag('all pages'),
});

/** What these options ask for, and the page around what was found. */
export function pageOf({ page = 1, limit = 50, all }: Partial<Pick<Globals, 'page' | 'limit' | 'all'>>) {
  const offset = all ? 0 : (page - 1) * limit;
  return {
    wanted: { offset, ...(!all && { limit }) },
    around: <T>(items: readonly T[], total: number) => ({
      items,
      total,
      page: all ? 1 : page,
      limit: all ? total : limit,
      hasMore: offset + items.length < total,
    }),
  };
}

/** Delivers to webhooks what is due, and waits for receivers as long as the service does. To be called with the sandbox open. */
export async function deliverPatiently({ files, screen }: Context): Promise<void> {
  await files.world.deliver?.(
    { progress: screen.progress, note: (line) => screen.note(line) },
    { patient: true },
  );
}
