// @module-tag slow
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leavesOf, loadTree, type TreeCommand } from '../../src/cli/describe/tree.ts';
import { tree } from '../../src/commands/index.ts';
import { outreachWords } from '../cli/shell-words.ts';
import { newWorld, type SavedWorld, type TestWorld } from '../world.ts';

/** What the examples of a group need that `start` does not leave. */
const before: Readonly<Record<string, readonly string[]>> = {
  logout: ['profiles set prod --base-url https://api.example.com/r'],
  prospects: ['icps create Buyers --title Buyer'],
  'finder imports': ['finder import --campaign 1 --count 2 --job-title CEO --yes'],
  journal: ['campaigns create Summer'],
  report: ['campaigns create Summer'],
  sandbox: [
    'webhooks create --url https://hooks.acme.com/in --type LeadCategoryUpdate',
    'leads categorize 1 interested',
  ],
};

/** Files of your own that examples name: keys, secrets, and what a webhook brought. */
const files: Readonly<Record<string, string>> = {
  'secret.txt': 'whsec_0123456789abcdef0123456789abcdef',
  'old.txt': 'whsec_0123456789abcdef0123456789abcdef',
  'new.txt': 'whsec_abcdef0123456789abcdef0123456789',
  'body.json': '{}',
  'session.txt': 'c2Vzc2lvbg==',
  'events.ndjson': '{"lead_email":"ana@lumen.example","unsubscribed_at":"2026-03-01T00:00:00Z"}\n',
  'instantly-key.txt': 'key',
};

/** Examples that end with another code than 0, and why. Those that ask for consent end with 3, here as in a script. */
const endings: readonly (readonly [why: string, exit: number, ...lines: string[]])[] = [
  [
    'needs an account of your own',
    2,
    'outreach login --base-url https://api.example.com/r',
    'outreach login --profile prod --base-url https://api.example.com/r --key-file key.txt',
    'outreach login --base-url https://api.example.com/r --storage keychain',
    'outreach api --site GET /path/of/the/tool --query name=value',
  ],
  ['no call waits under this code', 6, 'outreach approvals deny K7MPXR4D'],
  ['no budget has this id', 6, 'outreach budgets revoke W4KX9TQM'],
  [
    'the machine of the examples has no home folder',
    2,
    'outreach completion install',
    'outreach completion install zsh --dry-run',
    'outreach completion uninstall',
    'outreach completion uninstall fish --dry-run',
  ],
  ['there is no key to forget', 6, 'outreach logout', 'outreach logout --profile prod'],
  [
    'asks at a terminal',
    3,
    'outreach senders connect ana@lumen.example --imap imap.lumen.example --smtp smtp.lumen.example:587',
    'outreach imports instantly start',
    'outreach replies desk',
    'outreach approvals approve --next',
    'outreach replies desk --every-category',
    'outreach approvals approve K7MPXR4D',
    'outreach approvals protect',
    'outreach approvals protect --remove',
    'outreach budgets add --credits 500 --until 18:00 --commands "finder import" --profile sandbox',
    'outreach budgets add --usd 40 --until 3h --commands "dfy orders create"',
  ],
  [
    'opens an editor at a terminal',
    2,
    'EDITOR="code --wait" outreach drafts edit "$(outreach drafts list --limit 1 --fields id)"',
  ],
  [
    'its signature is a placeholder',
    16,
    'outreach webhooks verify --timestamp 1764000000 --signature v1=… --secret-file secret.txt < body.json',
    'outreach webhooks verify --timestamp 1764000000 --signature v1=… --secret-file old.txt --secret-file new.txt --at 1764000010 --json < body.json',
  ],
  [
    'everyone was contacted by then',
    16,
    'outreach campaigns why',
    'outreach campaigns why 1',
    'outreach campaigns why "First steps" --json --fields sends,causes',
  ],
  [
    'the tour has written to these people: some bounced, some said no',
    16,
    'outreach campaigns resume "Autumn launch"',
  ],
  [
    'the campaign is running by then: rows of people who bounced or said no are left out',
    15,
    'outreach leads import examples/prospects.csv --campaign 1 --map "Met at=var:event" --yes',
  ],
  [
    'the campaigns of the examples are not there yet',
    20,
    'outreach campaigns plan examples/campaigns --detailed-exitcode --json',
    'outreach campaigns diff examples/campaigns',
    'outreach campaigns diff examples/campaigns -q --json',
  ],
  ['the campaign has these emails', 0, 'outreach campaigns sequence set 1 examples/sequence.md'],
  ['the job is completed by then', 7, 'outreach verification jobs cancel 1'],
  ['the call has an outcome', 7, 'outreach journal settle 1 --not-done'],
  [
    'no PostgreSQL is there: test/e2e/journal-move.test.ts',
    2,
    'outreach journal move --to postgres://outreach@db.example.com/outreach --dry-run',
    'outreach journal move --to postgres://outreach@db.example.com/outreach',
  ],
];

