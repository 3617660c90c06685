import { fields } from '../../cli/declare/answer.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { stack } from '../../cli/declare/view.ts';
import { commandLine } from '../../cli/line/shell-words.ts';
import { examplesFolder, rejectsOption } from './examples.ts';
import { freshSandbox } from './fresh-sandbox.ts';
import { sandboxOptions } from './sandbox-options.ts';
import { takeStep } from './take-step.ts';
import { closing, type Findings, tour } from './tour.ts';

export const start = command({
  name: 'start',
  summary: 'A guided first campaign on the sandbox, from a file to a report',
  about:
    'Nothing of it is real: no mail leaves, nothing is spent. Every step shows the line that it runs, so that you can run it yourself afterwards. It begins with an empty sandbox; what was rehearsed before is kept in a file.',
  uses: [],
  answer: fields('campaignId', 'lines'),
  local: true,
  fails: ['not-confirmed', 'ended-badly'],
  examples: ['outreach start'],
  async run(context) {
    const { note, ask } = context;
    const options = sandboxOptions(context);
    const findings: Findings = {
      campaignId: 0,
      senderIds: [],
      replyId: 0,
      examples: await examplesFolder(context.world),
      rejects: await rejectsOption(context),
    };
    note('A first campaign on the sandbox: the real program, invented people, no mail and no money.');
    await freshSandbox(context, options);
    const lines: string[] = [];
    for (const [index, step] of tour.entries()) {
      const agreement = step.effect && !ask.possible ? ['--yes'] : [];
      const line = [...step.line(findings), ...options, ...agreement];
      lines.push(commandLine(line));
      note('');
      note(`[${index + 1}/${tour.length}] ${step.say}`, 'heading');
      if (agreement.length > 0) note(agreed);
      await takeStep(context, step, line, findings);
    }
    sayGoodbye(context, findings);
    return { campaignId: findings.campaignId, lines };
  },
  view: () => stack(),
});

/** On a terminal the gate asks. */
const agreed = 'Nobody can be asked here, so --yes agrees: the sandbox spends nothing real.';

function sayGoodbye({ note }: Context, findings: Findings): void {
  note('');
  note('That was a whole campaign, and it is still there to look at.', 'heading');
  for (const { say, line } of closing(findings)) {
    note(say);
    note(`  ${commandLine(line)}`, 'command');
  }
}
