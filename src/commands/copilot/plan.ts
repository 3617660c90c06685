import { counted } from '../../base/counted.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { heading, quote, record, stack, text, type View } from '../../cli/declare/view.ts';
import { rawText } from '../../cli/output/text/raw-text.ts';
import { copilot } from '../../contract/areas/copilot.ts';
import type { Output } from '../../contract/operation.ts';
import { sequenceText } from '../../domain/sequence/sequence-write.ts';

type Plan = Output<typeof copilot.plan>;
type Step = NonNullable<Plan['suggestedSequence']>[number];

export const plan = command({
  name: 'plan',
  about: `Nothing is created in the service. If the website is only a placeholder, use --description. To launch the draft, save it with --json for \`copilot launch\`, or write only the sequence with --out and edit it first.

The service allows about five plans per minute and 250 per day, including plans made in the app.`,
  uses: [copilot.plan],
  tool: 'work',
  args: {
    website: arg.text('address of the website'),
    description: opt.text('what the company does (the website is then not read)'),
    context: opt.text('more context: who you want to reach, and why now'),
    out: opt.file('also write the sequence to this new file, as text', 'written'),
  },
  examples: [
    'outreach copilot plan acme.com',
    'outreach copilot plan acme.com --json > plan.json',
    'outreach copilot plan acme.com --description "Payroll for small teams" --out sequence.md',
  ],
  async run({ service, files, screen }, { website, out, ...given }) {
    // It may have been edited: a new draft never replaces one.
    if (out !== undefined) await files.checkOutput(out, { fresh: true });
    const drafted = await service.api(copilot.plan, { body: { website, ...omitUndefined(given) } });
    if (out !== undefined) {
      const text = sequenceText((drafted.suggestedSequence ?? []).map(asFileStep));
      await files.writeFile(out, text, { fresh: true });
      screen.note(
        `The sequence is written to ${out}. To create a draft campaign: ${pattern('copilot launch', { sequence: out })}`,
      );
    }
    return drafted;
  },
  view: planView,
});

const asFileStep = ({ subject, body, followUpAfter }: Step) => ({ subject, body, delayDays: followUpAfter });

function planView({ icp, suggestedSequence }: Plan): View {
  const steps = suggestedSequence ?? [];
  return stack(
    record(
      ['ICP', icp?.icpName],
      ['Summary', icp?.summary],
      ['Titles', icp?.titles?.join(', ')],
      ['Seniorities', icp?.seniorities?.join(', ')],
      ['Industries', icp?.industries?.join(', ')],
      ['Company sizes', icp?.companySizes?.join(', ')],
      // The spec does not say whether they are a list or a text.
      ['Keywords', [icp?.suggestedSalesNavKeywords].flat().map(rawText).join(', ') || undefined],
    ),
    ...(steps.length === 0 ? [text('No sequence was suggested.')] : []),
    ...steps.flatMap((step, index) => [
      heading(
        `Email ${index + 1}${index === 0 ? '' : `, ${step.followUpAfter === undefined || step.followUpAfter === null ? 'later' : `${counted(step.followUpAfter, 'day')} later`}`}`,
      ),
      record(['Subject', step.subject]),
      quote(step.body ?? ''),
    ]),
  );
}
