import { imports } from '../../contract/areas/imports.ts';
import { sectionOf } from '../core/handler.ts';
import { startInstantlyImport } from '../world/instantly/import-events.ts';
import { accountsOf, csvTemplate, openOtherTool } from '../world/instantly/other-tool.ts';

export const section = sectionOf(imports, {
  instantly: ({ body, workspaceId }, sandbox) => {
    const account = openOtherTool(body.apiKey, 500);
    return {
      jobId: startInstantlyImport(sandbox, workspaceId, account),
      status: 'queued',
      message: 'The import has started; every campaign arrives as a draft',
    };
  },

  instantlyAccounts: ({ body }, sandbox) => {
    const accounts = accountsOf(sandbox, openOtherTool(body.apiKey, 502));
    return { accounts, imapCsvTemplate: csvTemplate(accounts) };
  },
});
