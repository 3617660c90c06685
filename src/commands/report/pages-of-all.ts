import { join } from 'node:path';
import { counted } from '../../base/counted.ts';
import type { Context } from '../../cli/declare/command.ts';
import { writePage } from '../../cli/output/page/page-options.ts';
import { allAccounts, rowsOf } from '../../cli/stop/accounts.ts';
import { notAllRead } from '../../cli/stop/not-all.ts';
import { clientPage } from './client-page.ts';
import type { AllPages } from './outcomes-page.ts';
import { readClientReport } from './read-client-report.ts';
import type { Period } from './read-outcomes.ts';

/** The folder is made where it is missing. Throws `partial`, with the document, where an account has no page. */
export async function pagesOfAll(
  context: Context,
  wanted: Period & { readonly folder: string } & Pick<
      Parameters<typeof clientPage>[1],
      'title' | 'withoutCost'
    >,
): Promise<AllPages> {
  const { folder, since, until } = wanted;
  const { clock, sandboxNow } = context.files.world;
  await context.files.makeFolder(folder);
  const { items, failures } = await rowsOf<AllPages['items'][number]>(
    await allAccounts(context),
    async ({ profile, api, target }) => {
      const report = await readClientReport(api, context.screen, { ids: [], since, until });
      const file = join(folder, `${profile ?? 'environment'}.html`);
      const isSandbox = target === 'sandbox';
      await writePage(context, file, clientPage(report, { ...wanted, profile, isOfCampaigns: false }), {
        now: (isSandbox ? await sandboxNow?.() : undefined) ?? clock.now(),
        isSandbox,
      });
      return [{ profile, file, error: null }];
    },
    (profile, error) => ({ profile, file: null, error }),
  );
  const result = { items, total: items.length };
  const written = counted(items.length - failures.length, 'page was', 'pages were');
  const unread = notAllRead(failures, `${written} written`, result);
  if (unread) throw unread;
  return result;
}
