import { counted, plural } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import { type Context, command } from '../../../cli/declare/command.ts';
import { arg, lineOnly, opt } from '../../../cli/declare/params.ts';
import { buildPlan, planArgs, planReads } from './build-plan.ts';
import { type PlanDocument, planDocument, planFields } from './plan-document.ts';
import { checkPlanPlace, writePlan } from './plan-file.ts';
import { planMarkdown } from './plan-markdown.ts';
import { type Given, hintFrom, planNext } from './plan-next.ts';
import { planView, remarks } from './plan-view.ts';
import { placeOf } from './read-folder.ts';

const folderArg = arg.folder('a campaign file, or a folder of them');

export const plan = command({
  name: 'plan',
  summary: 'Show what `campaigns apply` would change, and change nothing',
  about: `Compares every <folder>/*.md, or one file, with the lock file and the service. A value that changed only in the file is a change. A value that changed only in the service is drift, which is kept unless you pass --overwrite-drift. A value that changed in both is a conflict, which \`campaigns apply\` refuses unless you pass --overwrite-conflicts.

The lock file, outreach.lock.json, says which file belongs to which campaign. A file that is not in it is matched by the exact name of the campaign. Campaigns without a file, and fields that are not in the file, are never changed.`,
  uses: planReads,
  tool: 'read',
  answer: planFields,
  rows: 'items',
  fails: ['differs', 'ended-badly'],
  args: {
    folder: folderArg,
    detailedExitcode: lineOnly(
      opt.flag('exit with code 20 if something differs, and with 16 if a blocking rule is broken'),
    ),
    markdown: lineOnly(opt.flag('print the plan as Markdown for a pull request, under 60,000 characters')),
    addresses: opt.flag('with --markdown: show email addresses instead of masking them'),
    out: opt.file(
      'also write the plan to this file, for `campaigns apply`; - for standard output',
      'written',
    ),
    ...planArgs,
  },
  examples: [
    'outreach campaigns plan examples/campaigns',
    'outreach campaigns plan examples/campaigns --detailed-exitcode --json',
    'outreach campaigns plan examples/campaigns --markdown',
    'outreach campaigns plan examples/campaigns --out plan.json',
  ],
  excludes: [['markdown', 'json', 'ndjson', 'csv', 'fields']],
  async run(context, { folder: named, detailedExitcode, markdown, addresses, out, ...source }) {
    if (out !== undefined) await context.files.checkOutput(out);
    const { folder, ...alone } = placeOf(named);
    const { plan: built, files } = await buildPlan(context, folder, { ...source, ...alone });
    if (out !== undefined) await checkPlanPlace(context.files, out, { folder, values: source.values, files });
    const given = { folder: named, out, ...source };
    if (out !== undefined) await writePlan(context, out, built, { folder, ...alone, values: source.values });
    const shown = planDocument(context, built);
    noteRest(context, folder, shown, markdown === true);
    const ending = detailedExitcode ? endingOf(shown, given) : undefined;
    const result = markdown ? await planMarkdown(shown, { addresses: addresses === true }) : shown;
    if (ending) throw ending.with({ result });
    return result;
  },
  next: planNext,
  view: planView,
});

/** What stdout does not say; in a pipe also what is not a field. */
function noteRest({ screen }: Context, folder: string, shown: PlanDocument, isWhole = false): void {
  if (shown.items.every(({ file }) => file === null)) screen.note(`There is no .md file in ${folder}.`);
  if (!screen.isForPeople && !isWhole) for (const line of remarks(shown)) screen.note(line);
}

/** How the plan ends where its exit code says what it found; undefined where every file is the same. */
function endingOf(shown: PlanDocument, given: Given): Failure | undefined {
  const blocked = new Set<PlanDocument['items'][number]>();
  const rules = new Set<string>();
  for (const item of shown.items)
    for (const { severity, rule } of item.problems ?? []) {
      if (severity !== 'block') continue;
      blocked.add(item);
      rules.add(rule);
    }
  if (blocked.size === 0) return differenceOf(shown, given);
  const message = `the copy of ${counted(blocked.size, 'file')} breaks launch rules that block: ${[...rules].join(', ')}`;
  return new Failure('checks_failed', message, { hint: null });
}

/** Also where only a person can bring file and service together. */
function differenceOf(shown: PlanDocument, given: Given): Failure | undefined {
  const { items, calls } = shown;
  const others = items.filter(({ file, action }) => file !== null && action !== 'same');
  if (others.length === 0 && calls === 0) return undefined;
  const differ = plural(others.length, 'differs', 'differ');
  return new Failure(
    'differs',
    others.length === 0
      ? 'the file of a campaign is gone'
      : `${counted(others.length, 'file')} ${differ} from the service`,
    { hint: hintFrom(planNext(shown, given)) },
  );
}

const { values } = planArgs;

export const diff = command({
  name: 'diff',
  summary: 'Compare campaigns with their files, and exit with code 20 if they differ',
  about:
    'Shows the same as `campaigns plan`, and changes nothing. Drift counts as a difference, and so do steps that only a person can do in the app.',
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
  async run(context, { folder: named, ...source }) {
    const { folder, ...alone } = placeOf(named);
    const { plan } = await buildPlan(context, folder, { ...source, ...alone });
    const shown = planDocument(context, plan);
    noteRest(context, folder, shown);
    const difference = differenceOf(shown, { folder: named, ...source });
    if (difference) throw difference.with({ result: shown });
    return shown;
  },
  view: planView,
});
