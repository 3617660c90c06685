import { counted } from '../../base/counted.ts';
import type { AnyOperation, ItemOf, Paging } from '../../contract/operation.ts';
import { hasEnded, isAtRest, runState, webhookState } from '../../domain/item-states.ts';
import type { Choice } from '../declare/asker.ts';
import type { Context, Service } from '../declare/command.ts';
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

/** Of `Autumn launch · running`: empty where the service leaves one out. */
const textsOf = (parts: readonly unknown[]): string[] =>
  parts.map((part) => (typeof part === 'string' ? part : ''));

interface Described<T> {
  /** What is shown beside the id: the name first, then the state that the list shows. */
  readonly parts: (item: T) => readonly unknown[];
  /** Those that completion may store, which name no person; none unless said. */
  readonly stored?: 'all' | ((item: T) => readonly unknown[]);
  /** What the command takes; the field `id` unless said. */
  readonly value?: (item: T) => unknown;
  /** Which can be chosen; all unless said. */
  readonly fits?: (item: T) => boolean;
}

function kind<T>(
  [plural, list, question]: readonly [plural: string, list: string, question: string],
  read: (from: Source) => AsyncIterable<Items<T>>,
  { parts, stored = () => [], value = idOf, fits = () => true }: Described<T>,
): ItemKind {
  async function* pages(from: Source): AsyncGenerator<PageOfChoices> {
    for await (const { items, hasMore } of read(from))
      yield {
        choices: items.filter(fits).map((item) => {
          const label = textsOf(parts(item)).filter(Boolean).join(' · ');
          return {
            name: label === '' ? String(value(item)) : `${value(item)}  ${label}`,
            value: value(item),
            stored: textsOf((stored === 'all' ? parts : stored)(item)),
          };
        }),
        hasMore,
      };
  }
  return { plural, list: `outreach ${list}`, question, pages };
}

const idOf = (item: unknown): unknown => (item as { readonly id?: unknown }).id;

type Paged = AnyOperation & { readonly paging: Paging };

/** The contract of an area is loaded when something of it is asked for. */
const paged = <const O extends Paged>(load: () => Promise<O>) =>
  async function* ({ service }: Source): AsyncGenerator<Items<ItemOf<O>>> {
    yield* service.api.pages(await load(), {});
  };

/** A list that the service gives in one piece. */
const whole = <T>(load: (api: Service['api']) => Promise<readonly T[]>) =>
  async function* ({ service }: Source): AsyncGenerator<Items<T>> {
    yield { items: await load(service.api), hasMore: false };
  };

/** What this machine has, by the command that lists it. */
const here = <T>(...line: readonly string[]) =>
  async function* ({ screen }: Source): AsyncGenerator<Items<T>> {
    const { value, failure } = await screen.run(line, { silent: true });
    if (failure) throw failure;
    yield { items: (value as { readonly items: readonly T[] }).items, hasMore: false };
  };

const loadCampaigns = async () => (await import('../../contract/areas/campaigns.ts')).campaigns.list;
const loadRuns = async () => (await import('../../contract/areas/autopilot.ts')).autopilot.runs;

const campaign = {
  parts: ({ name, status }: ItemOf<Awaited<ReturnType<typeof loadCampaigns>>>) => [name, status],
  stored: 'all',
} as const;
const run = {
  parts: (item: ItemOf<Awaited<ReturnType<typeof loadRuns>>>) => [item.website, runState(item)],
  stored: 'all',
} as const;
const campaignQuestion = ['campaigns list', 'Which campaign?'] as const;
const runQuestion = ['autopilot list', 'Which Autopilot run?'] as const;

