import { isDeepStrictEqual } from 'node:util';
import { counted } from '../../../base/counted.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { readOr } from '../../../cli/answer/fact.ts';
import { wholeOf } from '../../../cli/declare/answer.ts';
import { type Context, command, type Group } from '../../../cli/declare/command.ts';
import { arg, opt } from '../../../cli/declare/params.ts';
import type { Quote } from '../../../cli/declare/quote.ts';
import { heading, quote, record, stack, text, type View } from '../../../cli/declare/view.ts';
import { ifReadable } from '../../../cli/find/names.ts';
import { lineOf } from '../../../cli/line/shell-words.ts';
import { acceptOption } from '../../../cli/options/accept.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import { leads } from '../../../contract/areas/leads.ts';
import type { Output } from '../../../contract/operation.ts';
import { copyProblems } from '../../../domain/launch/copy-rules.ts';
import { wordingsIn } from '../../../domain/launch/wordings.ts';
import { parseSequence } from '../../../domain/sequence/sequence-file.ts';
import { sequenceText } from '../../../domain/sequence/sequence-write.ts';

type Sequence = Output<typeof campaigns.sequence>;
type Step = Sequence['steps'][number];

const campaign = arg.text('id or exact name', { asked: 'campaign' });

const view = ({ steps, signature }: Sequence): View =>
  steps.length === 0
    ? text('No steps yet.')
    : stack(...steps.map(stepView), ...(signature ? [heading('Signature'), quote(signature)] : []));

const stepView = (step: Step): View =>
  stack(
    heading(`Step ${step.order}${step.order === 1 ? '' : `, ${counted(step.delayDays ?? 0, 'day')} later`}`),
    record(['Subject', step.subject || (step.useSameThread ? '(same thread)' : '(none)')]),
    quote(step.body ?? ''),
    ...(step.variants ?? []).flatMap((variant) => [
      record([`Variant ${variant.label ?? '?'}`, variant.subject || '(same subject)']),
      quote(variant.body ?? ''),
    ]),
  );

const show = command({
  name: 'show',
  summary: 'Show the emails of a campaign',
  uses: [campaigns.sequence, campaigns.list],
  tool: 'read',
  answer: wholeOf(campaigns.sequence),
  args: { campaign, out: opt.file('also write them to this file, for sequence set', 'written') },
  examples: ['outreach campaigns sequence show 1', 'outreach campaigns sequence show 1 --out sequence.md'],
  async run({ api, checkOutput, find, note, writeFile }, { campaign, out }) {
    if (out !== undefined) await checkOutput(out);
    const sequence = await api(campaigns.sequence, { params: { id: await find.campaign(campaign) } });
    if (out !== undefined) {
      await writeFile(out, sequenceText(sequence.steps, sequence.signature ?? null));
      note(`Written to ${out}.`);
    }
    return sequence;
  },
  view,
});

const set = command({
  name: 'set',
  summary: 'Replace the emails of a campaign with those of a file',
  about: `The file is text, or JSON in the service's format: {"steps": [{"subject", "body", "delayDays", …}], "signature"}. In text, each step begins with a line of its own, then a subject line, an empty line and the body:

  --- step ---
  Subject: A question about {company}

  Hello {firstName}, …

  --- step delay=3d thread ---

  Did this reach you?

After "step" you can write delay=3d (days after the previous step; every follow-up needs it), thread (same thread, no subject needed) or html. "--- variant B ---" below a step begins an alternative text, "--- signature ---" the signature. Without a signature in the file the campaign keeps its own; an empty one removes it. Put a backslash before a body line that begins with ---.

{firstName}, or any other field or variable of the lead in braces, is filled in.

In a running or completed campaign the launch checks of copy and merge tags come first, over all its leads: where one blocks, nothing is changed. Then it asks, because people get the new emails from then on.`,
  fails: ['ended-badly'],
  uses: [campaigns.replaceSequence],
  tool: 'effects',
  leadGate: true,
  answer: wholeOf(campaigns.replaceSequence),
  args: { campaign, file: arg.file('text or JSON, - for standard input', 'document'), ...acceptOption },
  examples: [
    'outreach campaigns sequence set 1 examples/sequence.md',
    'outreach campaigns sequence set "First steps" - --yes < examples/sequence.md',
  ],
  async run(context, { campaign, file, accept }) {
    const { api, approve, find, note, readText } = context;
    const content = await readText(file, 'document');
    const body = await parseSequence(file === '-' ? 'standard input' : file, content);
    const call = { params: { id: await find.campaign(campaign) }, body };
    const quote = () => changeQuote(context, call.params.id, body);
    const approval = await approve(campaigns.replaceSequence, call, quote, { accept });
    const answer = await api(campaigns.replaceSequence, call, approval);
    warnOfCopy(context, body);
    note(answer.message ?? `The campaign has ${counted(answer.steps.length, 'step')} now.`);
    return answer;
  },
  next: ({ campaignId }, { campaign }) => [
    ['see what is missing', lineOf`campaigns get ${campaignId ?? campaign}`],
  ],
  view,
});

/** How many people get the new emails from now on, at most. */
async function changeQuote({ api }: Context, campaignId: number, body: Sequence): Promise<Quote> {
  const read = await readOr(leads.list, () =>
    api.page(leads.list, { query: { campaignId } }, { pageSize: 1 }),
  );
  const now = await ifReadable(() => api(campaigns.sequence, { params: { id: campaignId } }));
  return {
    spend: omitUndefined({ recipients: read.value?.total ?? undefined }),
    atMost: true,
    question: 'Replace the emails of this campaign',
    facts: [
      'People who have had some of its emails get the new ones from then on',
      ...(now ? [changedIn(now, body)] : []),
    ],
  };
}

/** Which parts are other ones than those that the campaign has now. */
function changedIn(now: Output<typeof campaigns.sequence>, { steps, signature }: Sequence): string {
  const count = Math.max(now.steps.length, steps.length);
  const parts = Array.from({ length: count }, (_, at) => {
    const [was, is] = [now.steps[at], steps[at]];
    if (was === undefined) return [`step ${at + 1} is new`];
    if (is === undefined) return [`step ${at + 1} is gone`];
    const given = Object.entries(is) as [keyof typeof is, unknown][];
    const other = given.filter(([name, value]) => !isDeepStrictEqual(was[name] || null, value || null));
    return other.length === 0 ? [] : [`step ${at + 1} (${other.map(([name]) => name).join(', ')})`];
  }).flat();
  const all = [
    ...parts,
    ...(signature === undefined || signature === (now.signature ?? '') ? [] : ['the signature']),
  ];
  return all.length === 0 ? 'No text or delay changes.' : `What changes: ${all.join('; ')}`;
}

/** What would keep the campaign from starting; nothing is read for that. */
function warnOfCopy({ warn }: Context, { steps, signature }: Sequence): void {
  const wordings = wordingsIn({ steps }, { campaign: signature, mailboxes: [] });
  for (const { rule, severity, message } of copyProblems(wordings))
    if (severity === 'block') warn(`${rule}: ${message}`);
}

export const sequence: Group = {
  name: 'sequence',
  summary: 'Show or replace the emails of a campaign',
  commands: [show, set],
};
