import { counted } from '../../base/counted.ts';
import { digestOfValue } from '../../base/digest.ts';
import { duration } from '../../base/duration.ts';
import { Failure } from '../../base/errors.ts';
import { type Hint, say } from '../../base/text/advice.ts';
import { newCode } from '../../base/text/new-code.ts';
import { canonical, Given } from '../../client/api/approval.ts';
import type { AskedApproval } from '../../client/guard/approvals.ts';
import type { Draw } from '../../client/guard/budgets.ts';
import { duplicateMs } from '../../client/guard/guard.ts';
import type { PersonAgreed } from '../../client/guard/guard-options.ts';
import type { Journal } from '../../client/guard/journal.ts';
import { isGuarded, takesTurn } from '../../contract/consent.ts';
import { environmentProfile } from '../../local/profile.ts';
import { advise } from '../advice/advise.ts';
import { pattern } from '../advice/line-of.ts';
import type { Asker } from '../declare/asker.ts';
import type { Globals } from '../declare/globals.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
import { personHint } from '../messages/hints/hint-of.ts';
import { accountOf } from '../profile/account.ts';
import { approvalParts, isSigned, protectionOf } from '../profile/protection.ts';
import type { Priced } from '../spending/ceilings.ts';
import { agreedPrice, type Rise, riseOf } from '../spending/rise.ts';
import { type AskedCall, inBudget } from './in-budget.ts';
import { sentLines } from './sent-lines.ts';

/** What a person sees before they approve. */
export interface Question {
  /** Opens the call on a budget; absent where none may cover it. False where none has enough left. */
  readonly allowed?: ((draw: Draw) => Promise<boolean>) | undefined;
  /** After the yes: throws where the same was done since it was shown. */
  lookAgain?(): Promise<void>;
  readonly priced: Priced;
  /** What the gate says where no one can be asked: its `facts` are those of the question. */
  readonly required: Failure;
  readonly question: string;
}

/** A call, or several under one question, that only a person can agree to. */
export interface ByPerson {
  /** The token of the call that is approved, or that is open; undefined where nothing can be sent yet. */
  readonly token: string | undefined;
  readonly agreed?: PersonAgreed | undefined;
  /** Uses up the approval of exactly this. Throws `approval_required` without one, `quote_changed` at a higher price. */
  consent(asked: Question): Promise<void>;
  /** What the calls are made under; absent where nothing is sent. */
  readonly given?: Given;
}

export interface PersonParts {
  /** The path of the command: `finder import`. */
  readonly command: string;
  readonly world: World;
  readonly globals: Globals;
  readonly settings: Pick<Settings, 'profile' | 'target' | 'baseUrl' | 'inProcess' | 'key' | 'consent'>;
  ask(): Pick<Asker, 'possible' | 'secret'>;
  /** Registers what is done at the end of the command, however that went. */
  atClose(work: () => Promise<void>): void;
}

/** How long a call can be approved and used after it was asked about, in milliseconds. */
const lastsMs = 15 * 60_000;

/** So many calls of an account can wait for approval at a time. */
const mostWaiting = 20;

