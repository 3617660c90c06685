import { counted } from '../../base/counted.ts';
import type { AnyOperation, ItemOf, Paging } from '../../contract/operation.ts';
import { hasEnded, isAtRest, runState, webhookState } from '../../domain/item-states.ts';
import type { Choice } from '../declare/asker.ts';
import type { Context } from '../declare/command.ts';
import type { ItemWord } from '../declare/name-kinds.ts';

/** What a person can choose one of, where the line does not name it. */
export interface ItemKind {
  readonly question: string;
  /** `campaigns`, for where there are none. */
  readonly plural: string;
  /** The command that lists them. */
  readonly list: string;
  /** Page after page, each read when it is asked for. Names come as the service has them: not escaped. */
  pages(from: Source): AsyncGenerator<PageOfChoices>;
}

interface ItemChoice extends Choice<unknown> {
  /** What completion may store on this machine to describe it: no person. */
  readonly stored: readonly string[];
}

/** Where items are read: the service, or a list of this machine by its command. */
export type Source = Pick<Context, 'service' | 'screen'>;

interface PageOfChoices {
  readonly choices: readonly ItemChoice[];
  readonly hasMore: boolean;
}

interface Items<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

interface Described<T> {
  /** What is shown beside the id: the name first, then the state that the list shows; fields, or made of the item. */
  readonly parts: readonly (keyof T)[] | ((item: T) => readonly unknown[]);
  /** Those that completion may store, which name no person; none unless said. */
  readonly stored?: 'all' | Described<T>['parts'];
  /** What the command takes; the field `id` unless said. */
  readonly value?: keyof T;
  /** Which can be chosen; all unless said. */
  readonly fits?: (item: T) => boolean;
}

/** Each is read page by page. The contract of an area is loaded when something of it is asked for. */
function kind<T>(
  [noun, plural, list]: readonly [noun: string, plural: string, list: string],
  read: (from: Source) => AsyncIterable<Items<T>>,
  { parts, stored = [], value: key = 'id' as keyof T, fits }: Described<T>,
): ItemKind {
  const choiceOf = (item: T): ItemChoice => {
    // `Autumn launch · running`: empty where the service leaves one out.
    const textsOf = (of: Described<T>['parts']) =>
      (typeof of === 'function' ? of(item) : of.map((field) => item[field])).map((part) =>
        typeof part === 'string' ? part : '',
      );
    const value = item[key];
    const label = textsOf(parts).filter(Boolean).join(' · ');
    return {
      name: label === '' ? String(value) : `${value}  ${label}`,
      value,
      stored: textsOf(stored === 'all' ? parts : stored),
    };
  };
  async function* pages(from: Source): AsyncGenerator<PageOfChoices> {
    for await (const { items, hasMore } of read(from))
      yield { choices: (fits ? items.filter(fits) : items).map(choiceOf), hasMore };
  }
  return { plural, list: `outreach ${list}`, question: `Which ${noun}?`, pages };
}

const paged = <const O extends AnyOperation & { readonly paging: Paging }>(load: () => Promise<O>) =>
  async function* ({ service }: Source): AsyncGenerator<Items<ItemOf<O>>> {
    yield* service.api.pages(await load(), {});
  };

/** A list that comes in one piece: from the service, or of this machine by the command that lists it. */
const whole = <T>(load: (from: Source) => Promise<readonly T[]>) =>
  async function* (from: Source): AsyncGenerator<Items<T>> {
    yield { items: await load(from), hasMore: false };
  };

const here = <T>(...line: readonly string[]) =>
  whole(async ({ screen }: Source) => {
    const { value, failure } = await screen.run(line, { silent: true });
    if (failure) throw failure;
    return (value as { readonly items: readonly T[] }).items;
  });

const campaigns = paged(async () => (await import('../../contract/areas/campaigns.ts')).campaigns.list);
const runs = paged(async () => (await import('../../contract/areas/autopilot.ts')).autopilot.runs);
const senders = paged(async () => (await import('../../contract/areas/senders.ts')).senders.list);
const leads = paged(async () => (await import('../../contract/areas/leads.ts')).leads.list);
const drafts = paged(async () => (await import('../../contract/areas/drafts.ts')).drafts.list);
const replies = paged(async () => (await import('../../contract/areas/replies.ts')).replies.list);
const icps = paged(async () => (await import('../../contract/areas/icps.ts')).icps.list);
const orders = paged(async () => (await import('../../contract/areas/dfy.ts')).dfy.orders);
const imports = paged(async () => (await import('../../contract/areas/finder.ts')).finder.imports);
const jobs = paged(async () => (await import('../../contract/areas/verification.ts')).verification.jobs);
const entries = paged(async () => (await import('../../contract/areas/blocklist.ts')).blocklist.list);

