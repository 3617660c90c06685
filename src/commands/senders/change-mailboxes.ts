import { counted, firstOf, plural } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { rowFields } from '../../cli/answer/request-fields.ts';
import { recordOf } from '../../cli/declare/answer.ts';
import type { Context } from '../../cli/declare/command.ts';
import { arg, opt, type ValuesOf } from '../../cli/declare/params.ts';
import type { Shareable } from '../../cli/declare/quote.ts';
import { table, type View } from '../../cli/declare/view.ts';
import { changedFields } from '../../cli/find/changed-fields.ts';
import { asId, noCampaign, senderIn } from '../../cli/find/find-id.ts';
import { allIn, findInPages } from '../../cli/find/find-in-pages.ts';
import { createNames, named } from '../../cli/find/names.ts';
import { inline } from '../../cli/output/text/inline.ts';
import type { RowEnd } from '../../cli/stop/one-by-one.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { senders } from '../../contract/areas/senders.ts';
import type { AnyOperation, ItemOf } from '../../contract/operation.ts';
import * as s from '../../contract/schema/schema.ts';

/** Which mailboxes a command changes: one, or several with one question. */
export const mailboxArgs = {
  sender: arg.optionalMany('ids or addresses', {
    hint: 'sender',
    asked: 'sender',
    unless: ['campaign', 'domain'],
  }),
  campaign: opt.text('every mailbox in this campaign', { hint: 'campaign', names: 'campaigns' }),
  domain: opt.text('every mailbox on this domain; with --campaign, only those in the campaign', {
    hint: 'domain',
  }),
};

export const aboutSeveral =
  'For several mailboxes, it shows what changes in each and asks once (without a terminal, add --yes). If one fails, the others are still changed (exit 15).';

/** What such a command has beside its arguments: the record of one, or a row for each of several. */
export const ofMailboxes = <R extends object>(operation: AnyOperation, viewOf: (one: R) => View) => ({
  excludes: [['sender', 'campaign', 'domain']] as const,
  fails: ['partial', 'not-confirmed'] as const,
  consent: 'when-running' as const,
  answer: (chosen: Chosen): s.Schema => (isSeveral(chosen) ? changedRows : recordOf(operation)),
  view: (shown: R | ChangedMailboxes): View => (isOfSeveral(shown) ? changedView(shown) : viewOf(shown)),
});

const changedRows = s.array(s.object({ senderEmailId: s.id(), address: s.string(), ...rowFields }));

type Chosen = Partial<Pick<ValuesOf<typeof mailboxArgs>, keyof typeof mailboxArgs>>;

const isSeveral = ({ sender, campaign, domain }: Chosen): boolean =>
  new Set(sender).size > 1 || campaign !== undefined || domain !== undefined;

type Mailbox = ItemOf<typeof senders.list>;
type Values = Readonly<Record<string, unknown>>;

interface Changed extends RowEnd {
  readonly senderEmailId: number;
  readonly address: string;
}

interface ChangedMailboxes {
  readonly items: readonly Changed[];
  readonly total: number;
}

interface Meant {
  readonly mailboxes: readonly Mailbox[];
  readonly campaignId?: number | undefined;
}

/** Throws `usage` where there is none, and `not-found` for an id, an address or a campaign that is not listed. */
async function meantBy(
  { service }: Pick<Context, 'service'>,
  { sender = [], campaign, domain }: Chosen,
): Promise<Meant> {
  const campaignId = campaign === undefined ? undefined : await service.find.campaign(campaign);
  const listed = await allIn(service.api.pages(senders.list, { query: { campaignId } }));
  if (sender.length > 0) return { mailboxes: await namedIn(listed, sender) };
  const ending = domain === undefined ? '' : `@${domain.replace(/^\*?@/, '').toLowerCase()}`;
  const mailboxes = listed.filter(
    ({ address, campaignIds }) =>
      address.toLowerCase().endsWith(ending) &&
      (campaignId === undefined || (campaignIds?.map(String).includes(String(campaignId)) ?? true)),
  );
  if (mailboxes.length > 0) return { mailboxes, campaignId };
  if (campaignId !== undefined && !(await findInPages(service.api.pages(campaigns.list, {}), campaignId)))
    throw noCampaign(campaignId);
  const where: string[] = [];
  if (campaign !== undefined) where.push(`of campaign ${campaign}`);
  if (domain !== undefined) where.push(`at ${domain}`);
  throw new Failure('nothing_given', `There is no mailbox ${where.join(' ')}; nothing was changed`, {
    hint: 'See: outreach senders list',
  });
}

