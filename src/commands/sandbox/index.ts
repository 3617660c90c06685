import type { Verbs } from '../../cli/declare/command.ts';
import { clock } from './clock.ts';
import { deliveries } from './deliveries.ts';
import { exec } from './exec.ts';
import { fault } from './fault/index.ts';
import { fidelity } from './fidelity.ts';
import { info } from './info.ts';
import { ledger } from './ledger.ts';
import { outbox } from './outbox/index.ts';
import { reset } from './reset.ts';
import { secrets } from './secrets.ts';
import { seed } from './seed.ts';
import { serve } from './serve.ts';
import { snapshot } from './snapshot.ts';

export const group: Verbs = {
  commands: [info, serve, exec, ledger, deliveries, secrets, fidelity, seed, reset],
  groups: [clock, snapshot, fault, outbox],
  examples: ['outreach sandbox info', 'outreach sandbox clock advance 14d', 'outreach sandbox outbox list'],
};
