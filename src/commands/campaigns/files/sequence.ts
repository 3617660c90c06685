import { counted } from '../../../base/counted.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { advise } from '../../../cli/advice/advise.ts';
import { fact } from '../../../cli/answer/fact.ts';
import { allOf, wholeOf } from '../../../cli/declare/answer.ts';
import { type Context, command, type Group } from '../../../cli/declare/command.ts';
import { arg, opt } from '../../../cli/declare/params.ts';
import type { Quote } from '../../../cli/declare/quote.ts';
import { acceptOption } from '../../../cli/declare/shared-options.ts';
import { heading, quote, record, stack, text, type View } from '../../../cli/declare/view.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import type { Output } from '../../../contract/operation.ts';
import * as s from '../../../contract/schema/schema.ts';
import type { FieldName } from '../../../domain/campaign-file/campaign-fields.ts';
import { differingFields, labelTwice } from '../../../domain/campaign-file/sequence-fields.ts';
import { changedSteps } from '../../../domain/campaign-plan/people.ts';
import { copyProblems } from '../../../domain/launch/copy-rules.ts';
import { wordingsIn } from '../../../domain/launch/wordings.ts';
import { parseSequence } from '../../../domain/sequence/sequence-file.ts';
import { badSequence } from '../../../domain/sequence/sequence-text.ts';
import { sequenceText } from '../../../domain/sequence/sequence-write.ts';
import { reachOf, reachReads } from './read-people.ts';

type Sequence = Output<typeof campaigns.sequence>;
const campaign = arg.text('id or exact name', { asked: 'campaign' });

const view = ({ steps, signature }: Sequence): View =>
  steps.length === 0
    ? text('No steps yet.')
    : stack(...steps.map(stepView), ...(signature ? [heading('Signature'), quote(signature)] : []));

const stepView = (step: Sequence['steps'][number]): View =>
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
  summary: 'Show the steps of a campaign, with merge tags as written',
  uses: [campaigns.sequence, campaigns.list],
  tool: 'read',
  answer: wholeOf(campaigns.sequence),
  args: {
    campaign,
    out: opt.file('also write the steps to this file, for `campaigns sequence set`', 'written'),
  },
  examples: ['outreach campaigns sequence show 1', 'outreach campaigns sequence show 1 --out sequence.md'],
  async run({ service, files, screen }, { campaign, out }) {
    if (out !== undefined) await files.checkOutput(out, { fresh: true });
    const sequence = await service.api(campaigns.sequence, {
      params: { id: await service.find.campaign(campaign) },
    });
    if (out !== undefined) {
      await files.writeFile(out, sequenceText(sequence.steps, sequence.signature ?? null), { fresh: true });
      screen.note(`Written to ${out}.`);
    }
    return sequence;
  },
  view,
});

const set = command({
  name: 'set',
  summary: 'Replace the emails of a campaign with those in a file',
  about: `The file holds JSON as printed by \`sequence show --json\`, or text:
--- step ---
Subject: A question about {company}

Hello {firstName}, …
--- step delay=3d thread ---
Did this reach you?

Every follow-up needs a delay. \`thread\` sends it in the same thread, without a subject of its own; \`html\` means that its body is HTML. "--- variant B ---" begins another version, "--- signature ---" the signature. Write \\--- if a line of an email begins with ---.
The new emails of a running campaign are checked first (exit 16).`,
  fails: ['ended-badly'],
  uses: [campaigns.replaceSequence, campaigns.sequence, ...reachReads],
  tool: 'effects',
  core: true,
  leadGate: true,
  answer: allOf(wholeOf(campaigns.replaceSequence), s.object({ message: s.string(), dryRun: s.boolean() })),
  args: { campaign, file: arg.file('text or JSON, - for standard input', 'document'), ...acceptOption },
  examples: [
    'outreach campaigns sequence set 1 examples/sequence.md',
    'outreach campaigns sequence set "First steps" - --yes < examples/sequence.md',
  ],
  async run(context, { campaign, file, accept }) {
    const { service, consent, files, screen } = context;
    const content = await files.readText(file, 'document');
    const name = file === '-' ? 'standard input' : file;
    const { campaignId: of, ...body } = parseSequence(name, content);
    const call = { params: { id: await service.find.campaign(campaign) }, body };
    if (of != null && String(of) !== String(call.params.id))
      throw badSequence(name, `its campaignId is ${of}, and this is campaign ${call.params.id}`);
    const read = await fact(context, campaigns.sequence, { params: call.params });
    const now = read && labelTwice(read.steps) === undefined ? read : undefined;
    if (now && differingFields(now, body).length === 0) {
      const isDry = screen.globals.dryRun;
      const message = `The campaign has these emails already: nothing ${isDry ? 'would be' : 'was'} changed.`;
      screen.note(message);
      return { ...now, message, ...(isDry && { dryRun: true }) };
    }
    const quote = () => changeQuote(context, call.params.id, body, now);
    const approval = await consent.approve(campaigns.replaceSequence, call, quote, { accept });
    const answer = await service.api(campaigns.replaceSequence, call, approval);
    warnOfCopy(context, body);
    screen.note(answer.message ?? `The campaign has ${counted(answer.steps.length, 'step')} now.`);
    return answer;
  },
  next: ({ campaignId }, { campaign }) => [
    ['see the campaign', advise('campaigns get', { campaign: campaignId ?? campaign })],
  ],
  view: ({ campaignId, steps, signature }) =>
    record(
      ['Campaign', campaignId, 'id'],
      ['Steps', steps.length, 'number'],
      ['Signature', signature ? 'set' : 'none'],
    ),
});

/** How many people get the new emails from now on, at most. */
async function changeQuote(
  context: Context,
  campaignId: number,
  body: Sequence,
  now: Sequence | undefined,
): Promise<Quote> {
  const differing = now && differingFields(now, body);
  const { people, line } = await reachOf(
    context,
    campaignId,
    differing && changedSteps(differing, body.steps.length),
  );
  return {
    spend: omitUndefined({ recipients: people ?? undefined }),
    atMost: true,
    question: 'Replace the emails of this campaign',
    facts: [
      ...(people === 0 ? [] : ['People who have had some of its emails get the new ones from then on']),
      line,
      ...(differing ? [`What changes: ${partsOf(differing).join('; ')}`] : []),
    ],
  };
}

/** `step 2 (subject, variants)`. */
function partsOf(differing: readonly FieldName[]): string[] {
  const steps = new Map<string, Set<string>>();
  for (const field of differing) {
    const [, step, part = ''] = field.split('.');
    const parts = steps.get(step ?? '') ?? new Set();
    steps.set(step ?? '', parts.add(part));
  }
  return [...steps].map(([step, parts]) =>
    step === '' ? 'the signature' : `step ${step} (${[...parts].join(', ')})`,
  );
}

/** What would keep the campaign from starting; nothing is read for that. */
function warnOfCopy({ screen }: Context, { steps, signature }: Sequence): void {
  const wordings = wordingsIn({ steps }, { campaign: signature, mailboxes: [] });
  for (const { rule, severity, message } of copyProblems(wordings))
    if (severity === 'block') screen.warn(`${rule}: ${message}`);
}

export const sequence: Group = {
  name: 'sequence',
  summary: 'Show or replace the emails of a campaign',
  commands: [show, set],
};
