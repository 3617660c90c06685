import { allOf } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { heading, quote, record, stack, table, type View } from '../../cli/declare/view.ts';
import { fullTime } from '../../cli/output/text/times.ts';
import { agreedTo, operationOf } from '../../cli/spending/amounts.ts';
import { effectLines } from '../../cli/spending/effects.ts';
import { factLines } from '../../cli/spending/fact-lines.ts';
import { keepable, redact } from '../../contract/redact.ts';
import * as s from '../../contract/schema/schema.ts';
import { type Entry, entryFields, entryFrom, whatOf } from './entry.ts';
import type { Request } from './object.ts';

export const show = command({
  name: 'show',
  summary: 'Show one journal entry: the request, the response, and the steps in between',
  about:
    'The journal does not store passwords or keys. It stores only keyed digests of them, which are useless without this journal.',
  uses: [],
  tool: 'read',
  answer: allOf(
    entryFields,
    s.object({
      ...s.each(['token', 'idempotencyKey'], s.string()),
      process: s.integer(),
      blocks: s.boolean(),
      ...s.each(['request', 'quote', 'answer'], s.fromOthers(s.unknown())),
      steps: s.array(s.object({ at: s.string(), what: s.string() })),
    }),
  ),
  local: true,
  fails: ['not-found'],
  args: { id: arg.id('number of the entry in the journal', { asked: 'call' }) },
  examples: ['outreach journal show 1', 'outreach journal show 1 --json'],
  async run({ service, files }, { id }) {
    const intent = await service.journal.intent(id);
    const read = (text: string | undefined): unknown =>
      text === undefined ? null : JSON.parse(keepable(text));
    const book = await files.world.journal.open();
    const steps = await book.steps(id);
    return {
      ...(await entryFrom(book, intent)),
      token: intent.token ?? null,
      idempotencyKey: intent.idempotencyKey ?? null,
      process: intent.owner?.pid ?? null,
      blocks: intent.blocks,
      request: read(intent.request) as Request,
      quote: read(intent.quote),
      answer: read(intent.answer),
      steps: steps.map(({ at, what }) => ({ at: new Date(at).toISOString(), what: redact(what) })),
    };
  },
  view: (call) =>
    stack(
      record(
        ['Request', call.id, 'id'],
        ['What', whatOf(call)],
        ['Object', call.object ?? undefined],
        ['State', call.state, 'state'],
        ['Credits', call.credits || undefined, 'number'],
        ['Price', call.usd || undefined, 'money'],
        ['People', call.people || undefined, 'number'],
        ['Remark', call.remark ?? undefined],
        ['Profile', call.profile === call.target ? call.profile : `${call.profile} (${call.target})`],
        ['Idempotency-Key', call.idempotencyKey ?? undefined],
        ['Token', call.token ?? undefined],
        ['Process', call.process ?? undefined],
        ['Host', call.host ?? undefined],
        ['User', call.user ?? undefined],
      ),
      ...part('Request', call.request && { [call.request.method]: call.request.path, ...call.request.input }),
      ...approved(call),
      ...part('Answer', call.answer),
      heading('What happened'),
      table(call.steps, [
        ['At', ({ at }) => fullTime(at), 'id'],
        ['What', 'what', 'prose'],
      ]),
    ),
});

/** What the person or the line agreed to, in the words of the question. */
function approved({ operation: id, quote: stored }: Pick<Entry, 'operation'> & { quote: unknown }): View[] {
  const operation = operationOf({ operation: id });
  const agreed = agreedTo(operation, stored);
  if (operation === undefined || agreed === undefined) return part('Approved', stored);
  const lines = [...effectLines(operation, agreed), ...factLines(agreed.quote.facts ?? [])];
  return lines.length === 0 ? [] : [heading('Approved'), quote(lines.join('\n'))];
}

/** Behind the bar: some of it was written by others. */
const part = (title: string, value: unknown): View[] =>
  value === null ? [] : [heading(title), quote(JSON.stringify(value, null, 2))];
