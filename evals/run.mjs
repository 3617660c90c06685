// npm run evals -- --agent <command> | --self-test | --list, with --job <name> for one of them. See README.md beside it.
import { parseArgs } from 'node:util';
import { jobNames, loadJob } from './jobs.mjs';
import { commandAgent, isGood, play } from './play.mjs';
import { selfTest } from './self-test.mjs';

const usage = `npm run evals -- --agent <command>   lets an agent do every job, and judges what it did
npm run evals -- --self-test         shows that the judges see what is right and what is wrong
npm run evals -- --list              the jobs
  --job <name>        only this job (repeatable)
  --timeout <seconds> how long an agent may take for one (default 600)
  --keep              leave the folders of the runs
`;

const options = {
  ...{ agent: { type: 'string' }, job: { type: 'string', multiple: true } },
  timeout: { type: 'string', default: '600' },
  ...Object.fromEntries(['self-test', 'list', 'keep', 'help'].map((name) => [name, { type: 'boolean' }])),
};
const say = (text) => process.stdout.write(`${text}\n`);

/** What was asked for; undefined where that is nothing that can be done. */
async function asked() {
  try {
    const { values } = parseArgs({ options });
    const known = await jobNames();
    const unknown = values.job?.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new Error(`There is no job '${unknown}'. The jobs: ${known.join(', ')}`);
    const seconds = Number(values.timeout);
    if (!(seconds > 0)) throw new Error(`--timeout takes seconds, not '${values.timeout}'`);
    if (values.help || values.list || values['self-test'] || values.agent)
      return { ...values, seconds, names: values.job ?? known };
    throw new Error(`Nothing to do\n${usage}`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return undefined;
  }
}

function table(rows) {
  const cells = [
    ['job', 'done', 'unasked', 'calls', 'kB', 'seconds'],
    ...rows.map(({ job, missing, unasked, calls, bytes, seconds }) => [
      ...[job, missing.length === 0 ? 'yes' : 'no', unasked.length === 0 ? '-' : unasked.length],
      ...[calls, Math.ceil(bytes / 1000), seconds],
    ]),
  ].map((row) => row.map(String));
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  for (const row of cells)
    say(row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  '));
}

/** The verdict about one job, also where the run of it broke. */
async function verdictOf(name, { agent, seconds, keep = false }) {
  try {
    return await play(await loadJob(name), commandAgent(agent, seconds), { keep });
  } catch (error) {
    const broken = `the run broke: ${error.message}`;
    return { job: name, missing: [broken], unasked: [], calls: 0, bytes: 0, seconds: 0, folder: null };
  }
}

async function judgeAgent(given) {
  const rows = [];
  for (const name of given.names) {
    const row = await verdictOf(name, given);
    rows.push(row);
    say(`${isGood(row) ? 'good' : 'bad '}  ${name}${given.keep ? `  ${row.folder}` : ''}`);
    for (const what of row.missing) say(`      not so: ${what}`);
    for (const what of row.unasked) say(`      unasked: ${what}`);
  }
  say('');
  table(rows);
  const good = rows.filter(isGood).length;
  say(`\n${good} of ${rows.length} jobs are done as they were asked for, and nothing else.`);
  return good === rows.length ? 0 : 1;
}

async function testJudges({ names }) {
  const rows = [];
  const faults = [];
  for (const name of names) {
    const { right, wrong, problems } = await selfTest(name);
    rows.push({ ...right, job: `${name}, right` }, { ...wrong, job: `${name}, wrong` });
    faults.push(...problems);
  }
  table(rows);
  for (const fault of faults) say(fault);
  return faults.length === 0 ? 0 : 1;
}

process.stdout.on('error', () => process.exit(1));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

const given = await asked();
if (given === undefined) process.exitCode = 2;
else if (given.help) say(usage);
else if (given.list) for (const name of given.names) say(`${name}\n    ${(await loadJob(name)).task}`);
else process.exitCode = await (given.agent === undefined ? testJudges(given) : judgeAgent(given));
