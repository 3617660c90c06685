import { counted } from '../../base/counted.ts';
import { dollars } from '../../base/dollars.ts';
import { Failure } from '../../base/errors.ts';
import { newCode } from '../../base/text/new-code.ts';
import { advise } from '../../cli/advice/advise.ts';
import { refuseMoved } from '../../cli/connect/moved-journal.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { opt, required } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import { resolve } from '../../cli/line/find-command.ts';
import { personHint } from '../../cli/messages/hints/hint-of.ts';
import { fullTime } from '../../cli/output/text/times.ts';
import { accountOf } from '../../cli/profile/account.ts';
import { requirePerson } from '../../cli/profile/agree-to-lower.ts';
import { askPassphrase, budgetParts, protectionOf } from '../../cli/profile/protection.ts';
import { isGuarded } from '../../contract/consent.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import { parseMoment } from '../../domain/moment.ts';
import { entryFields, entryOf } from './entry.ts';

/** A forgotten budget allows too much. */
const longestMs = 7 * 86_400_000;

export const add = command({
  name: 'add',
  summary: 'Let commands spend a set amount until a set time, without asking each time',
  about: `For agents, and for scripts in a profile with --consent person. Each run of these commands is paid from the budget, at its expected price. The amount is adjusted when the real price is known. If a run costs more than what is left, it waits for approval. Only a person at a terminal can add a budget.

Credits and dollars are separate. With --credits alone, the budget covers only credits; purchases in dollars need --usd. Verifying imported people is billed in dollars later: the budget covers it only if you give --usd.

A budget never covers requests that email people. Once an \`mcp serve\` session has read text by other people, such as replies, it can't use the budget. Other sessions and shells still can, so instructions hidden in a reply could still spend it. Allow no more than you can afford to lose.`,
  uses: [],
  tool: { never: 'changes budgets' },
  answer: entryFields,
  offline: true,
  interactive: true,
  fails: ['not-confirmed'],
  args: {
    credits: opt.int('credits that may be spent', { min: 1, hint: 'n' }),
    usd: opt.number('dollars that may be charged', { min: 0.01, hint: 'amount' }),
    until: required(
      opt.text('when the budget ends: 18:00, 3h, or 2026-10-01T18:00:00Z; at most 7 days from now', {
        hint: 'time',
      }),
    ),
    commands: required(opt.list('commands that may use it, such as "finder import"', { hint: 'list' })),
  },
  examples: [
    'outreach budgets add --credits 500 --until 18:00 --commands "finder import" --profile sandbox',
    'outreach budgets add --usd 40 --until 3h --commands "dfy orders create"',
  ],
  async run(context, { credits, usd, until, commands }) {
    const { service, consent, files, screen } = context;
    if (credits === undefined && usd === undefined)
      throw new Failure('missing_argument', 'give --credits, --usd or both: what may be spent');
    const journal = await files.world.journal.open();
    const now = await journal.now(files.world.clock.now());
    const ends = endOf(until, now);
    const paths = await Promise.all(commands.map((line) => pathOf(context, line, { credits, usd })));
    requirePerson(consent.ask, files.world, 'Only a person at a terminal adds a budget');
    if (!service.settings.inProcess) await refuseMoved(files.world);
    const amounts = [
      ...(credits === undefined ? [] : [counted(credits, 'credit')]),
      ...(usd === undefined ? [] : [dollars(usd)]),
    ].join(' and ');
    const profile = service.settings.profile ?? 'environment';
    const target = service.settings.target;
    screen.tell(
      `Budget of ${amounts} (${target === 'live' ? 'LIVE' : 'SANDBOX'}, profile ${profile})`,
      'heading',
    );
    screen.tell(`For: ${paths.join(', ')}`);
    screen.tell(`Until: ${fullTime(new Date(ends).toISOString())}`);
    const question = `Let agents and scripts spend ${amounts} without a question?`;
    await consent.ask.agree(question, 'Nothing is allowed.', personHint);
    const sign = await askPassphrase(consent.ask, await protectionOf(files.world));
    const budget = {
      id: newCode(files.world.random),
      account: accountOf(service.settings),
      profile,
      target,
      commands: paths,
      credits: credits ?? null,
      usd: usd ?? null,
      addedAt: now,
      until: ends,
    };
    await journal.budgets.add(budget, sign?.(budgetParts(budget)) ?? null);
    return entryOf({ ...budget, revokedAt: null, used: { credits: 0, usd: 0 } }, now, true);
  },
  next: ({ id }) => [advise('budgets revoke', { id })],
  view: ({ id, until }) => text(`Added the budget ${id}. It ends at ${fullTime(until)}.`),
});

/** By the clock that budgets go by: that of the sandbox may be weeks ahead. */
function endOf(text: string, now: number): number {
  const moment = parseMoment(text, { use: 'next', now, utc: false });
  if (moment === undefined)
    throw new Failure(
      'invalid_value',
      `--until must be a time such as 18:00, 3h or 2026-10-01T18:00:00Z, not '${text}'`,
    );
  const ends = Date.parse(moment);
  if (ends <= now) throw new Failure('invalid_value', `--until ${text} is over already`);
  if (ends - now > longestMs) throw new Failure('invalid_value', '--until is more than 7 days from now');
  return ends;
}

interface Amounts {
  readonly credits: number | undefined;
  readonly usd: number | undefined;
}

/** The path of a command that spends or buys, and writes to no one by it. */
async function pathOf({ screen }: Context, line: string, given: Amounts): Promise<string> {
  const { path, node } = await resolve(
    screen.tree,
    line
      .trim()
      .replace(/^outreach +/, '')
      .split(/ +/),
  );
  const name = path.join(' ');
  if (node === undefined || !('run' in node))
    throw new Failure('unknown_command', `'${line}' is not a command`);
  const billed = node.uses.filter((operation) => operation.billed !== undefined && isGuarded(operation));
  if (typeof node.tool !== 'string') throw notCovered(name, `it ${node.tool.never}`);
  if (node.uses.some(({ mails }) => mails === 'always')) throw notCovered(name, 'it emails people');
  if (billed.length === 0) throw notCovered(name, 'it spends and buys nothing');
  const pays = ({ billed: by = [] }: AnyOperation) =>
    by.includes('credits') ? given.credits !== undefined : given.usd !== undefined;
  if (!billed.some(pays))
    throw notCovered(
      name,
      given.credits === undefined ? 'it spends credits; give --credits' : 'it costs dollars; give --usd',
    );
  return name;
}

const notCovered = (name: string, why: string): Failure =>
  new Failure('invalid_value', `A budget cannot cover ${name}: ${why}`, {
    hint: 'A person approves each of its requests: outreach help safety',
  });