/** The approval of these calls, as far as it has come. */
export async function byPerson(parts: PersonParts, calls: readonly AskedCall[]): Promise<ByPerson> {
  const { world, settings } = parts;
  const account = accountOf(settings);
  const call = digestOfValue([
    account,
    parts.command,
    accepted(world.argv),
    ...calls.map(({ operation, input }) => [operation.id, canonical(input)]),
  ]);
  const digestWith = ({ quote }: Priced) => `sha256:${digestOfValue([call, quote.binds ?? null])}`;
  const journal = await world.journal.open();
  const now = async () => journal.now(world.clock.now());
  const withEarlier = async (required: Failure, at: number) =>
    withFacts(required, unacknowledgedIn(await journal.approvals.list(at, true), world, { account, call }));
  if (world.approving) {
    const { decide } = world.approving;
    return {
      token: undefined,
      // Under --once too: the person sees what was run before.
      agreed: { at: world.clock.now() - duplicateMs, refuse: async () => undefined },
      consent: async ({ priced, ...asked }) =>
        decide({
          ...asked,
          digest: digestWith(priced),
          price: agreedPrice(priced),
          facts: factsOf(parts, calls, await withEarlier(asked.required, await now())),
        }),
    };
  }
  const { approvals } = journal;
  const asked = await approvals.of(account, call, await now());
  const open = await openCall(journal, asked);
  const approved = asked.find(({ state }) => state === 'approved');
  const waiting = asked.find(({ state }) => state === 'waiting');
  const areGuarded = calls.every(({ operation }) => isGuarded(operation));
  let used: AskedApproval | undefined;
  const given = new Given({
    acknowledge: async () => used && approvals.acknowledge(used.code, await now()),
    giveBack: async () => used && approvals.giveBack(used.code),
  });
  parts.atClose(() => given.close());
  return {
    token: open?.token ?? approved?.code,
    agreed: agreedIn(journal, { approved, waiting }, world, await now()),
    given,
    async consent(question) {
      const digest = digestWith(question.priced);
      const price = agreedPrice(question.priced);
      const at = await now();
      const ready = await approvalOf(world, journal, asked, { digest, now: at });
      const rose = ready && riseOf(ready.price, price);
      let { required } = question;
      if (ready && !rose) {
        if (ready.state === 'used' || (await approvals.use(ready, at, areGuarded))) used = ready;
        if (used) return;
      } else if (ready) await approvals.end(ready.code, 'replaced', at);
      else {
        const budget = await inBudget(parts, journal, calls, { ...question, now: at });
        if (budget.covers) return;
        required = withFacts(required, budget.facts);
      }
      if (!rose && !question.priced.quote.changes && waiting?.digest !== digest)
        await refuseDone(parts, journal, calls, asked, { account, digest, now: at });
      required = await withEarlier(required, at);
      const asking = { ...question, required, parts, calls, account, call, digest, price, now: at };
      const approval = await askFor(journal, asking);
      throw rose ? roseSince(approval, rose, required) : approvalRequired(approval, required);
    },
  };
}

/** Where the same was done since the yes, it waits for a person again; what waits goes on to. */
const agreedIn = (
  { approvals }: Journal,
  { approved, waiting }: Readonly<Record<'approved' | 'waiting', AskedApproval | undefined>>,
  { clock, random }: World,
  now: number,
): PersonAgreed => ({
  at: approved && clock.now() - now + (approved.decidedAt ?? now),
  async refuse({ id }) {
    let waits = waiting;
    if (approved) {
      await approvals.end(approved.code, 'replaced', now);
      const terms = { code: newCode(random), now, until: now + lastsMs, atMost: mostWaiting };
      waits = await approvals.ask(approved, terms);
    }
    if (waits === undefined) return;
    const message = `An earlier run did the same (journal ${id}); nothing was sent now. A person is asked whether to do it again`;
    throw new Failure('approval_changed', message, asksPerson(waits));
  },
});

/** What a person reads: the facts of the question, and what is sent. */
const factsOf = ({ world }: PersonParts, calls: readonly AskedCall[], { extra }: Failure): string[] => {
  const [heading = '', ...facts] = extra.facts as string[];
  const [line = '', ...sent] = sentLines(world.approving?.argv ?? world.argv, calls);
  return [heading, line, ...facts, ...sent];
};

const withFacts = (required: Failure, more: readonly string[]): Failure =>
  required.with({ extra: { ...required.extra, facts: [...(required.extra.facts as string[]), ...more] } });

const wasUsed = ({ state }: AskedApproval): boolean => state === 'used' || state === 'unacknowledged';

