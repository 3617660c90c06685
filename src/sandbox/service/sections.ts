import type { AnyOperation } from '../../contract/operation.ts';
import type { Sandbox } from '../core/state.ts';

/** A section of the contract with its handlers; the types that tie them together are checked where each is written. */
export interface Section {
  readonly operations: Readonly<Record<string, AnyOperation>>;
  readonly handlers: Readonly<Record<string, (call: never, sandbox: Sandbox) => unknown>>;
}

/**
 * Sections by the first part of the path. Each is loaded at its first call, so that one call does not pay for the rest.
 * A new area adds one entry; a test holds this table against the contract.
 */
export const sections: Readonly<Record<string, () => Promise<Section>>> = {
  leads: async () => {
    const [{ leads }, { handlers }] = await Promise.all([
      import('../../contract/areas/leads.ts'),
      import('../handlers/leads.ts'),
    ]);
    return { operations: leads, handlers };
  },
  'sender-emails': async () => {
    const [{ senders }, { handlers }] = await Promise.all([
      import('../../contract/areas/senders.ts'),
      import('../handlers/senders.ts'),
    ]);
    return { operations: senders, handlers };
  },
  campaigns: async () => {
    const [{ campaigns }, { handlers }] = await Promise.all([
      import('../../contract/areas/campaigns.ts'),
      import('../handlers/campaigns.ts'),
    ]);
    return { operations: campaigns, handlers };
  },
  'lead-finder': async () => {
    const [{ finder }, { handlers }] = await Promise.all([
      import('../../contract/areas/finder.ts'),
      import('../handlers/finder.ts'),
    ]);
    return { operations: finder, handlers };
  },
  replies: async () => {
    const [{ replies }, { handlers }] = await Promise.all([
      import('../../contract/areas/replies.ts'),
      import('../handlers/replies.ts'),
    ]);
    return { operations: replies, handlers };
  },
  'reply-drafts': async () => {
    const [{ drafts }, { handlers }] = await Promise.all([
      import('../../contract/areas/drafts.ts'),
      import('../handlers/drafts.ts'),
    ]);
    return { operations: drafts, handlers };
  },
  credits: async () => {
    const [{ credits }, { handlers }] = await Promise.all([
      import('../../contract/areas/credits.ts'),
      import('../handlers/credits.ts'),
    ]);
    return { operations: credits, handlers };
  },
  imports: async () => {
    const [{ imports }, { handlers }] = await Promise.all([
      import('../../contract/areas/imports.ts'),
      import('../handlers/imports.ts'),
    ]);
    return { operations: imports, handlers };
  },
  'email-verification': async () => {
    const [{ verification }, { handlers }] = await Promise.all([
      import('../../contract/areas/verification.ts'),
      import('../handlers/verification.ts'),
    ]);
    return { operations: verification, handlers };
  },
  'inbox-placement': async () => {
    const [{ placement }, { handlers }] = await Promise.all([
      import('../../contract/areas/placement.ts'),
      import('../handlers/placement.ts'),
    ]);
    return { operations: placement, handlers };
  },
  reports: async () => {
    const [{ report }, { handlers }] = await Promise.all([
      import('../../contract/areas/report.ts'),
      import('../handlers/report.ts'),
    ]);
    return { operations: report, handlers };
  },
  copilot: async () => {
    const [{ copilot }, { handlers }] = await Promise.all([
      import('../../contract/areas/copilot.ts'),
      import('../handlers/copilot.ts'),
    ]);
    return { operations: copilot, handlers };
  },
  autopilot: async () => {
    const [{ autopilot }, { handlers }] = await Promise.all([
      import('../../contract/areas/autopilot.ts'),
      import('../handlers/autopilot.ts'),
    ]);
    return { operations: autopilot, handlers };
  },
  icps: async () => {
    const [{ icps }, { handlers }] = await Promise.all([
      import('../../contract/areas/icps.ts'),
      import('../handlers/icps.ts'),
    ]);
    return { operations: icps, handlers };
  },
  audience: async () => {
    const [{ audience }, { handlers }] = await Promise.all([
      import('../../contract/areas/audience.ts'),
      import('../handlers/audience.ts'),
    ]);
    return { operations: audience, handlers };
  },
  webhooks: async () => {
    const [{ webhooks }, { handlers }] = await Promise.all([
      import('../../contract/areas/webhooks.ts'),
      import('../handlers/webhooks.ts'),
    ]);
    return { operations: webhooks, handlers };
  },
  blocklist: async () => {
    const [{ blocklist }, { handlers }] = await Promise.all([
      import('../../contract/areas/blocklist.ts'),
      import('../handlers/blocklist.ts'),
    ]);
    return { operations: blocklist, handlers };
  },
  workspaces: async () => {
    const [{ workspaces }, { handlers }] = await Promise.all([
      import('../../contract/areas/workspaces.ts'),
      import('../handlers/workspaces.ts'),
    ]);
    return { operations: workspaces, handlers };
  },
  'billing-profile': async () => {
    const [{ billing }, { handlers }] = await Promise.all([
      import('../../contract/areas/billing.ts'),
      import('../handlers/billing.ts'),
    ]);
    return { operations: billing, handlers };
  },
  setup: async () => {
    const [{ setup }, { handlers }] = await Promise.all([
      import('../../contract/areas/setup.ts'),
      import('../handlers/setup.ts'),
    ]);
    return { operations: setup, handlers };
  },
  dfy: async () => {
    const [{ dfy }, { handlers }] = await Promise.all([
      import('../../contract/areas/dfy.ts'),
      import('../handlers/dfy.ts'),
    ]);
    return { operations: dfy, handlers };
  },
  prospects: async () => {
    const [{ prospects }, { handlers }] = await Promise.all([
      import('../../contract/areas/prospects.ts'),
      import('../handlers/prospects.ts'),
    ]);
    return { operations: prospects, handlers };
  },
};

/** The file whose handler answers an operation, for the page on coverage; undefined where nothing does. */
export async function loadHandledAt(): Promise<(operation: Pick<AnyOperation, 'id'>) => string | undefined> {
  const loaded = await Promise.all(Object.values(sections).map((load) => load()));
  const files = new Map(
    loaded.flatMap(({ operations, handlers }) =>
      Object.entries(operations)
        .filter(([name]) => handlers[name] !== undefined)
        .map(([, { id }]) => [id, `handlers/${id.split('.')[0]}.ts`] as const),
    ),
  );
  return ({ id }) => files.get(id);
}