export const itemKinds: Readonly<Record<ItemWord, ItemKind>> = {
  campaign: kind(['campaigns', ...campaignQuestion], paged(loadCampaigns), campaign),
  'running-campaign': kind(['running campaigns', ...campaignQuestion], paged(loadCampaigns), {
    ...campaign,
    fits: (item) => !isAtRest(item),
  }),
  run: kind(['Autopilot runs', ...runQuestion], paged(loadRuns), run),
  'unended-run': kind(['Autopilot runs that have not ended', ...runQuestion], paged(loadRuns), {
    ...run,
    fits: (item) => !hasEnded(item),
  }),
  sender: kind(
    ['mailboxes', 'senders list', 'Which mailbox?'],
    paged(async () => (await import('../../contract/areas/senders.ts')).senders.list),
    {
      parts: ({ address, isConnected }) => [address, isConnected === false && 'not connected'],
      stored: 'all',
    },
  ),
  lead: kind(
    ['leads', 'leads list', 'Which lead?'],
    paged(async () => (await import('../../contract/areas/leads.ts')).leads.list),
    {
      parts: ({ firstName, lastName, company, email }) => [
        [firstName, lastName].filter(Boolean).join(' '),
        company,
        email,
      ],
    },
  ),
  draft: kind(
    ['drafts', 'drafts list', 'Which draft?'],
    paged(async () => (await import('../../contract/areas/drafts.ts')).drafts.list),
    {
      parts: ({ to, subject }) => [to?.join(', '), subject],
      stored: ({ createdAt }) => [createdAt && `created ${createdAt}`],
    },
  ),
  reply: kind(
    ['replies', 'replies list', 'Which reply?'],
    paged(async () => (await import('../../contract/areas/replies.ts')).replies.list),
    {
      parts: ({ fromAddress, responseCategory, body }) => [fromAddress, responseCategory ?? 'pending', body],
    },
  ),
  webhook: kind(
    ['webhooks', 'webhooks list', 'Which webhook?'],
    whole(async (api) => {
      const { webhooks } = await import('../../contract/areas/webhooks.ts');
      return (await api(webhooks.list)).webhooks;
    }),
    {
      parts: (webhook) => [webhook.name, webhook.type, webhook.url, webhookState(webhook)],
      // Addresses of webhooks often hold a secret.
      stored: (webhook) => [webhook.name, webhook.type, webhookState(webhook)],
    },
  ),
  icp: kind(
    ['ideal customer profiles', 'icps list', 'Which ideal customer profile?'],
    paged(async () => (await import('../../contract/areas/icps.ts')).icps.list),
    { parts: ({ name, summary }) => [name, summary], stored: 'all' },
  ),
  order: kind(
    ['done-for-you orders', 'dfy orders list', 'Which order?'],
    paged(async () => (await import('../../contract/areas/dfy.ts')).dfy.orders),
    { parts: ({ status, createdAt }) => [status, createdAt], stored: 'all' },
  ),
  import: kind(
    ['imports', 'finder imports list', 'Which import?'],
    paged(async () => (await import('../../contract/areas/finder.ts')).finder.imports),
    {
      parts: ({ campaignName, status, requested }) => [campaignName, status, `${requested ?? '?'} requested`],
      stored: 'all',
      value: ({ importId }) => importId,
    },
  ),
  job: kind(
    ['verification jobs', 'verification jobs list', 'Which verification job?'],
    paged(async () => (await import('../../contract/areas/verification.ts')).verification.jobs),
    {
      parts: ({ name, status, total }) => [
        name,
        status,
        typeof total === 'number' && counted(total, 'address', 'addresses'),
      ],
      stored: 'all',
    },
  ),
  entry: kind(
    ['blocklist entries', 'blocklist list', 'Which blocklist entry?'],
    paged(async () => (await import('../../contract/areas/blocklist.ts')).blocklist.list),
    { parts: ({ emailAddress, domain, scope }) => [emailAddress || domain, scope] },
  ),
  workspace: kind(
    ['workspaces', 'workspaces list', 'Which workspace?'],
    whole(async (api) => {
      const { workspaces } = await import('../../contract/areas/workspaces.ts');
      return (await api(workspaces.list)).workspaces;
    }),
    { parts: ({ name, isMain }) => [name, isMain && 'main'], stored: 'all' },
  ),
  call: kind(
    ['calls in the journal', 'journal list', 'Which call?'],
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
    ['profiles', 'profiles list', 'Which profile?'],
    here<{ profile: string; target: string; workspace?: string | null }>('profiles', 'list'),
    { parts: ({ target, workspace }) => [target, workspace], value: ({ profile }) => profile },
  ),
  snapshot: kind(
    ['snapshots', 'sandbox snapshot list', 'Which snapshot?'],
    here<{ name: string; now: string }>('sandbox', 'snapshot', 'list'),
    { parts: ({ now }) => [now], value: ({ name }) => name },
  ),
};
