import { dfy } from '../../contract/areas/dfy.ts';
import { sectionOf } from '../core/handler.ts';
import { pageOf } from '../core/paging.ts';
import { orderTable, orderView, viewOf } from '../world/dfy/order-views.ts';

export const section = sectionOf(
  dfy,
  {
    orders: ({ query, workspaceId }, sandbox) => {
      const { rows, total } = orderTable.page(sandbox, pageOf(query, 50), 't.workspace_id = ?', workspaceId);
      return { orders: rows.map((row) => viewOf(sandbox, row)), total };
    },

    order: ({ params, workspaceId }, sandbox) => ({ order: orderView(sandbox, workspaceId, params.id) }),
  },
  async () => (await import('./late/dfy.ts')).handlers,
);
