import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { rowFields } from '../../cli/answer/request-fields.ts';
import { isYesConsent } from '../../cli/consent/person-gate.ts';
import { recordOf } from '../../cli/declare/answer.ts';
import type { Context } from '../../cli/declare/command.ts';
import { arg, opt, type ValuesOf } from '../../cli/declare/params.ts';
import type { Granted, Shareable } from '../../cli/declare/quote.ts';
import { table, type View } from '../../cli/declare/view.ts';
import { allIn } from '../../cli/find/find-in-pages.ts';
import { inline } from '../../cli/output/text/inline.ts';
import type { RowEnd } from '../../cli/stop/one-by-one.ts';
import type { Approval } from '../../client/api/approval.ts';
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
  campaign: opt.text('every mailbox of this campaign', { hint: 'campaign', names: 'campaigns' }),
  domain: opt.text('every mailbox of this domain; with --campaign, those of the campaign', {
    hint: 'domain',
  }),
};

export const mailboxExclusions = [['sender', 'campaign', 'domain']] as const;

export const aboutSeveral =
  'Several mailboxes, or those of --campaign or --domain, are changed with one question, which shows what changes in each; without a terminal it takes --yes. There is a result for each; where one fails, the others are changed all the same, and it ends with 15.';

/** The record of one, or a row for each of several. */
export const severalOr =
  (operation: AnyOperation) =>
  ({ sender = [], campaign, domain }: Partial<Chosen>): s.Schema =>
    new Set(sender).size > 1 || campaign !== undefined || domain !== undefined
      ? changedRows
      : recordOf(operation);

const changedRows = s.array(s.object({ senderEmailId: s.id(), address: s.string(), ...rowFields }));

export const isSeveral = (chosen: number | readonly Mailbox[]): chosen is readonly Mailbox[] =>
  Array.isArray(chosen);

type Chosen = Pick<ValuesOf<typeof mailboxArgs>, keyof typeof mailboxArgs>;
type Listed = ItemOf<typeof senders.list>;
/** One that is not listed may be there all the same. */
type Mailbox = Pick<Listed, 'id'> & Partial<Listed>;
type Values = Readonly<Record<string, unknown>>;

interface Changed extends RowEnd {
  readonly senderEmailId: number;
  readonly address: string | null;
}

interface ChangedMailboxes {
  readonly items: readonly Changed[];
  readonly total: number;
}

/** The id of the only mailbox that is named, or all that are meant. Throws `usage` where there is none. */
export async function chosenMailboxes(
  { service }: Pick<Context, 'service'>,
  { sender, campaign, domain }: Chosen,
): Promise<number | readonly Mailbox[]> {
  const [only, ...others] = new Set(sender);
  if (only !== undefined && others.length === 0) return service.find.sender(only);
  if (only === undefined && campaign === undefined && domain === undefined)
    throw new Failure('missing_argument', 'Name a mailbox, or pass --campaign or --domain');
  const campaignId = campaign === undefined ? undefined : await service.find.campaign(campaign);
  const listed = await allIn(service.api.pages(senders.list, { query: { campaignId } }));
  if (only !== undefined) return named([only, ...others], listed, service.find.sender);
  const ending = domain === undefined ? '' : `@${domain.replace(/^\*?@/, '').toLowerCase()}`;
  const chosen = listed.filter(
    ({ address, campaignIds }) =>
      address.toLowerCase().endsWith(ending) &&
      (campaignId === undefined ||
        !campaignIds ||
        campaignIds.some((id) => String(id) === String(campaignId))),
  );
  if (chosen.length > 0) return chosen;
  const where = [
    ...(campaign === undefined ? [] : [`of campaign ${campaign}`]),
    ...(domain === undefined ? [] : [`at ${domain}`]),
  ];
  throw new Failure('nothing_given', `There is no mailbox ${where.join(' ')}; nothing was changed`, {
    hint: 'See: outreach senders list',
  });
}

