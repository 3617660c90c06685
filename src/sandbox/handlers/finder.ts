import { finder } from '../../contract/areas/finder.ts';
import { sectionOf } from '../core/handler.ts';
import { imports, importView } from '../world/imports/import-records.ts';

export const section = sectionOf(
  finder,
  {
    imports: ({ query, workspaceId }, sandbox) => {
      const newest = 'WHERE t.workspace_id = ? ORDER BY t.id DESC LIMIT ?';
      return { imports: imports.all(sandbox, newest, workspaceId, query.limit ?? 10).map(importView) };
    },

    import: ({ params, workspaceId }, sandbox) =>
      importView(imports.owned(sandbox, workspaceId, params.id, 'Import')),
  },
  async () => (await import('./late/finder.ts')).handlers,
);