/** Of the newest run of the same call or line: a person knows of it before anything is done twice. */
function unacknowledgedIn(
  all: readonly AskedApproval[],
  world: World,
  { account, call }: Pick<AskedApproval, 'account' | 'call'>,
): readonly string[] {
  const line = canonical((world.approving ?? world).argv);
  const isSame = (one: AskedApproval) => one.call === call || canonical(one.line.argv) === line;
  const last = all.find((one) => wasUsed(one) && one.account === account && isSame(one));
  if (last?.state !== 'unacknowledged') return [];
  return [
    `The same was approved as ${last.code}, and how that ended is not known: it may have happened. Look before you approve it again.`,
  ];
}

/** Rules that the line lets a campaign break: who approves it approves them. */
const accepted = (argv: readonly string[]): string[] =>
  argv.flatMap((word, at) =>
    word === '--accept' ? (argv[at + 1] ?? '') : word.startsWith('--accept=') ? word.slice(9) : [],
  );

/** Of calls that the journal does not have: their repeat does no harm, and is not asked about at once. */
async function refuseDone(
  { globals }: PersonParts,
  journal: Journal,
  calls: readonly AskedCall[],
  asked: readonly AskedApproval[],
  { account, digest, now }: { readonly account: string; readonly digest: string; readonly now: number },
): Promise<void> {
  if (globals.again || calls.some(({ operation }) => isGuarded(operation))) return;
  const done = asked.filter(wasUsed).find((one) => one.digest === digest);
  if (done === undefined || done.usedAt === null || now - done.usedAt >= duplicateMs) return;
  const { usedAt } = done;
  const later = (await journal.approvals.list(now, true)).filter(
    (one) => one.account === account && one.digest !== digest && (one.usedAt ?? 0) > usedAt,
  );
  if (later.length > 0) {
    const { operations } = await import('../../contract/index.ts');
    const isOf = ({ operation }: AskedApproval) =>
      operations.some((one) => one.id === operation && takesTurn(one));
    if (later.some(isOf)) return;
  }
  const ago = `${duration((now - done.usedAt) / 1000)} ago, at ${new Date(done.usedAt).toISOString()}`;
  throw new Failure(
    'done_recently',
    `This was approved as ${done.code}, which was used ${ago}; nothing was sent`,
    { hint: 'Pass --again to ask a person once more.', extra: { operation: done.operation } },
  );
}

/** A call that was approved, and of which no run has seen the end. */
const openCall = async (journal: Journal, asked: readonly AskedApproval[]) =>
  asked.length === 0
    ? undefined
    : (await journal.open()).find(({ token }) => asked.some(({ code }) => code === token));

/** One that is approved, or used for a call of which nothing has left, because the run that used it ended before. */
async function approvalOf(
  world: World,
  journal: Journal,
  asked: readonly AskedApproval[],
  { digest, now }: { readonly digest: string; readonly now: number },
): Promise<AskedApproval | undefined> {
  const protection = await protectionOf(world);
  const same = asked.filter(
    (one) => one.digest === digest && isSigned(protection, approvalParts(one), one.signature),
  );
  const ready = same.find(({ state }) => state === 'approved');
  if (ready) return ready;
  const open = await openCall(
    journal,
    same.filter(({ state }) => state === 'used'),
  );
  if (open?.state !== 'prepared') return undefined;
  return same.find(({ code, expiresAt }) => code === open.token && now < expiresAt);
}

type Asking = Question &
  Pick<AskedApproval, 'account' | 'call' | 'digest' | 'price'> & {
    readonly parts: PersonParts;
    readonly calls: readonly AskedCall[];
    readonly now: number;
  };

