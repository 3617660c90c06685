import { autopilot, billing, credits, dfy, icps, workspace } from './account.ts';
import { blocklist, finder, leads, verification } from './leads.ts';
import { campaign, draft, email, placement, reply, sender } from './mail.ts';
import { core, delivery, fault, webhook } from './service.ts';

/** Every table of the sandbox. A changed text makes older sandbox files ask for a reset. */
export const tables = [
  core,
  workspace,
  leads,
  credits,
  finder,
  blocklist,
  sender,
  campaign,
  email,
  reply,
  draft,
  icps,
  autopilot,
  webhook,
  delivery,
  billing,
  verification,
  placement,
  dfy,
  fault,
].join('\n');
