import { command } from '../../../cli/declare/command.ts';
import { buildPlan, planArgs, planReads } from './build-plan.ts';
import { differenceOf, folderArg, noteRest } from './plan.ts';
import { planDocument, planFields } from './plan-document.ts';
import { planView } from './plan-view.ts';

const { values } = planArgs;

export const diff = command({
  name: 'diff',
  summary: 'Compare campaigns with their files; exit code 20 where they differ',
  about:
    'Shows what campaigns plan shows, and changes nothing. Drift counts as a difference, and so does what only a person can do in the app.',
  uses: planReads,
  tool: 'read',
  answer: planFields,
  rows: 'items',
  fails: ['differs'],
  args: { folder: folderArg, values },
  examples: [
    'outreach campaigns diff examples/campaigns',
    'outreach campaigns diff examples/campaigns -q --json',
  ],
  async run(context, { folder, ...source }) {
    const { plan } = await buildPlan(context, folder, source);
    const shown = planDocument(context, plan);
    noteRest(context, folder, shown);
    const difference = differenceOf(shown, { folder, profile: context.screen.globals.profile, ...source });
    if (difference) throw difference.with({ result: shown });
    return shown;
  },
  view: planView,
});
