import { counted } from '../../base/counted.ts';
import { commandLine } from '../../cli/advice/shell-words.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { stack } from '../../cli/declare/view.ts';
import * as s from '../../contract/schema/schema.ts';
import { examplesFolder, rejectsOption } from './examples.ts';
import { sandboxOptions } from './sandbox-options.ts';
import { takeStep } from './take-step.ts';
import { closing, type Findings, type Remains, tour } from './tour.ts';
import { tourPlace } from './tour-place.ts';

export const start = command({
  name: 'start',
  summary: 'A guided first campaign on the sandbox, from a file to a report',
  about:
    'Nothing is real: no email is sent and nothing is spent. Every step shows the command that it runs, so you can run it yourself afterwards. The launch checks refuse to start a campaign with a misspelt merge tag, the tour corrects it, and the campaign starts. At a terminal it asks before it spends or sends; answer no to skip that step. It starts with an empty sandbox. If yours is in use, it asks first and saves yours as the snapshot before-tour; without a terminal it runs in a temporary sandbox, unless --yes is given.',
  uses: [],
  tool: { never: 'needs a terminal' },
  answer: s.object({
    campaignId: s.id(),
    lines: s.array(s.string()),
    skipped: s.array(s.string()),
    snapshot: s.string(),
    temporary: s.boolean(),
  }),
  local: true,
  interactive: true,
  fails: ['not-confirmed', 'ended-badly'],
  args: { yes: opt.yes() },
  examples: ['outreach start', 'outreach start --yes'],
  async run(context, { yes }) {
    const { screen } = context;
    const asks = context.consent.ask.possible && !yes;
    const options = sandboxOptions(context);
    const findings: Findings = {
      campaignId: 0,
      senderIds: [],
      running: false,
      replyId: undefined,
      examples: await examplesFolder(context.files.world),
      rejects: await rejectsOption(context),
    };
    screen.note('A first campaign on the sandbox: the real program, invented people, no email and no money.');
    if (asks) screen.note(announcement);
    const place = await tourPlace(context, options, yes);
    const { snapshot, temporary } = place;
    try {
      const lines: string[] = [];
      const skipped: string[] = [];
      for (const [index, step] of tour.entries()) {
        screen.note('');
        screen.note(`[${index + 1}/${tour.length}] ${step.say(findings)}`, 'heading');
        const words = step.line(findings);
        if (words === undefined) continue;
        const agreement = step.effect && !asks ? ['--yes'] : [];
        if (agreement.length > 0 && !yes) screen.note(agreed);
        const line = [...words, ...options, ...agreement];
        const taken = await takeStep(context.screen, place, step, line, findings);
        (taken ? lines : skipped).push(commandLine(line));
        if (!taken) screen.note('Skipped. The tour goes on.');
      }
      sayGoodbye(context, findings, { skipped, snapshot, temporary, options });
      return { campaignId: findings.campaignId, lines, skipped, snapshot, temporary };
    } finally {
      await place.leave();
    }
  },
  view: () => stack(),
});

const questions = tour.filter(({ effect, ends }) => effect && ends === undefined).length;
const announcement = `It has ${counted(tour.length, 'step')} and asks ${questions === 2 ? 'twice' : counted(questions, 'time')}: before it spends and before it sends. Press y to agree, or Enter to skip that step. Ctrl-C ends the tour.`;

/** At a terminal the gate asks. */
const agreed = 'There is no terminal to ask at, so the tour passes --yes. The sandbox spends nothing real.';

function sayGoodbye({ screen }: Context, findings: Findings, left: Remains): void {
  const done = findings.running ? 'That was a whole campaign.' : 'The campaign was not started.';
  const rest = left.temporary
    ? 'The temporary sandbox is deleted; yours is as it was.'
    : 'It is still there to look at.';
  screen.note('');
  screen.note(`${done} ${rest}`, 'heading');
  for (const { say, lines } of closing(findings, left)) {
    screen.note(say);
    for (const line of lines) screen.note(`  ${line}`, 'command');
  }
}