const webhooks = whole(async ({ service: { api } }) => {
  const { webhooks } = await import('../../contract/areas/webhooks.ts');
  return (await api(webhooks.list)).webhooks;
});
const workspaces = whole(async ({ service: { api } }) => {
  const { workspaces } = await import('../../contract/areas/workspaces.ts');
  return (await api(workspaces.list)).workspaces;
});

type Listed<L> = L extends (from: Source) => AsyncIterable<Items<infer T>> ? T : never;

const campaign: Described<Listed<typeof campaigns>> = {
  parts: ['name', 'status'],
  stored: 'all',
};
const run: Described<Listed<typeof runs>> = {
  parts: (item) => [item.website, runState(item)],
  stored: 'all',
};

export const itemKinds: Readonly<Record<ItemWord, ItemKind>> = {
  campaign: kind(['campaign', 'campaigns', 'campaigns list'], campaigns, campaign),
  'running-campaign': kind(['campaign', 'running campaigns', 'campaigns list'], campaigns, {
    ...campaign,
    fits: (item) => !isAtRest(item),
  }),
  run: kind(['Autopilot run', 'Autopilot runs', 'autopilot list'], runs, run),
  'unended-run': kind(['Autopilot run', 'Autopilot runs that have not ended', 'autopilot list'], runs, {
    ...run,
    fits: (item) => !hasEnded(item),
  }),
  sender: kind(['mailbox', 'mailboxes', 'senders list'], senders, {
    parts: ({ address, isConnected }) => [address, isConnected === false && 'not connected'],
    stored: 'all',
  }),
  lead: kind(['lead', 'leads', 'leads list'], leads, {
    parts: ({ firstName, lastName, company, email }) => [
      [firstName, lastName].filter(Boolean).join(' '),
      company,
      email,
    ],
  }),
  draft: kind(['draft', 'drafts', 'drafts list'], drafts, {
    parts: ({ to, subject }) => [to?.join(', '), subject],
    stored: ({ createdAt }) => [createdAt && `created ${createdAt}`],
  }),
  reply: kind(['reply', 'replies', 'replies list'], replies, {
    parts: ({ fromAddress, responseCategory, body }) => [fromAddress, responseCategory ?? 'pending', body],
  }),
  webhook: kind(['webhook', 'webhooks', 'webhooks list'], webhooks, {
    parts: (webhook) => [webhook.name, webhook.type, webhook.url, webhookState(webhook)],
    // Addresses of webhooks often hold a secret.
    stored: (webhook) => [webhook.name, webhook.type, webhookState(webhook)],
  }),
  icp: kind(['ideal customer profile', 'ideal customer profiles', 'icps list'], icps, {
    parts: ['name', 'summary'],
    stored: 'all',
  }),
  order: kind(['order', 'done-for-you orders', 'dfy orders list'], orders, {
    parts: ['status', 'createdAt'],
    stored: 'all',
  }),
  import: kind(['import', 'imports', 'finder imports list'], imports, {
    parts: ({ campaignName, status, requested }) => [campaignName, status, `${requested ?? '?'} requested`],
    stored: 'all',
    value: 'importId',
  }),
  job: kind(['verification job', 'verification jobs', 'verification jobs list'], jobs, {
    parts: ({ name, status, total }) => [
      name,
      status,
      typeof total === 'number' && counted(total, 'address', 'addresses'),
    ],
    stored: 'all',
  }),
  entry: kind(['blocklist entry', 'blocklist entries', 'blocklist list'], entries, {
    parts: ({ emailAddress, domain, scope }) => [emailAddress || domain, scope],
  }),
  workspace: kind(['workspace', 'workspaces', 'workspaces list'], workspaces, {
    parts: ({ name, isMain }) => [name, isMain && 'main'],
    stored: 'all',
  }),
  call: kind(
    ['call', 'calls in the journal', 'journal list'],
    here<{ id: number; summary: string; object: string | null; state: string; startedAt: string | null }>(
      'journal',
      'list',
    ),
    {
      parts: ({ summary, object, state, startedAt }) => [
        summary.replace(/(?: \(|[:;] ).*$/s, ''),
        object,
        state,
        startedAt,
      ],
    },
  ),
  profile: kind(
    ['profile', 'profiles', 'profiles list'],
    here<{ profile: string; target: string; workspace?: string | null }>('profiles', 'list'),
    { parts: ['target', 'workspace'], value: 'profile' },
  ),
  snapshot: kind(
    ['snapshot', 'snapshots', 'sandbox snapshot list'],
    here<{ name: string; now: string }>('sandbox', 'snapshot', 'list'),
    { parts: ['now'], value: 'name' },
  ),
};
