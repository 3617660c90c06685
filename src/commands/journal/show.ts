import { fields, together } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { heading, record, stack, table } from '../../cli/declare/view.ts';
import { keepable, redact } from '../../contract/redact.ts';
import { entry, entryFields } from './entry.ts';

export const show = command({
  name: 'show',
  summary: 'Show one call: what was sent, what came back, and what happened in between',
  about: 'Passwords and keys are not in it: of them only digests are kept that no other machine can make.',
  uses: [],
  answer: together(
    entryFields,
    fields(
      'token',
      'idempotencyKey',
      'process',
      'blocks',
      'request.*',
      'quote.*',
      'answer.*',
      'steps.at',
      'steps.what',
    ),
  ),
  local: true,
  args: { id: arg.id('its number in the journal') },
  examples: ['outreach journal show 1', 'outreach journal show 1 --json'],
  async run({ journal, world }, { id }) {
    const intent = await journal.intent(id);
    const read = (text: string | undefined): unknown =>
      text === undefined ? null : JSON.parse(keepable(text));
    const steps = await (await world.journal.open()).steps(id);
    return {
      ...entry(intent),
      token: intent.token ?? null,
      idempotencyKey: intent.idempotencyKey ?? null,
      process: intent.owner?.pid ?? null,
      blocks: intent.blocks,
      request: read(intent.request) as Request | null,
      quote: read(intent.quote),
      answer: read(intent.answer),
      steps: steps.map(({ at, what }) => ({ at: new Date(at).toISOString(), what: redact(what) })),
    };
  },
  view: (call) =>
    stack(
      record(
        ['Call', call.id],
        ['What', call.summary],
        ['State', call.state],
        ['Remark', call.remark ?? undefined],
        ['Profile', `${call.profile} (${call.target})`],
        ['Request', call.request ? `${call.request.method} ${call.request.path}` : undefined],
        ['Body', bodyOf(call.request)],
        ['Agreed to', call.quote === null ? undefined : JSON.stringify(call.quote)],
        ['Answer', call.answer === null ? undefined : JSON.stringify(call.answer)],
        ['Idempotency-Key', call.idempotencyKey ?? undefined],
        ['Token', call.token ?? undefined],
        ['Process', call.process ?? undefined],
      ),
      heading('What happened'),
      table(call.steps, [
        ['AT', ({ at }) => at, 'time'],
        ['WHAT', ({ what }) => what],
      ]),
    ),
});

/** Nothing is sent by a change on this machine. */
const bodyOf = (request: Request | null): string | undefined =>
  request?.input.body === undefined ? undefined : JSON.stringify(request.input.body);

interface Request {
  readonly method: string;
  readonly path: string;
  readonly input: { readonly body?: unknown };
}
