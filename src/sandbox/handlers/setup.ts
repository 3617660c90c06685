import { setup } from '../../contract/areas/setup.ts';
import { sectionOf } from '../core/handler.ts';
import { workspaceOf } from '../world/account/workspaces.ts';

export const section = sectionOf(setup, {
  /** The spec does not show the answer; these fields are ours. */
  ping: ({ workspaceId }, sandbox) => ({
    message: 'The set-up works',
    workspaceId: workspaceOf(sandbox, workspaceId).id,
  }),
});
