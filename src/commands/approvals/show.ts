import { advise } from '../../cli/advice/advise.ts';
import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { type OutlineLine, outline, record, stack } from '../../cli/declare/view.ts';
import { factIn } from '../../cli/spending/words.ts';
import { entryFields, entryOf, spentCredits } from './entry.ts';
import { approvalOf } from './waiting.ts';

export const show = command({
  name: 'show',
  summary: 'Show a call that waits for approval, or has waited: its line, facts and price',
  about:
    'Facts and price are those of the time when it was asked about, or approved. `approvals approve` reads them anew, and shows all texts.',
  uses: [],
  tool: 'read',
  answer: entryFields,
  local: true,
  fails: ['not-found'],
  args: { code: arg.text('its code') },
  examples: ['outreach approvals show K7MPXR4D'],
  run: async (context, { code }) => entryOf(await approvalOf(context.files, code)),
  next: ({ code, state }) => (state === 'waiting' ? [advise('approvals approve', { code })] : []),
  view: (entry) =>
    stack(
      record(
        ['Code', entry.code, 'id'],
        ['State', entry.state, 'state'],
        ['Outcome', entry.state === 'unacknowledged' ? notKnown : undefined, 'prose'],
        ['Profile', entry.profile],
        ['Host', entry.host ?? undefined],
        ['Line', entry.line, 'prose'],
        ['Credits', spentCredits(entry), 'number'],
        ['Price', entry.price.usd || undefined, 'money'],
        ['People', entry.price.recipients || undefined, 'number'],
        ['Asked', entry.askedAt, 'wall-time'],
        ['Until', entry.expiresAt, 'wall-time'],
        ['Decided', entry.decidedAt ?? undefined, 'wall-time'],
        ['Used', entry.usedAt ?? undefined, 'wall-time'],
      ),
      outline(entry.facts.filter((fact) => !fact.startsWith('Line: ')).map(lineOf)),
    ),
});

const notKnown =
  'Not known: its call may have happened. Look at what it changes. The same line, run again, asks a person anew, and says so.';

function lineOf(line: string): OutlineLine {
  const fact = factIn(line);
  return typeof fact === 'string'
    ? { level: 0, parts: [{ text: fact }] }
    : { level: 0, parts: [{ text: fact.theirs }], quoted: true };
}
