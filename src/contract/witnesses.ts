import type { Areas, OperationId } from './index.ts';

type WitnessOf<A> = {
  [K in keyof A]: A[K] extends { readonly retry: { readonly witness: infer W } } ? W : never;
}[keyof A];

/** The reads that `checkFirst` names: each shows whether another call worked. */
type Witness = { [A in keyof Areas]: WitnessOf<Areas[A]> }[keyof Areas] & OperationId;

/** The command that makes such a read. One that is missing does not compile. */
export const witnessCommands: Readonly<Record<Witness, string>> = {
  'senders.list': 'outreach senders list',
  'campaigns.list': 'outreach campaigns list',
  'campaigns.get': 'outreach campaigns get',
  'credits.transactions': 'outreach credits transactions',
  'drafts.list': 'outreach drafts list',
  'finder.imports': 'outreach finder imports list',
  'verification.jobs': 'outreach verification jobs list',
  'placement.tests': 'outreach placement tests',
  'autopilot.runs': 'outreach autopilot list',
  'autopilot.run': 'outreach autopilot get',
  'icps.list': 'outreach icps list',
  'webhooks.list': 'outreach webhooks list',
  'workspaces.list': 'outreach workspaces list',
};

/** `outreach leads list` */
export const witnessCommand = (witness: string): string =>
  Object.entries(witnessCommands).find(([id]) => id === witness)?.[1] ?? `outreach api ${witness}`;
