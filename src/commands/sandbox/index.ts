import type { Group } from '../../cli/declare/command.ts';
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

export const group: Group = {
  name: 'sandbox',
  summary: 'The service on this machine: rehearse for weeks in seconds',
  commands: [info, serve, exec, reset, seed, ledger, deliveries, secrets, fidelity],
  groups: [clock, snapshot, fault, outbox],
};
