import type { Api } from '../../client/api/api.ts';
import type { AnyOperation, ItemOf } from '../../contract/operation.ts';
import type { Choice } from '../declare/asker.ts';
import type { Askable } from '../declare/params.ts';

/** What a person can choose one of, where the line does not name it. */
export interface ItemKind {
  readonly question: string;
  /** `campaigns`, for where there are none. */
  readonly plural: string;
  /** The command that lists them. */
  readonly list: string;
  /** Page after page, each read when it is asked for. Names come as the service has them: not escaped. */
  pages(api: Api): AsyncGenerator<PageOfChoices>;
}

export interface PageOfChoices {
  readonly choices: readonly Choice<unknown>[];
  readonly hasMore: boolean;
}

/** `Autumn launch · running`; what the service leaves out is left out. */
const words = (...parts: readonly unknown[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(' · ');

function kind<const O extends AnyOperation>(
  [plural, list]: readonly [plural: string, list: string],
  question: string,
  load: () => Promise<O>,
  describe: (item: ItemOf<O>) => string,
): ItemKind {
  async function* pages(api: Api): AsyncGenerator<PageOfChoices> {
    for await (const { items, hasMore } of api.pages(await load(), {})) {
      const choices = items.map((item) => {
        const { id } = item as { readonly id?: unknown };
        return { name: `${id}  ${describe(item)}`, value: id };
      });
      yield { choices, hasMore };
    }
  }
  return { plural, list, question, pages };
}

/** The contract of an area is loaded when something of it is asked for. */
export const itemKinds: Readonly<Record<Exclude<Askable, 'name'>, ItemKind>> = {
  campaign: kind(
    ['campaigns', 'outreach campaigns list'],
    'Which campaign?',
    async () => (await import('../../contract/areas/campaigns.ts')).campaigns.list,
    ({ name, status }) => words(name, status),
  ),
  sender: kind(
    ['mailboxes', 'outreach senders list'],
    'Which mailbox?',
    async () => (await import('../../contract/areas/senders.ts')).senders.list,
    ({ address, isConnected }) => words(address, isConnected === false ? 'not connected' : undefined),
  ),
  lead: kind(
    ['leads', 'outreach leads list'],
    'Which lead?',
    async () => (await import('../../contract/areas/leads.ts')).leads.list,
    ({ firstName, lastName, company, email }) =>
      words([firstName, lastName].filter(Boolean).join(' '), company, email),
  ),
  draft: kind(
    ['drafts', 'outreach drafts list'],
    'Which draft?',
    async () => (await import('../../contract/areas/drafts.ts')).drafts.list,
    ({ to, subject }) => words(to?.join(', '), subject),
  ),
  reply: kind(
    ['replies', 'outreach replies list'],
    'Which reply?',
    async () => (await import('../../contract/areas/replies.ts')).replies.list,
    ({ fromAddress, responseCategory, body }) => words(fromAddress, responseCategory, body),
  ),
  webhook: kind(
    ['webhooks', 'outreach webhooks list'],
    'Which webhook?',
    async () => (await import('../../contract/areas/webhooks.ts')).webhooks.list,
    ({ name, type, url }) => words(name, type, url),
  ),
  icp: kind(
    ['ideal customer profiles', 'outreach icps list'],
    'Which ideal customer profile?',
    async () => (await import('../../contract/areas/icps.ts')).icps.list,
    ({ name, summary }) => words(name, summary),
  ),
  run: kind(
    ['Autopilot runs', 'outreach autopilot list'],
    'Which Autopilot run?',
    async () => (await import('../../contract/areas/autopilot.ts')).autopilot.runs,
    ({ website, status }) => words(website, status),
  ),
};
