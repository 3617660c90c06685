import { type Context, command } from '../../cli/command.ts';
import { commandLine } from '../../cli/command-line.ts';
import { text } from '../../cli/output/view.ts';
import { Failure } from '../../contract/errors.ts';
import { examplesFolder } from './examples.ts';
import { freshSandbox } from './fresh-sandbox.ts';
import { sandboxOptions } from './sandbox-options.ts';
import { type Findings, type Step, tour } from './tour.ts';

export const start = command({
  name: 'start',
  summary: 'A guided first campaign on the sandbox, from a file to a report',
  about:
    'Nothing of it is real: no mail leaves, nothing is spent. Every step shows the line that it runs, so that you can run it yourself afterwards.',
  uses: [],
  local: true,
  fails: ['not-confirmed'],
  examples: ['outreach start'],
  async run(context) {
    const options = sandboxOptions(context);
    const findings: Findings = {
      campaignId: 0,
      senderIds: [],
      replyId: 0,
      examples: await examplesFolder(context.world),
    };
    context.note('A first campaign on the sandbox: the real program, invented people, no mail and no money.');
    await freshSandbox(context, options);
    const lines: string[] = [];
    for (const [index, step] of tour.entries()) {
      const agreement = step.effect && !context.ask.possible ? ['--yes'] : [];
      const line = [...step.line(findings), ...options, ...agreement];
      lines.push(commandLine(line));
      context.note(`\n[${index + 1}/${tour.length}] ${step.say}`);
      if (agreement.length > 0) context.note(agreed);
      await take(context, step, line, findings);
    }
    return { campaignId: findings.campaignId, lines };
  },
  view: ({ campaignId }) =>
    text(
      `That was a whole campaign. It is still there: outreach campaigns stats ${campaignId}, outreach replies list, outreach sandbox info. ` +
        'With an account of your own: outreach login. Everything else: outreach --help.',
    ),
});

/** On a terminal the gate asks. */
const agreed = 'Nobody can be asked here, so --yes agrees: the sandbox spends nothing real.';

async function take(
  context: Context,
  step: Step,
  line: readonly string[],
  findings: Findings,
): Promise<void> {
  const { json, ndjson } = context.globals;
  context.note(`$ ${commandLine(line)}\n`);
  const { exit, value } = await context.run(line, { silent: json || ndjson, forPeople: true });
  if (exit === 0) return step.learn?.(value, findings);
  throw new Failure(
    exit === 3 ? 'not-confirmed' : 'ended-badly',
    `The tour stops here: that line ended with exit code ${exit}.`,
    { code: 'tour_stopped', hint: 'To begin again: outreach start' },
  );
}
