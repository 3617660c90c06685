import { counted } from '../../base/counted.ts';
import { plainWords } from '../../base/text/plain-words.ts';
import { recordOf } from '../../cli/declare/answer.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg, lineOnly, opt } from '../../cli/declare/params.ts';
import type { View } from '../../cli/declare/view.ts';
import { type StopList, type Stoppable, stopAll } from '../../cli/stop/stop-all.ts';
import { oneOrAll, stopAnswer, stopView } from '../../cli/stop/stop-view.ts';
import { autopilot } from '../../contract/areas/autopilot.ts';
import { limits } from '../../contract/limits.ts';
import * as s from '../../contract/schema/schema.ts';
import { hasEnded, runState } from '../../domain/item-states.ts';
import { type Run, type RunItem, runIn, runView } from './run-view.ts';

export const kill = command({
  name: 'kill',
  summary: 'Stop a run for good, or all runs, and pause their campaigns',
  about: `A killed run cannot be resumed, and the money and credits that it spent are gone. At a terminal, you see the run and must confirm. With --yes or --all, or without a terminal, it stops at once.

--all kills every run that has not ended, including runs that await approval. If one fails, the others are still killed (exit 15). --all-profiles covers every profile on this machine, and the key in the environment. To pause all other campaigns, run \`outreach campaigns pause --all\`.

The JSON of --all is {items, total}. Each item has profile, runId, website, outcome (killed, failed, unknown or planned), error and, in a dry run, request.`,
  uses: [autopilot.kill, autopilot.runs, autopilot.run],
  stops: true,
  tool: 'work',
  answer: ({ all, allProfiles }) =>
    all || allProfiles ? stopAnswer({ runId: s.id(), website: s.string() }) : recordOf(autopilot.kill),
  fails: ['partial'],
  local: 'allProfiles',
  args: {
    run: arg.optionalId('id of the run', { asked: 'unended-run', unless: ['all', 'allProfiles'] }),
    reason: opt.text(`reason for the audit trail (${counted(limits.killReasonLength, 'character')} at most)`),
    all: opt.flag('every run that has not ended'),
    allProfiles: lineOnly(opt.flag('do this in every profile on this machine')),
  },
  excludes: [
    ['run', 'all', 'allProfiles'],
    ['allProfiles', 'profile'],
  ],
  examples: [
    'outreach autopilot kill 1',
    'outreach autopilot kill 1 --reason "wrong audience"',
    'outreach autopilot kill --all',
  ],
  async run(context, { run, reason = '', all, allProfiles }): Promise<Run | Killed> {
    const one = oneOrAll({ one: run, all, allProfiles });
    const characters = [...reason.trim()];
    const kept = characters.slice(0, limits.killReasonLength).join('');
    if (characters.length > limits.killReasonLength)
      context.screen.warn(`The reason was cut to ${counted(limits.killReasonLength, 'character')}.`);
    const body = kept === '' ? {} : { reason: kept };
    if (one === undefined) return stopAll(context, unended(body), { allProfiles });
    await agreeToKill(context, one);
    return (await context.service.api(autopilot.kill, { params: { id: one }, body })).run;
  },
  view: (killed): View =>
    isList(killed)
      ? stopView(killed, [
          ['Run', 'runId', 'number'],
          ['Website', 'website'],
        ])
      : runView(killed),
});

/** A number is one key away from another. A script that halts a run is never kept waiting. */
async function agreeToKill({ service, consent, screen }: Context, id: number): Promise<void> {
  if (screen.globals.yes || screen.globals.dryRun || !consent.ask.possible) return;
  const run = runIn(await service.api(autopilot.run, { params: { id } }));
  if (run.killSwitch) return screen.note(`Autopilot run ${id} was killed already.`);
  const name = `run ${id}${run.website ? ` for ${run.website}` : ''}`;
  const last = run.audit?.at(-1)?.message;
  screen.note(`Autopilot ${name} is ${plainWords(runState(run))}${last ? `. Its last step: ${last}` : ''}`);
  // Before that its campaign is a draft, and stays one.
  const isLaunched = ['running', 'paused', 'completed'].includes(run.status);
  if (run.campaignId && isLaunched) screen.note(`Its campaign ${run.campaignId} is paused with it.`);
  screen.note('A killed run cannot be resumed. What it spent stays spent.');
  await consent.ask.agree(`Kill ${name}?`, 'The run goes on.');
}

const unended = (body: { reason?: string }) =>
  ({
    noun: ['run', 'runs'],
    done: 'killed',
    pages: (api) => api.pages(autopilot.runs, {}, { asItComes: true }),
    id: ({ id }) => id,
    rests: hasEnded,
    stop: (api, { id }) => api(autopilot.kill, { params: { id }, body }),
    label: (run) => ({ runId: run?.id ?? null, website: run?.website ?? null }),
  }) satisfies Stoppable<RunItem, object>;

type Killed = StopList<ReturnType<ReturnType<typeof unended>['label']>>;

const isList = (killed: Run | Killed): killed is Killed => 'items' in killed;
