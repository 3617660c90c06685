import type { AnyCommand, GroupEntry, Verbs } from '../cli/declare/command.ts';
import { byWord } from '../cli/line/aliases.ts';

/** What a folder exports: its `group`, or a command by its own name. */
type Module = Readonly<Record<string, unknown>>;

/** Its summary, and what loads it. For a line that names a verb of `alone`, only that: the whole group may name much of the contract. */
type Entry = readonly [
  summary: string,
  load: () => Promise<Module>,
  alone?: Readonly<Record<string, () => Promise<AnyCommand>>>,
];

async function loaded(name: string, [summary, load, alone = {}]: Entry, next: string) {
  const verb = byWord(
    Object.keys(alone).map((name) => ({ name })),
    next,
  );
  const command = verb && (await alone[verb.name]?.());
  if (command) return { name, summary, commands: [command] };
  const { group, [name]: single } = await load();
  return group ? { name, summary, ...(group as Verbs) } : (single as AnyCommand);
}

/** Every group and single command, in help order, by its heading. None of them is loaded before it is named. */
const sections: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  'Get started': {
    status: [
      'Show what needs you now, most urgent first, and how each campaign is doing',
      () => import('./status/index.ts'),
    ],
    start: [
      'Take a guided tour of a first campaign in the sandbox, from a file to a report',
      () => import('./start/index.ts'),
    ],
    login: ['Log in with an API key, and save it in a profile', () => import('./login/index.ts')],
    logout: ['Remove the key of a profile from this machine', () => import('./logout/index.ts')],
    whoami: ['Show which profile, address and key a command would use', () => import('./whoami/index.ts')],
    doctor: [
      'Check this machine, the configuration and the connection to the service',
      () => import('./doctor/index.ts'),
    ],
    profiles: ['Saved connections to your workspaces', () => import('./profiles/index.ts')],
  },
  'Campaigns and people': {
    leads: [
      'The people you email',
      () => import('./leads/index.ts'),
      {
        list: async () => (await import('./leads/list.ts')).list,
        get: async () => (await import('./leads/lead.ts')).get,
        add: async () => (await import('./leads/add.ts')).add,
        import: async () => (await import('./leads/import.ts')).importLeads,
        audit: async () => (await import('./leads/audit.ts')).audit,
        export: async () => (await import('./leads/export.ts')).exportLeads,
        update: async () => (await import('./leads/lead.ts')).update,
        categorize: async () => (await import('./leads/lead.ts')).categorize,
        conversation: async () => (await import('./leads/conversation.ts')).conversation,
      },
    ],
    senders: [
      'The mailboxes that send your email',
      () => import('./senders/index.ts'),
      {
        list: async () => (await import('./senders/list.ts')).list,
      },
    ],
    campaigns: [
      'Who gets which emails, when, and from which mailboxes',
      () => import('./campaigns/index.ts'),
      {
        list: async () => (await import('./campaigns/list.ts')).list,
        get: async () => (await import('./campaigns/settings.ts')).get,
        create: async () => (await import('./campaigns/settings.ts')).create,
        update: async () => (await import('./campaigns/settings.ts')).update,
        check: async () => (await import('./campaigns/launch/check.ts')).check,
        preview: async () => (await import('./campaigns/launch/preview.ts')).preview,
        forecast: async () => (await import('./campaigns/launch/forecast.ts')).forecast,
        pause: async () => (await import('./campaigns/pause.ts')).pause,
        resume: async () => (await import('./campaigns/resume.ts')).resume,
        why: async () => (await import('./campaigns/launch/why.ts')).why,
        stats: async () => (await import('./campaigns/stats/stats.ts')).stats,
      },
    ],
    finder: ['The contact database: search for free, import with credits', () => import('./finder/index.ts')],
    prospects: ['People found for you, paid with credits', () => import('./prospects/index.ts')],
    dfy: ['Done for you: domains and warmed-up mailboxes, ready to send', () => import('./dfy/index.ts')],
    icps: ['Ideal customer profiles: who you want to reach', () => import('./icps/index.ts')],
    audience: ['Count how many people match a description', () => import('./audience/index.ts')],
    copilot: ['From a website to a draft campaign', () => import('./copilot/index.ts')],
    autopilot: [
      'Campaigns that run by themselves, once you have approved them',
      () => import('./autopilot/index.ts'),
    ],
    replies: [
      'What prospects replied',
      () => import('./replies/index.ts'),
      {
        list: async () => (await import('./replies/list.ts')).list,
      },
    ],
    drafts: ['AI-drafted replies waiting for you', () => import('./drafts/index.ts')],
    webhooks: ['Send events to your own programs', () => import('./webhooks/index.ts')],
    blocklist: [
      'Domains and addresses that no new email is scheduled to',
      () => import('./blocklist/index.ts'),
    ],
  },
  'Money and results': {
    credits: [
      'Your credit balance, history and purchases',
      () => import('./credits/index.ts'),
      {
        balance: async () => (await import('./credits/balance.ts')).balance,
      },
    ],
    report: ['Results compared with cost', () => import('./report/index.ts')],
    imports: ['Import from another outreach tool', () => import('./imports/index.ts')],
    verification: [
      'Find out which addresses exist before you email them',
      () => import('./verification/index.ts'),
    ],
    placement: [
      'Does your mail reach the inbox? Tests, runs and reputation',
      () => import('./placement/index.ts'),
    ],
    workspaces: ['The workspaces of the account, and keys for them', () => import('./workspaces/index.ts')],
    billing: ['The name and address on your invoices', () => import('./billing/index.ts')],
    journal: [
      'Everything this machine bought, spent or sent, and what is unresolved',
      () => import('./journal/index.ts'),
    ],
    approvals: [
      'Requests from agents and scripts that wait for approval by a person',
      () => import('./approvals/index.ts'),
    ],
    budgets: [
      'What agents and scripts may spend without asking, set by a person',
      () => import('./budgets/index.ts'),
    ],
  },
  Tools: {
    sandbox: ['A local copy of the service: rehearse weeks in seconds', () => import('./sandbox/index.ts')],
    api: [
      'Call the service directly, with the same questions as other commands',
      () => import('./api/index.ts'),
    ],
    mcp: [
      'Use the MCP tools of the service, or serve Outreach to an agent over MCP',
      () => import('./mcp/index.ts'),
      { serve: async () => (await import('./mcp/serve.ts')).serve },
    ],
    commands: ['List all commands, for people and for programs', () => import('./commands/index.ts')],
    completion: ['Tab completion for your shell', () => import('./completion/index.ts')],
    help: ['Read about a topic or a command', () => import('./help/index.ts')],
  },
};

export const tree: readonly GroupEntry[] = Object.entries(sections).flatMap(([section, entries]) =>
  Object.entries(entries).map(([name, entry]) => {
    const [summary] = entry;
    return { name, summary, section, load: (next = '') => loaded(name, entry, next) };
  }),
);
