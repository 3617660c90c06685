import type { GroupEntry } from '../cli/declare/command.ts';

const begin = 'Begin';
const work = 'Campaigns and people';
const account = 'Money and results';
const tools = 'Tools';

/** Every group and single command, in help order. None of them is loaded before it is named. */
export const tree: readonly GroupEntry[] = [
  {
    name: 'start',
    section: begin,
    summary: 'A guided first campaign on the sandbox, from a file to a report',
    load: async () => (await import('./start/index.ts')).start,
  },
  {
    name: 'login',
    section: begin,
    summary: 'Try a key against the service and keep it in a profile',
    load: async () => (await import('./login/index.ts')).login,
  },
  {
    name: 'logout',
    section: begin,
    summary: 'Forget the key of a profile on this machine',
    load: async () => (await import('./logout/index.ts')).logout,
  },
  {
    name: 'whoami',
    section: begin,
    summary: 'Show which profile, address and key a command would use',
    load: async () => (await import('./whoami/index.ts')).whoami,
  },
  {
    name: 'doctor',
    section: begin,
    summary: 'Check this machine, the configuration and the way to the service',
    load: async () => (await import('./doctor/index.ts')).doctor,
  },
  {
    name: 'profiles',
    section: begin,
    summary: 'Named ways to your workspaces',
    load: async () => (await import('./profiles/index.ts')).group,
  },
  {
    name: 'leads',
    section: work,
    summary: 'The people you write to',
    load: async () => (await import('./leads/index.ts')).group,
  },
  {
    name: 'senders',
    section: work,
    summary: 'The mailboxes that email goes out from',
    load: async () => (await import('./senders/index.ts')).group,
  },
  {
    name: 'campaigns',
    section: work,
    summary: 'Who gets which emails, when and from where',
    load: async () => (await import('./campaigns/index.ts')).group,
  },
  {
    name: 'finder',
    section: work,
    summary: 'The contact database: search for free, import with credits',
    load: async () => (await import('./finder/index.ts')).group,
  },
  {
    name: 'prospects',
    section: work,
    summary: 'People found for you, for credits',
    load: async () => (await import('./prospects/index.ts')).group,
  },
  {
    name: 'dfy',
    section: work,
    summary: 'Done for you: domains and warm mailboxes, ready to send',
    load: async () => (await import('./dfy/index.ts')).group,
  },
  {
    name: 'icps',
    section: work,
    summary: 'Ideal customer profiles: whom you want to reach',
    load: async () => (await import('./icps/index.ts')).group,
  },
  {
    name: 'audience',
    section: work,
    summary: 'How many people a description fits',
    load: async () => (await import('./audience/index.ts')).group,
  },
  {
    name: 'copilot',
    section: work,
    summary: 'From a website to a draft campaign',
    load: async () => (await import('./copilot/index.ts')).group,
  },
  {
    name: 'autopilot',
    section: work,
    summary: 'Outreach that runs by itself, once you have approved it',
    load: async () => (await import('./autopilot/index.ts')).group,
  },
  {
    name: 'replies',
    section: work,
    summary: 'What prospects answered',
    load: async () => (await import('./replies/index.ts')).group,
  },
  {
    name: 'drafts',
    section: work,
    summary: 'Answers that wait to be sent',
    load: async () => (await import('./drafts/index.ts')).group,
  },
  {
    name: 'webhooks',
    section: work,
    summary: 'What the service tells your own programs',
    load: async () => (await import('./webhooks/index.ts')).group,
  },
  {
    name: 'blocklist',
    section: work,
    summary: 'Domains and addresses that nobody writes to',
    load: async () => (await import('./blocklist/index.ts')).group,
  },
  {
    name: 'credits',
    section: account,
    summary: 'What importing people costs',
    load: async () => (await import('./credits/index.ts')).group,
  },
  {
    name: 'report',
    section: account,
    summary: 'What came of it, against what it cost',
    load: async () => (await import('./report/index.ts')).group,
  },
  {
    name: 'imports',
    section: account,
    summary: 'Bring over what another outreach tool holds',
    load: async () => (await import('./imports/index.ts')).group,
  },
  {
    name: 'verification',
    section: account,
    summary: 'Find out which addresses exist before you write to them',
    load: async () => (await import('./verification/index.ts')).group,
  },
  {
    name: 'placement',
    section: account,
    summary: 'Does your mail reach the inbox? Tests, runs and reputation',
    load: async () => (await import('./placement/index.ts')).group,
  },
  {
    name: 'workspaces',
    section: account,
    summary: 'The workspaces of the account, and keys for them',
    load: async () => (await import('./workspaces/index.ts')).group,
  },
  {
    name: 'billing',
    section: account,
    summary: 'Who the invoices are made out to',
    load: async () => (await import('./billing/index.ts')).group,
  },
  {
    name: 'journal',
    section: account,
    summary: 'Everything this machine bought, spent or sent, and what is unresolved',
    load: async () => (await import('./journal/index.ts')).group,
  },
  {
    name: 'sandbox',
    section: tools,
    summary: 'The service on this machine: rehearse for weeks in seconds',
    load: async () => (await import('./sandbox/index.ts')).group,
  },
  {
    name: 'api',
    section: tools,
    summary: 'Call the service directly, with the same checks, consent and errors',
    load: async () => (await import('./api/index.ts')).api,
  },
  {
    name: 'mcp',
    section: tools,
    summary: 'The tools of the agent-protocol server, with the same consent',
    load: async () => (await import('./mcp/index.ts')).group,
  },
  {
    name: 'commands',
    section: tools,
    summary: 'Every command, for people and for programs',
    load: async () => (await import('./commands/index.ts')).commands,
  },
  {
    name: 'completion',
    section: tools,
    summary: 'Tab completion for your shell',
    load: async () => (await import('./completion/index.ts')).group,
  },
  {
    name: 'help',
    section: tools,
    summary: 'Read about a topic or a command',
    load: async () => (await import('./help/index.ts')).help,
  },
];
