import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import type { FailureKind } from '../../base/failure-codes.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { commandLine } from '../../cli/advice/shell-words.ts';
import { type Context, command, type Screen } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { stack } from '../../cli/declare/view.ts';
import type { World } from '../../cli/declare/world.ts';
import { resolveSettings } from '../../cli/profile/settings.ts';
import * as s from '../../contract/schema/schema.ts';
import { closing, type Findings, type Line, type Remains, tour, wordsOf } from './tour.ts';
import { type TourPlace, tourPlace } from './tour-place.ts';

/** What every line of the tour needs so that it goes to the embedded sandbox: nothing, where it would go there anyway. */
function sandboxOptions({ files }: Context): string[] {
  try {
    return resolveSettings(files.world, { profile: undefined }).inProcess ? [] : ['--profile', 'sandbox'];
  } catch (error) {
    if (error instanceof Failure) return ['--profile', 'sandbox'];
    throw error;
  }
}

export const start = command({
  name: 'start',
  summary: 'Take a guided tour of a first campaign in the sandbox, from a file to a report',
  about:
    'The tour has six steps and takes about two minutes. Nothing is real: no email is sent and nothing is spent. Every step shows the commands that it runs, so you can run them yourself afterwards. At a terminal, the tour asks before it sends; if you decline, it ends.\n\nThe tour needs an empty sandbox. If yours has data, the tour asks, and saves it as the snapshot before-tour. With --separate the tour uses a temporary sandbox. Without a terminal, it uses one too, unless you add --yes.',
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
  args: { yes: opt.yes(), separate: opt.flag('use a temporary sandbox, which is deleted afterwards') },
  examples: ['outreach start', 'outreach start --yes', 'outreach start --separate'],
  async run(context, { yes, separate }) {
    const { consent, files, screen } = context;
    const asks = consent.ask.possible && !yes;
    const options = sandboxOptions(context);
    const examples = await examplesFolder(files.world);
    screen.note('A first campaign on the sandbox: the real program, invented people, no email and no money.');
    if (asks) screen.note(announcement);
    const place = await tourPlace(context, options, { yes, separate });
    const { snapshot, temporary } = place;
    try {
      const findings: Findings = { campaign: 0, senders: [], examples, rejects: await rejectsIn(place) };
      const lines: string[] = [];
      const skipped: string[] = [];
      for (const [index, step] of tour.entries()) {
        if (skipped.length > 0) break;
        screen.note('');
        screen.note(`[${index + 1}/${tour.length}] ${step.say}`, 'heading');
        for (const [at, line] of step.lines.entries()) {
          if (step.lines[at - 1]?.quiet === false) screen.note('');
          const agreement = line.effect && !asks ? ['--yes'] : [];
          if (agreement.length > 0 && !yes && line.ends) screen.note(agreed);
          const words = [...wordsOf(line, findings), ...options, ...agreement];
          const taken = await takeLine(screen, place, line, words, findings);
          (taken ? lines : skipped).push(commandLine(words));
        }
      }
      sayGoodbye(context, findings, { skipped, snapshot, temporary, options });
      return { campaignId: findings.campaign, lines, skipped, snapshot, temporary };
    } finally {
      await place.leave();
    }
  },
  view: () => stack(),
});

const announcement = `It has ${counted(tour.length, 'step')} and asks once, before it sends. Press y to agree, or Enter to end the tour there.`;

/** At a terminal the gate asks. */
const agreed = 'There is no terminal to ask at, so the tour passes --yes. The sandbox spends nothing real.';

function sayGoodbye({ screen }: Context, findings: Findings, left: Remains): void {
  const done = left.skipped.length > 0 ? 'The campaign was not started.' : 'That was a whole campaign.';
  const rest = left.temporary
    ? 'The temporary sandbox is deleted; yours is as it was.'
    : 'It is still there to look at.';
  screen.note('');
  screen.note(`${done} ${rest}`, 'heading');
  for (const [why, line] of closing(findings, left)) {
    screen.note(why);
    screen.note(`  ${line}`, 'command');
  }
}

/** Where the example files lie, as short as it can be typed from here. */
async function examplesFolder({ cwd, examples }: World): Promise<string> {
  const [{ access }, { join, relative }] = await Promise.all([
    import('node:fs/promises'),
    import('node:path'),
  ]);
  const folder = examples();
  for (const file of ['crm-export.csv', 'sequence-draft.md', 'sequence.md'])
    await access(join(folder, file)).catch((cause) => {
      throw new Failure('examples_missing', `the example file ${join(folder, file)} cannot be read`, {
        hint: 'The package is not whole: install it again.',
        cause,
      });
    });
  const near = relative(cwd, folder);
  return near !== '' && !near.startsWith('..') ? near : folder;
}

/** In the folder of the sandbox: the present one stays as it is. */
async function rejectsIn({ world }: TourPlace): Promise<string> {
  const [{ join }, { makeSandboxFolder }] = await Promise.all([
    import('node:path'),
    import('../../cli/connect/sandbox-place.ts'),
  ]);
  return join(makeSandboxFolder(world), 'crm-export.rejects.csv');
}

/** Shows one line, runs it, and stores what later lines need. False where a person said no. Throws where it failed. */
async function takeLine(
  { note, globals }: Pick<Screen, 'note' | 'globals'>,
  { run, temporary }: TourPlace,
  { quiet, ends, learn }: Line,
  words: readonly string[],
  findings: Findings,
): Promise<boolean> {
  const forScripts = globals.json || globals.ndjson;
  note(`$ ${commandLine(words)}`, 'command');
  if (!quiet) note('');
  // How a line is meant to end is not an error, which -q would still show.
  const silent = forScripts || quiet || (ends !== undefined && globals.quiet);
  const { value, failure } = await run(words, { silent, forPeople: true });
  if (failure === undefined) {
    Object.assign(findings, learn?.(value));
    return true;
  }
  if (failure.is('declined')) return false;
  if (failure.kind === ends) return true;
  if (silent) throw failure;
  const ended = endings.has(failure.kind);
  throw new Failure(ended ? 'declined' : 'tour_stopped', 'The tour stops here.', {
    kind: ended ? failure.kind : 'ended-badly',
    hint: say`${temporary ? 'The temporary sandbox is deleted' : 'What you did stays in the sandbox'}. To start again: ${advise('start')}`,
  });
}

/** How a person ends the tour: Ctrl-D and Ctrl-C. */
const endings: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'not-confirmed',
  'interrupted',
  'terminated',
]);
