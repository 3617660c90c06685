import { tables as autopilot } from './autopilot.ts';
import { tables as billing } from './billing.ts';
import { tables as blocklist } from './blocklist.ts';
import { tables as campaign } from './campaign.ts';
import { tables as core } from './core.ts';
import { tables as credits } from './credits.ts';
import { tables as delivery } from './delivery.ts';
import { tables as dfy } from './dfy.ts';
import { tables as draft } from './draft.ts';
import { tables as email } from './email.ts';
import { tables as fault } from './fault.ts';
import { tables as finder } from './finder.ts';
import { tables as icps } from './icps.ts';
import { tables as leads } from './leads.ts';
import { tables as placement } from './placement.ts';
import { tables as reply } from './reply.ts';
import { tables as sender } from './sender.ts';
import { tables as verification } from './verification.ts';
import { tables as webhook } from './webhook.ts';
import { tables as workspace } from './workspace.ts';

const areas = [
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
];

/** Every table of the sandbox. A new area adds one line; a changed text makes older sandbox files ask for a reset. */
export const tables = areas.join('\n');
