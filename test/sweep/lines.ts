import { leavesOf, loadTree, type TreeCommand } from '../../src/cli/describe/tree.ts';
import { tree } from '../../src/commands/index.ts';

/** One valid line for every command of the tree, and the operation it is all about; null where it needs no service. */
export interface Line {
  /** The words after the command's own. */
  readonly words: string;
  readonly main: string | null;
}

const line = (main: string | null, words = ''): Line => ({ words, main });
const local = (words = '') => line(null, words);

/** Where the first example of a command would not do: it names files, or what is not there. */
export const byHand: Readonly<Record<string, Line>> = {
  login: line(
    'campaigns.list',
    '--profile other --base-url https://api.outreach.example/r --key-file key.txt',
  ),
  logout: local('--profile gone'),
  'journal settle': local('1 --done'),
  'journal forget': local('--before 1d'),
  'journal move': local('--to local --yes'),
  'profiles use': local('gone'),
  'profiles show': local('gone'),
  'profiles set': local('gone --workspace Acme'),
  'profiles remove': local('gone --yes'),
  'profiles route': local('leads.move "POST /leads/:id/move" --profile gone'),
  'leads add': line('leads.upsert', 'ana@lumen.example'),
  'leads import': line('leads.upsert', 'people.csv'),
  'leads export': line('leads.list'),
  'leads update': line('leads.update', '1 --title Head'),
  'leads move': line('leads.move', '1 1'),
  'leads forget': line('blocklist.add', 'ana@lumen.example --yes'),
  'senders connect': line(
    'senders.connect',
    'kim@lumen.example --imap imap.lumen.example --smtp smtp.lumen.example --password-file secret.txt',
  ),
  'senders reputation': line('placement.reputation'),
  'campaigns create': line('campaigns.create', 'Autumn'),
  'campaigns check': line('leads.list', '1 --only schedule'),
  'campaigns preview': line('leads.list', '1'),
  'campaigns forecast': line('leads.list', '1'),
  // One that runs: one that sends nothing ends with 16.
  'campaigns why': line('campaigns.list', '2'),
  'campaigns plan': line('campaigns.list', 'folder'),
  // One without a file: everything else differs.
  'campaigns diff': line('campaigns.list', 'sub'),
  'campaigns apply': line('campaigns.list', 'folder --yes'),
  'campaigns schedule': line('campaigns.schedule', '1 --days mon-fri'),
  'campaigns sequence set': line('campaigns.replaceSequence', '1 sequence.json'),
  'campaigns senders attach': line('campaigns.attachSenders', '1 1'),
  'finder search': line('finder.search', '--job-title CEO'),
  'finder import': line('finder.startImport', '--campaign 1 --count 2 --job-title CEO --yes'),
  'prospects source': line('prospects.source', '--count 2 --yes'),
  'icps create': line('icps.create', 'Leaders --title CEO'),
  'icps update': line('icps.update', '1 --title CEO'),
  'audience size': line('audience.size', '--title CEO'),
  'copilot launch': line(
    'copilot.launch',
    'Autumn --sequence sequence.json --search-url https://network.example/search --session-file session.txt',
  ),
  'autopilot start': line('autopilot.start', 'acme.com --no-wait'),
  'autopilot approve': line('autopilot.approve', '1 --no-wait --yes'),
  'autopilot kill': line('autopilot.kill', '1 --reason budget'),
  // One day, so one call: the days are read several at once.
  'report daily': line('report.outcomes', '--since 2026-03-02 --until 2026-03-02 --utc'),
  'replies show': line('replies.list', '1'),
  'replies watch': line('replies.list', '--once'),
  'replies done': line('replies.list', '1 --as skipped'),
  'drafts show': line('drafts.list', '1'),
  'drafts edit': line('drafts.update', '1 --subject "Re: Hello"'),
  'drafts send': line('drafts.send', '1 --yes'),
  'webhooks ensure': line('webhooks.create', '--url https://hooks.acme.com/in --type EmailBounce'),
  'webhooks verify': local('--timestamp 1764000000 --signature v1=0 --secret-file secret.txt'),
  'webhooks trigger': local('EmailReply --to 3000/hooks --secret-file secret.txt --dry-run'),
  'webhooks replay': local('no-events --to 3000/hooks --secret-file secret.txt'),
  'blocklist add': line('blocklist.add', 'acme.com'),
  'blocklist remove': line('blocklist.remove', 'acme.com --yes'),
  'blocklist import': line('blocklist.add', 'people.csv'),
  'blocklist sync': line('blocklist.add', '--from-events events.ndjson'),
  'blocklist export': line('blocklist.list'),
  'blocklist check': line('blocklist.list', 'acme.com'),
  'credits buy': line('credits.purchase', '2000 --yes'),
  'imports instantly start': line('imports.instantly', '--key-file secret.txt'),
  'imports instantly accounts': line('imports.instantlyAccounts', '--key-file secret.txt'),
  'verification jobs create': line('verification.createJob', 'ana@lumen.example --yes'),
  'verification jobs records': line('verification.records', '1'),
  'placement create': line('placement.createTest', '--sender 1 --yes'),
  'workspaces create': line('workspaces.create', 'Client'),
  'billing update': line('billing.update', '--country DE'),
  api: line('credits.purchase', 'POST /credits/purchase --field credits=2000 --yes'),
  'sandbox seed': local('world.json --yes'),
  'sandbox snapshot save': local('monday'),
  'sandbox snapshot load': local('kept --yes'),
  'sandbox snapshot remove': local('kept --yes'),
  'sandbox fault add': local('credits.purchase --nth 9 --kind reset'),
  'sandbox fault clear': local(),
  'sandbox outbox show': local('1'),
  'sandbox outbox search': local('hello'),
  'sandbox clock advance': local('1d'),
  'sandbox clock set': local('2026-11-23T09:00:00Z'),
  'completion bash': local(),
  'completion zsh': local(),
  'completion fish': local(),
  'completion powershell': local(),
  'completion install': local('fish'),
  'completion uninstall': local('fish'),
};

/** They ask in one of their forms, which no line here has: several mailboxes, or to undo a stop. */
export const asksInOneForm: readonly string[] = ['senders update', 'senders warmup set', 'campaigns pause'];

/** Run until they are stopped, print a tour, or speak another protocol; they have tests of their own. */
export const leftOut: readonly string[] = [
  'start',
  'sandbox serve',
  'sandbox exec',
  'webhooks listen',
  'replies desk',
  'mcp tools',
  'mcp call',
  'mcp serve',
];

/** The first example of a command, with consent where it takes that, and the first operation that it uses. */
function ofExample({ path, examples, consent, operations }: TreeCommand): Line {
  const words = (examples[0] ?? '').slice(`outreach ${path}`.length).trim();
  const agrees = consent === 'always' && !words.includes('--yes');
  return line(operations[0] ?? null, `${words}${agrees ? ' --yes' : ''}`.trim());
}

const leaves = leavesOf((await loadTree(tree)).commands).filter(({ path }) => !leftOut.includes(path));

export const lines: Readonly<Record<string, Line>> = {
  ...Object.fromEntries(leaves.map((command) => [command.path, ofExample(command)])),
  ...byHand,
};
