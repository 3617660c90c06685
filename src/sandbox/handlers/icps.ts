import { icps } from '../../contract/areas/icps.ts';
import { Refusal, sectionOf } from '../core/handler.ts';
import { pageOf } from '../core/paging.ts';
import type { Sandbox } from '../core/state.ts';
import {
  addIcp,
  changeIcp,
  icpOf,
  icpTable,
  icpView,
  makePrimary,
  primaryIcp,
  sizeIcp,
} from '../world/audience/icps.ts';

export const section = sectionOf(icps, {
  list: ({ query, workspaceId }, sandbox) => {
    const { rows, total } = icpTable.page(sandbox, pageOf(query, 50), 't.workspace_id = ?', workspaceId);
    return { icps: rows.map(icpView), total };
  },

  primary: ({ workspaceId }, sandbox) => {
    const icp = primaryIcp(sandbox, workspaceId);
    if (!icp) throw new Refusal(404, 'No ideal customer profile is the primary one');
    return { icp: icpView(icp) };
  },

  get: ({ params, workspaceId }, sandbox) => one(sandbox, workspaceId, params.id),

  create: ({ body, workspaceId }, sandbox) => {
    const { name, summary = '', makePrimary: primary, ...criteria } = body;
    const id = addIcp(sandbox, workspaceId, { name, summary, criteria });
    if (primary) makePrimary(sandbox, workspaceId, id);
    return one(sandbox, workspaceId, id);
  },

  update: ({ params, body, workspaceId }, sandbox) => {
    const icp = icpOf(sandbox, workspaceId, params.id);
    changeIcp(sandbox, icp, body);
    return one(sandbox, workspaceId, icp.id);
  },

  delete: ({ params, workspaceId }, sandbox) => {
    const { id } = icpOf(sandbox, workspaceId, params.id);
    sandbox.db.prepare('DELETE FROM icp WHERE id = ?').run(id);
    return { success: true };
  },

  refreshAudienceSize: ({ params, workspaceId }, sandbox) => {
    const icp = icpOf(sandbox, workspaceId, params.id);
    return { audienceSize: sizeIcp(sandbox, icp), ...one(sandbox, workspaceId, icp.id) };
  },

  setPrimary: ({ params, workspaceId }, sandbox) => {
    const { id } = icpOf(sandbox, workspaceId, params.id);
    makePrimary(sandbox, workspaceId, id);
    return one(sandbox, workspaceId, id);
  },
});

const one = (sandbox: Sandbox, workspaceId: number, id: number) => ({
  icp: icpView(icpOf(sandbox, workspaceId, id)),
});