/** In the order of the line, each once. An id that is not listed is tried all the same. */
async function named(
  words: readonly string[],
  listed: readonly Listed[],
  find: Context['service']['find']['sender'],
): Promise<readonly Mailbox[]> {
  const chosen = new Map<string, Mailbox>();
  for (const word of words) {
    const wanted = word.trim().toLowerCase();
    const own = listed.filter(({ id, address }) => String(id) === wanted || address.toLowerCase() === wanted);
    // What names none, or several, is refused as everywhere.
    const id = own.length === 1 ? (own[0] as Listed).id : await find(word);
    chosen.set(String(id), { id, ...listed.find((one) => String(one.id) === String(id)) });
  }
  return [...chosen.values()];
}

interface Change<O extends Shareable> {
  readonly operation: O;
  readonly body: Values;
  /** What there is now of what the body names, for the question. */
  now(mailbox: Mailbox): Promise<Values>;
  make(input: { params: { id: number } }, approval: Approval<O>): Promise<unknown>;
}

/** Asks once, shows what changes in each, and changes one after the other. Throws `partial` with the rows where one failed. */
export async function changeMailboxes<O extends Shareable>(
  { consent, files, screen, service }: Context,
  chosen: readonly Mailbox[],
  { operation, body, now, make }: Change<O>,
): Promise<ChangedMailboxes> {
  const what = counted(chosen.length, 'mailbox', 'mailboxes');
  const isAsked = !screen.globals.yes || !isYesConsent(files.world, service.settings);
  let facts: string[] | undefined;
  const read = async () => {
    facts ??= isAsked ? await changesIn(chosen, body, now) : [];
    return {
      summary: operation.summary,
      question: `Change ${what}`,
      facts,
      recipients: 0,
      exact: true,
    } as const;
  };
  const grants = await consent.approveAll(
    chosen.map(({ id }) => ({ operation, input: { params: { id }, body } })),
    read,
  );
  const { OneByOne } = await import('../../cli/stop/one-by-one.ts');
  const each = new OneByOne(['mailbox', 'mailboxes'], 'changed');
  const items = await screen.progress(`Changing ${what}`, async (say) => {
    const rows: Changed[] = [];
    for (const [at, { id, address = null }] of chosen.entries()) {
      say(`Changing mailbox ${at + 1} of ${chosen.length}`);
      const end = each.isStopped
        ? notTried
        : await each.row(async () => {
            await make({ params: { id } }, (grants[at] as Granted<O>)());
            return {};
          });
      rows.push({ senderEmailId: id, address, ...end });
    }
    return rows;
  });
  const result = { items, total: items.length };
  const failure = each.failure(result);
  if (failure) throw failure;
  screen.note(`${what} changed.`);
  return result;
}

const notTried: RowEnd = {
  ok: false,
  error: { code: 'not_tried', message: 'what stopped another one came first', hint: null },
};

/** A line for each: `  7  ana@lumen.example  currentDailyLimit: 30 → 50`. */
async function changesIn(
  chosen: readonly Mailbox[],
  body: Values,
  now: (mailbox: Mailbox) => Promise<Values>,
): Promise<string[]> {
  const ids = Math.max(...chosen.map(({ id }) => String(id).length));
  const addresses = Math.max(...chosen.map(({ address = '' }) => address.length));
  const lines: string[] = [];
  for (const mailbox of chosen) {
    const before = await now(mailbox);
    const changed = Object.entries(body).flatMap(([name, value]) => {
      const old = before[name];
      if (old === undefined) return [`${name}: ${shown(value)}`];
      return old === value ? [] : [`${name}: ${shown(old)} → ${shown(value)}`];
    });
    const { id, address = '' } = mailbox;
    const cells = [
      String(id).padStart(ids),
      inline(address).padEnd(addresses),
      changed.join(', ') || 'as it is',
    ];
    lines.push(cells.join('  '));
  }
  return lines;
}

const shown = (value: unknown): string => (value === null ? 'none' : inline(String(value), 60));

export const isOfSeveral = (shown: object): shown is ChangedMailboxes => 'items' in shown && 'total' in shown;

export const changedView = ({ items }: ChangedMailboxes): View =>
  table(items, [
    ['ID', ({ senderEmailId }) => senderEmailId, 'id'],
    ['Address', ({ address }) => address, 'id', 0],
    ['Changed', ({ ok }) => ok, 'state'],
    ['Why not', ({ error }) => error?.message, 'prose', 3],
  ]);
