import { blocklist } from '../../contract/areas/blocklist.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { leads } from '../../contract/areas/leads.ts';
import { replies } from '../../contract/areas/replies.ts';
import { senders } from '../../contract/areas/senders.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { AnyCommand } from '../declare/command.ts';

/** What the lead gate may call. */
const leadGateReads: readonly AnyOperation[] = [
  campaigns.list,
  campaigns.get,
  campaigns.sequence,
  leads.list,
  senders.list,
  senders.get,
  blocklist.list,
  replies.list,
];

/** Every operation that a command may call, those of its lead gate included. For help and the tree: no run needs it. */
export const operationsOf = ({ uses, leadGate }: AnyCommand): readonly AnyOperation[] =>
  leadGate ? [...uses, ...leadGateReads] : uses;