/** The approval that waits for a person: the same one for as long as it waits. */
async function askFor(journal: Journal, asking: Asking): Promise<AskedApproval> {
  const { parts, calls, account, call, digest, price, priced, required, now } = asking;
  const { approvals } = journal;
  const { world, settings } = parts;
  refuseUnstorable(world.argv, calls, priced);
  // One that counts for nothing would give its code again, which is approved already; one of another text would only wait.
  for (const one of await approvals.of(account, call, now))
    if (one.state === 'approved' || (one.state === 'waiting' && one.digest !== digest))
      await approvals.end(one.code, 'replaced', now);
  const approval = await approvals.ask(
    {
      account,
      profile: settings.profile ?? environmentProfile,
      target: settings.target,
      operation: calls[0]?.operation.id ?? '',
      call,
      digest,
      facts: factsOf(parts, calls, required),
      price,
      line: {
        argv: priced.quote.line ?? world.argv,
        cwd: world.cwd,
        confined: world.room !== undefined,
        ...(priced.quote.checked !== undefined && { checked: priced.quote.checked }),
      },
    },
    { code: newCode(world.random), now, until: now + lastsMs, atMost: mostWaiting },
  );
  if (approval) return approval;
  throw tooMany((await approvals.list(now, false)).filter((one) => one.account === account));
}

function tooMany(waiting: readonly AskedApproval[]): Failure {
  const next = Math.min(...waiting.map(({ expiresAt }) => expiresAt));
  return new Failure(
    'too_many_approvals',
    `${counted(mostWaiting, 'call')} of this account already wait for the approval of a person; nothing was sent`,
    {
      hint: [
        'They are listed by: outreach approvals list',
        `A person takes back what is not wanted any more: ${pattern('approvals deny')}`,
        ...(Number.isFinite(next)
          ? [`Each ends by itself; the next one at ${new Date(next).toISOString()}`]
          : []),
      ].join('\n'),
      extra: { waiting: waiting.length },
    },
  );
}

/**
 * What a person approves is asked anew from the line: neither its standard input nor a secret is stored. A command reads
 * what is sent, and binds the approval to that; a raw call sends what others have made of it by then.
 */
function refuseUnstorable(
  argv: readonly string[],
  calls: readonly AskedCall[],
  { quote: { binds } }: Priced,
): void {
  const isSecret = ({ operation: { secrets = [] }, input: { body } }: AskedCall) =>
    typeof body === 'object' && body !== null && secrets.some((name) => Object.hasOwn(body, name));
  const refused = (why: string, hint: Hint = personHint): Failure =>
    new Failure('needs_a_person', `This request cannot wait for approval, because ${why}`, { hint });
  if (argv.some((word) => word === '-' || word.endsWith('=-')))
    throw refused('what is on stdin is not stored: give it in a file');
  if (calls.some(isSecret)) throw refused('its secrets are not stored: a person runs it at a terminal');
  const stored = calls.find(({ operation }) => operation.sendsStored)?.operation.id;
  if (stored !== undefined && binds === undefined)
    throw refused(
      'what it sends may change until it is made',
      `Its command can: outreach ${stored.replace('.', ' ')} <id>`,
    );
}

/** What a call ends with that waits for a person. */
function asksPerson({ code, expiresAt, digest, price, facts }: AskedApproval) {
  const approval = { code, expiresAt: new Date(expiresAt).toISOString() };
  return {
    hint: say`A person approves it at a terminal: ${advise('approvals approve', { code })}\nThen run the same command again, within 15 minutes.`,
    extra: { approval, facts, price, digest },
  };
}

function approvalRequired(approval: AskedApproval, required: Failure): Failure {
  const { needs: _, ...more } = required.extra;
  const { hint, extra } = asksPerson(approval);
  return required.with({
    code: 'approval_required',
    message: required.message.replace(/^this needs your consent/, 'this needs the approval of a person'),
    hint,
    extra: { ...more, ...extra },
  });
}

/** The approval is of the new price. */
function roseSince(approval: AskedApproval, rose: Rise, required: Failure): Failure {
  const { hint, extra } = approvalRequired(approval, required);
  return new Failure('quote_changed', `${rose.text} since it was approved; nothing was sent`, {
    hint,
    extra,
  });
}