/** They do not end, need a program of yours that listens, or take the tour again. */
const leftOut: readonly string[] = [
  'start',
  'sandbox serve',
  'webhooks listen',
  'webhooks trigger',
  'webhooks replay',
  'senders watch',
];

const ends = (line: string): boolean => !line.includes(' --watch');

const folder = mkdtempSync(join(tmpdir(), 'outreach-examples-'));
const examples = resolve(import.meta.dirname, '../../examples');
let saved: SavedWorld;

beforeAll(async () => {
  let close = async () => {};
  const world = await newWorld({ atEnd: (given) => (close = given) });
  try {
    expect((await world.outreach('start --yes')).exit).toBe(0);
    const file = join(folder, 'after-start.db');
    world.database.prepare('VACUUM INTO ?').run(file);
    saved = { file, now: world.clock.now() };
  } finally {
    await close();
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const whole = await loadTree(tree);
const commands = leavesOf(whole.commands).filter(({ path }) => !leftOut.includes(path));
const groupOf = ({ path }: TreeCommand) => path.split(' ').slice(0, -1).join(' ') || path;
const groups = [...new Set(commands.map(groupOf))].map(
  (group) => [group, commands.filter((command) => groupOf(command) === group)] as const,
);

/** These have the most examples. */
const slow = ['campaigns', 'leads', 'mcp', 'replies', 'sandbox outbox', 'status'];
for (const [group, leaves] of groups)
  it(group, { tags: slow.includes(group) ? 'slow' : [] }, async () => {
    await play(
      group,
      leaves.flatMap((leaf) => leaf.examples.filter(ends).map((line) => [leaf, line] as const)),
    );
  });

const nouns = whole.commands.flatMap((node) => ('commands' in node ? [node] : []));

it.each(nouns.map((noun) => [noun.name, noun] as const))(
  'the page of %s',
  async (name, { examples: lines }) => {
    expect(lines.length).toBeGreaterThan(0);
    const leafOf = (line: string) => commands.find(({ path }) => `${line} `.startsWith(`outreach ${path} `));
    await play(
      name,
      lines.flatMap((line) => {
        const leaf = leafOf(line);
        return leaf ? [[leaf, line] as const] : [];
      }),
    );
  },
);

/** Runs the lines one after another in a world as `start` leaves it. */
async function play(group: string, lines: readonly (readonly [TreeCommand, string])[]): Promise<void> {
  const world = await newWorld({ saved, spawn: async () => ({ code: 0, signal: null }) });
  cpSync(examples, join(world.home, 'examples'), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(world.home, name), content);
  for (const line of before[group] ?? []) expect((await world.outreach(line)).exit, line).toBe(0);
  const ended: unknown[] = [];
  for (const [, line] of lines) ended.push([line, await shell(world, line)]);
  expect(ended).toEqual(lines.map(([leaf, line]) => [line, endingOf(leaf, line)]));
}

/** Whether these ask depends on the call. */
const depends: readonly string[] = ['api', 'mcp call'];

function endingOf({ path, consent }: TreeCommand, line: string): number {
  const listed = endings.find(([, , ...lines]) => lines.includes(line));
  if (listed) return listed[1];
  const asks = consent === 'always' && !depends.includes(path) && !/ --(yes|dry-run|check)\b/.test(line);
  return asks ? 3 : 0;
}

/** Runs a line as a shell does, as far as examples need it. Gives the exit code of the last command. */
async function shell(world: TestWorld, line: string): Promise<number> {
  let exit = 0;
  for (const part of line.split(' && ')) {
    const [, inner] = /\$\((outreach [^)]*)\)/.exec(part) ?? [];
    const value = inner === undefined ? '' : (await world.outreach(outreachWords(inner))).out.trim();
    const words = outreachWords(part.replace(`$(${inner})`, value));
    const [, echoed] = /^echo "(.*)" \|/.exec(part) ?? [];
    const [, input] = / < (\S+)$/.exec(part) ?? [];
    const [, output] = / > (\S+)$/.exec(part) ?? [];
    const stdin = input === undefined ? echoed : readFileSync(join(world.home, input), 'utf8');
    const run = await world.outreach(words, stdin === undefined ? {} : { stdin });
    if (output !== undefined && !/^[~$]/.test(output)) writeFileSync(join(world.home, output), run.out);
    exit = run.exit;
    if (exit !== 0) break;
  }
  return exit;
}
