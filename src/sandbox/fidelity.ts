import { account } from './fidelity/account.ts';
import { campaigns } from './fidelity/campaigns.ts';
import { errors } from './fidelity/errors.ts';
import { events } from './fidelity/events.ts';
import { finder } from './fidelity/finder.ts';
import { leads } from './fidelity/leads.ts';
import { orders } from './fidelity/orders.ts';
import { planning } from './fidelity/planning.ts';
import { replies } from './fidelity/replies.ts';
import type { Rule } from './fidelity/rule.ts';
import { senders } from './fidelity/senders.ts';

/** Every rule of the specification, with how near the sandbox is to it. */
export const fidelity: readonly Rule[] = [
  ...account,
  ...leads,
  ...senders,
  ...campaigns,
  ...replies,
  ...finder,
  ...planning,
  ...orders,
  ...events,
  ...errors,
];