async function namedIn(listed: Mailbox[], words: readonly string[]): Promise<readonly Mailbox[]> {
  const chosen = new Set<Mailbox>();
  for (const given of words) {
    const word = given.trim();
    const id = asId(word) ?? (await senderIn([{ items: listed, hasMore: false }], word));
    const found = listed.find((one) => String(one.id) === String(id));
    if (found === undefined)
      throw new Failure('not_found', `There is no mailbox ${word}; nothing was changed`, {
        hint: 'See: outreach senders list',
      });
    chosen.add(found);
  }
  return [...chosen];
}

interface Change<R> {
  readonly operation: Shareable;
  readonly body: Values;
  now(mailbox: Mailbox): Promise<Values>;
  one(id: number): Promise<R>;
}

/** One is changed at once; of several it asks. Throws `usage` where none is meant, `partial` with the rows. */
export async function changeMailboxes<R>(
  context: Context,
  chosen: Chosen,
  change: Change<R>,
): Promise<R | ChangedMailboxes> {
  if (isSeveral(chosen)) return changeSeveral(context, await meantBy(context, chosen), change);
  const [only] = chosen.sender ?? [];
  if (only === undefined)
    throw new Failure('missing_argument', 'Name a mailbox, or pass --campaign or --domain');
  return change.one(await context.service.find.sender(only));
}

async function changeSeveral(
  context: Context,
  meant: Meant,
  { operation, body, now }: Omit<Change<unknown>, 'one'>,
): Promise<ChangedMailboxes> {
  const { consent, screen, service } = context;
  const chosen = meant.mailboxes;
  const what = counted(chosen.length, 'mailbox', 'mailboxes');
  let facts: string[] | undefined;
  const read = async () => {
    facts ??= screen.globals.yes
      ? []
      : [...(await changesIn(chosen, body, now)), ...(await alsoUsedBy(context, meant))];
    return {
      summary: operation.summary,
      question: `Change ${what}`,
      facts,
      recipients: 0,
      exact: true,
    } as const;
  };
  const inputOf = ({ id }: Mailbox) => ({ params: { id }, body });
  const grants = await consent.approveAll(
    chosen.map((mailbox) => ({ operation, input: inputOf(mailbox) })),
    read,
  );
  const { OneByOne } = await import('../../cli/stop/one-by-one.ts');
  const each = new OneByOne(['mailbox', 'mailboxes'], 'changed');
  const items = await screen.progress(`Changing ${what}`, async (say) => {
    const rows: Changed[] = [];
    for (const [at, mailbox] of chosen.entries()) {
      say(`Changing mailbox ${at + 1} of ${chosen.length}`);
      const end = await each.row(async () => {
        await service.api.answer(operation, inputOf(mailbox), grants[at]?.());
        return {};
      });
      rows.push({ senderEmailId: mailbox.id, address: mailbox.address, ...end });
    }
    return rows;
  });
  const result = { items, total: items.length };
  const failure = each.failure(result);
  if (failure) throw failure;
  screen.note(`${what} changed.`);
  return result;
}

/** A line for each: `7 ana@lumen.example: Daily limit: 30 → 50`. */
async function changesIn(
  chosen: readonly Mailbox[],
  body: Values,
  now: (mailbox: Mailbox) => Promise<Values>,
): Promise<string[]> {
  const lines: string[] = [];
  for (const mailbox of chosen) {
    const changed = changedFields(await now(mailbox), body).join(', ') || 'as it is';
    lines.push(`${mailbox.id} ${inline(mailbox.address)}: ${changed}`);
  }
  return lines;
}

/** A mailbox sends for each of its campaigns: the change reaches them too. */
async function alsoUsedBy({ service, screen }: Context, { mailboxes, campaignId }: Meant): Promise<string[]> {
  const others = new Set<number>();
  for (const { campaignIds } of mailboxes)
    for (const id of campaignIds ?? []) if (String(id) !== String(campaignId)) others.add(id);
  const ids = [...others];
  if (ids.length === 0) return [];
  const names = createNames(service.api, screen.note);
  const shown = await Promise.all(ids.map(async (id) => inline(named(id, await names.campaign(id)) ?? '')));
  const also = campaignId === undefined ? '' : 'also ';
  return [
    `${plural(ids.length, 'Campaign', 'Campaigns')} that ${also}${plural(ids.length, 'uses', 'use')} them: ${firstOf(shown, 10)}`,
  ];
}

const isOfSeveral = (shown: object): shown is ChangedMailboxes => 'items' in shown && 'total' in shown;

const changedView = ({ items }: ChangedMailboxes): View =>
  table(items, [
    ['ID', 'senderEmailId', 'id'],
    ['Address', 'address', 'id', 0],
    ['Changed', 'ok', 'state'],
    ['Why not', 'error.message', 'prose', 3],
  ]);
