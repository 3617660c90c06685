import { counted } from '../../base/counted.ts';
import { Failure, isStop } from '../../base/errors.ts';
import { inLanes } from '../../base/steps.ts';
import { rowErrorFields } from '../../cli/answer/request-fields.ts';
import { listOf } from '../../cli/declare/answer.ts';
import type { Context } from '../../cli/declare/command.ts';
import { writePage } from '../../cli/output/page/page-options.ts';
import { type Account, allAccounts } from '../../cli/stop/accounts.ts';
import { notAll, type RowError, rowError } from '../../cli/stop/not-all.ts';
import * as s from '../../contract/schema/schema.ts';

/** A page for each profile; `file` is null where there is none. */
export const allPagesFields = s.object({
  items: listOf(
    s.object({ ...s.each(['profile', 'file'], s.nullable(s.string())), error: s.nullable(rowErrorFields) }),
  ),
  total: s.integer(),
});

export interface AllPages {
  readonly items: readonly {
    readonly profile: string | null;
    readonly file: string | null;
    readonly error: RowError | null;
  }[];
  readonly total: number;
}

interface Wanted {
  /** A folder, made where it is missing. */
  readonly folder: string;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly title: string | undefined;
  readonly withoutCost: boolean;
}

/** Throws `partial`, with the document, where an account has no page. */
export async function pagesOfAll(context: Context, wanted: Wanted): Promise<AllPages> {
  const { folder, since, until } = wanted;
  const [{ join }, { clientPage }, { readClientReport }] = await Promise.all([
    import('node:path'),
    import('./client-page.ts'),
    import('./read-client-report.ts'),
  ]);
  const { clock, sandboxNow } = context.files.world;
  await context.files.makeFolder(folder);
  const failures: Failure[] = [];
  const write = async (account: Account): Promise<AllPages['items'][number]> => {
    const { profile } = account;
    try {
      if ('failure' in account) throw account.failure;
      const report = await readClientReport(account.api, context.screen, { ids: [], since, until });
      const file = join(folder, `${profile ?? 'environment'}.html`);
      const isSandbox = account.target === 'sandbox';
      await writePage(context, file, clientPage(report, { ...wanted, profile, isOfCampaigns: false }), {
        now: (isSandbox ? await sandboxNow?.() : undefined) ?? clock.now(),
        isSandbox,
      });
      return { profile, file, error: null };
    } catch (error) {
      if (!(error instanceof Failure) || isStop(error)) throw error;
      failures.push(error);
      return { profile, file: null, error: rowError(error) };
    }
  };
  const items = await inLanes(await allAccounts(context), write);
  const result = { items, total: items.length };
  const [first, ...more] = failures;
  if (first === undefined) return result;
  const written = counted(items.length - failures.length, 'page was', 'pages were');
  throw notAll([first, ...more], {
    code: 'not_all_read',
    done: `${written} written`,
    rest: 'it writes all again',
    outcome: 'none',
    result,
  });
}
