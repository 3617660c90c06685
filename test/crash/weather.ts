import type { FaultRule } from '../../src/sandbox/faults/rule.ts';

/** What befalls the call, and what it means for the truth. */
export interface Fault {
  readonly name: string;
  readonly rules: (operation: string) => FaultRule[];
  /** The effect shows at the service within a minute or so, whatever the answer said. */
  readonly happens: boolean;
  /** From when on the journal fails the first process: at every change after the call left, or at this one of them. */
  readonly journal?: 'every' | number;
}

const lost = ['reset', 'hang', 'truncated', 'status:500', 'status:502', 'status:503', 'bad-json', 'empty'];
const phases = ['before', 'after', 'late:60s', 'late:20m'] as const;
const harmless = ['unavailable', 'rate-limited', 'refused', 'dns'];

const once = (kind: string, phase: FaultRule['phase']) => (operation: string) => [
  { operation, kind, phase: phase ?? 'before', nth: 1 } as const,
];

const fault = (kind: string, phase: (typeof phases)[number]): Fault => ({
  name: `${kind} ${phase}`,
  rules: once(kind, phase),
  happens: phase === 'after' || phase === 'late:60s',
});

const purchase: readonly Fault[] = [
  ...(['before', 'after', 'late:60s', 'late:20m'] as const).map((phase) =>
    fault('purchase_unconfirmed', phase),
  ),
  { name: 'purchase_incomplete', rules: once('purchase_incomplete', 'after'), happens: false },
  { name: 'payment_failed', rules: once('payment_failed', 'before'), happens: false },
];

/** Every fault that can befall a call of this operation, and none. */
export const faultsOf = (operation: string): readonly Fault[] => [
  { name: 'none', rules: () => [], happens: true },
  ...lost.flatMap((kind) => phases.map((phase) => fault(kind, phase))),
  ...harmless.map((kind): Fault => ({ name: kind, rules: once(kind, 'before'), happens: true })),
  // Whether waiting helps depends on the call: a run that awaits approval does not go away.
  { name: 'rate-limited:bare', rules: once('rate-limited:bare', 'before'), happens: false },
  ...(operation === 'credits.purchase' ? purchase : []),
];

/** The call is answered, or its answer is lost, it does not arrive, or it is refused for now. */
const whileJournalFails: readonly Fault[] = [
  { name: 'none', rules: () => [], happens: true },
  fault('reset', 'after'),
  fault('reset', 'before'),
  { name: 'unavailable', rules: once('unavailable', 'before'), happens: true },
];

/** The journal fails after the request left: what is not written down is not found without asking anybody. */
export const journalFaults: readonly Fault[] = (['every', 1, 2] as const).flatMap((journal) =>
  whileJournalFails.map((one) => ({
    ...one,
    name: `${one.name}, the journal fails after the request left (${journal})`,
    happens: false,
    journal,
  })),
);

/** How the lists behave in which a client looks for what it did. */
export interface Lists {
  readonly name: string;
  readonly rules: (witness: string | undefined, operation: string) => FaultRule[];
}

/** How often the program reads the list before the call. */
const readsBefore: Readonly<Record<string, number>> = { 'campaigns.resume': 3 };

export const lists: readonly Lists[] = [
  { name: 'at once', rules: () => [] },
  { name: 'a minute behind', rules: () => [{ operation: '*', kind: 'lag:60s' }] },
  {
    name: 'failing twice',
    rules: (witness, operation) => {
      const nth = 1 + (readsBefore[operation] ?? 1);
      return witness === undefined ? [] : [{ operation: witness, kind: 'status:500', nth, times: 2 }];
    },
  },
];
