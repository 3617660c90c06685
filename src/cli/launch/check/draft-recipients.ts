import { firstOf, plural } from '../../../base/counted.ts';
import type { Failure } from '../../../base/errors.ts';
import type { drafts } from '../../../contract/areas/drafts.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { replies } from '../../../contract/areas/replies.ts';
import type { ItemOf } from '../../../contract/operation.ts';
import { optOutIn } from '../../../domain/address/status-column.ts';
import {
  type Finding,
  type Findings,
  problem,
  type Unknown,
  type Waiver,
} from '../../../domain/launch/problem.ts';
import type { RuleId } from '../../../domain/launch/rules.ts';
import { type Verdict, verdictOf } from '../../../domain/launch/verdict.ts';
import { recipientsIn } from '../../../domain/mail/recipients.ts';
import { type Read, readAnyway, whyOf } from '../../answer/fact.ts';
import { isYesConsent } from '../../consent/person-gate.ts';
import type { Context, Service } from '../../declare/command.ts';
import { inline } from '../../output/text/inline.ts';
import { activeWaivers, blockedBy, saidWithYes, verdictLines } from '../blocking-rules.ts';
import { readBlocklistForFew } from '../read-blocklist.ts';
import type { Unsubscribed } from './read-history.ts';

type Draft = ItemOf<typeof drafts.list>;

/** What is known of a draft already, so that it is not read. */
interface Known {
  /** Of the reply that it answers. */
  readonly category?: string | null;
  readonly lead?: Pick<Partial<ItemOf<typeof leads.list>>, 'tag' | 'customVariables'> | undefined;
}

/** Whether the people of a draft want no email. */
export type DraftRules = (draft: Draft, known?: Known) => Promise<Findings>;

const rules: readonly RuleId[] = ['blocklisted', 'said-no', 'unsubscribed'];

/** People beside the lead who are looked up, a call each. */
const mostBeside = 5;

/** Reads the blocklist once, whatever the number of drafts, and for each its lead, the newest replies, and who gets a copy. */
export function draftRules(context: Context, gone?: Unsubscribed): DraftRules {
  const { service } = context;
  let blocked: ReturnType<typeof readBlocklistForFew> | undefined;
  return async (draft, known = {}) => {
    blocked ??= readBlocklistForFew(service);
    const { leadId: id } = draft;
    const { addresses: people, unreadable } = recipientsIn(draft.to, draft.cc, draft.bcc);
    const isBlocked = await blocked;
    const lead: Read<Known['lead']> =
      known.lead || !id
        ? { value: known.lead }
        : await readAnyway(leads.get, async (get) => (await service.api(get, { params: { id } })).lead);
    const category: Read<string | null> =
      known.category !== undefined
        ? { value: known.category }
        : await readAnyway(replies.list, (list) => categoryOf(context.service, list, draft));
    const on = people.filter((address) => isBlocked.value?.(address));
    const [first = '', ...beside] = people;
    const said = [lead.value?.tag, category.value].includes('not_interested') ? [first] : [];
    const left = people.filter((email) => gone?.hasUnsubscribed({ id, email, customVariables: {} }));
    if (hasOptedOut(lead.value)) left.push(first);
    const copied = await readAnyway(leads.list, (list) => copiedTo(service, list, beside));
    for (const one of copied.value ?? []) {
      if (one.tag === 'not_interested') said.push(one.email);
      if (hasOptedOut(one)) left.push(one.email);
    }
    const failed = lead.failure ?? category.failure ?? copied.failure;
    const [problems, unknown]: [Finding[], Unknown[]] = [[], []];
    const listed = `${firstOf(on, 3)} ${plural(on.length, 'is', 'are')} on the blocklist`;
    if (on.length > 0) problems.push(blocking('blocklisted', listed, on));
    // Of what was not read it is not known whether it may get email.
    for (const entry of unreadable) {
      const message = `"${inline(entry, 100)}" cannot be read as an email address`;
      problems.push(blocking('blocklisted', message, [entry]));
    }
    if (said.length > 0) {
      const who = said.includes(first) ? 'this person' : firstOf(said, 3);
      problems.push(blocking('said-no', `${who} said no`, said));
    }
    const out = [...new Set(left)];
    if (out.length > 0) problems.push(blocking('unsubscribed', `${firstOf(out, 3)} unsubscribed`, out));
    if (isBlocked.failure) unknown.push({ rule: 'blocklisted', why: whyOf(isBlocked.failure) });
    if (failed && said.length === 0) unknown.push({ rule: 'said-no', why: whyOf(failed) });
    return { problems, unknown };
  };
}

const hasOptedOut = (lead: Known['lead']): boolean => optOutIn(lead?.customVariables ?? {}) !== undefined;

/** The leads among those who get a copy. */
async function copiedTo({ api }: Pick<Service, 'api'>, list: typeof leads.list, people: readonly string[]) {
  const pages = await Promise.all(
    people.slice(0, mostBeside).map((email) => api.page(list, { query: { email } }, { limit: 1 })),
  );
  return pages.flatMap(({ items }) => items);
}

const blocking = (rule: RuleId, message: string, examples: readonly string[]): Finding =>
  problem(rule, examples.length, message, examples, 'block');

/** Of the reply that it answers, else of the newest of its lead, among the newest 200. */
async function categoryOf(
  { api }: Pick<Service, 'api'>,
  list: typeof replies.list,
  { inReplyToEmailId, leadId }: Draft,
): Promise<string | null> {
  const { items } = await api.page(list, {}, { pageSize: 200 });
  const answered = items.find((reply) =>
    inReplyToEmailId
      ? String(reply.id) === String(inReplyToEmailId)
      : leadId && String(reply.leadId) === String(leadId),
  );
  return answered?.responseCategory ?? null;
}

/** That people of a draft may get no email. */
export const refusedDraft = ({ id }: Draft, verdict: Verdict): Failure => {
  const isUnread = verdict.problems.every(({ examples }) => recipientsIn(examples).unreadable.length > 0);
  const whom = isUnread ? 'an address that cannot be read' : 'someone who wants no email';
  return blockedBy(verdict, `draft ${id} goes to ${whom}; nothing was sent`, { draft: id });
};

/** Lines for the question about a draft. Throws `ended-badly` where no person is asked and a rule is broken. */
export function draftLines(
  context: Context,
  draft: Draft,
  findings: Findings,
  accept: readonly Waiver[] = [],
): readonly string[] {
  const waivers = activeWaivers(context, accept).filter(({ rule }) => rules.includes(rule));
  const verdict = verdictOf(findings, waivers, { sampled: false });
  if (verdict.problems.length > 0 && !isAskedHere(context)) throw refusedDraft(draft, verdict);
  return saidWithYes(context.screen, { lines: verdictLines(verdict) }).lines;
}

const isAskedHere = ({ service, consent, files, screen }: Context): boolean => {
  if (screen.globals.json || screen.globals.ndjson || files.world.agent || files.world.approving)
    return false;
  return consent.ask.possible && !(screen.globals.yes && isYesConsent(files.world, service.settings));
};
