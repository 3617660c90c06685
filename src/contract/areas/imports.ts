import { area, checkFirst, documented, harmless, noEffect, write } from '../operation.ts';
import { array, integer, maybe, nullable, object, record, string } from '../schema/schema.ts';

/** The other tool's key; looked at before anything happens. */
const body = object({ apiKey: string(1) });

const account = record({
  email: string(),
  firstName: maybe(string()),
  lastName: maybe(string()),
  provider: maybe(string()),
  dailyLimit: maybe(integer()),
  status: maybe(string()),
});

export const imports = area('imports', {
  /** Campaigns arrive as drafts and send nothing by themselves (spec, Campaign status). */
  instantly: write({
    summary: 'Import campaigns and leads from Instantly',
    tool: 'import_from_instantly',
    route: documented('POST', '/imports/instantly'),
    ...noEffect,
    retry: checkFirst('campaigns.list'),
    secrets: ['apiKey'],
    success: 202,
    body,
    response: record({ jobId: string(), status: nullable(string()), message: maybe(string()) }),
    statuses: [400, 401, 500],
  }),
  instantlyAccounts: write({
    summary: 'List the sender accounts at Instantly, with a CSV template to connect them',
    tool: 'list_instantly_accounts',
    route: documented('POST', '/imports/instantly/accounts'),
    ...harmless,
    changes: false,
    secrets: ['apiKey'],
    body,
    response: record({ accounts: array(account), imapCsvTemplate: maybe(string()) }),
    statuses: [400, 401, 502],
  }),
});
