import type { AnyCommand, GroupEntry, Verbs } from '../cli/declare/command.ts';
import { byWord } from '../cli/line/aliases.ts';

type Entry = Omit<GroupEntry, 'section'>;

/** For a line that names a verb of `alone`, only that is loaded: the whole group may name much of the contract. */
const group = (
  name: string,
  summary: string,
  load: () => Promise<{ group: Verbs }>,
  alone: Readonly<Record<string, () => Promise<AnyCommand>>> = {},
): Entry => ({
  name,
  summary,
  async load(next = '') {
    const verb = byWord(
      Object.keys(alone).map((name) => ({ name })),
      next,
    );
    const command = verb && (await alone[verb.name]?.());
    return { name, summary, ...(command ? { commands: [command] } : (await load()).group) };
  },
});

const single = (name: string, summary: string, load: () => Promise<AnyCommand>): Entry => ({
  name,
  summary,
  load,
});

/** Every group and single command, in help order, by its heading. None of them is loaded before it is named. */
const sections: Readonly<Record<string, readonly Entry[]>> = {
  'Get started': [
    single(
      'status',
      'Show what needs you now, most urgent first, and how each campaign is doing',
      async () => (await import('./status/index.ts')).status,
    ),
    single(
      'start',
      'Take a guided tour of a first campaign in the sandbox, from a file to a report',
      async () => (await import('./start/index.ts')).start,
    ),
    single(
      'login',
      'Log in with an API key, and save it in a profile',
      async () => (await import('./login/index.ts')).login,
    ),
    single(
      'logout',
      'Remove the key of a profile from this machine',
      async () => (await import('./logout/index.ts')).logout,
    ),
    single(
      'whoami',
      'Show which profile, address and key a command would use',
      async () => (await import('./whoami/index.ts')).whoami,
    ),
    single(
      'doctor',
      'Check this machine, the configuration and the connection to the service',
      async () => (await import('./doctor/index.ts')).doctor,
    ),
    group('profiles', 'Saved connections to your workspaces', () => import('./profiles/index.ts')),
  ],
  'Campaigns and people': [
    group('leads', 'The people you email', () => import('./leads/index.ts'), {
      list: async () => (await import('./leads/list.ts')).list,
      get: async () => (await import('./leads/lead.ts')).get,
      add: async () => (await import('./leads/add.ts')).add,
      import: async () => (await import('./leads/import.ts')).importLeads,
      audit: async () => (await import('./leads/audit.ts')).audit,
      export: async () => (await import('./leads/export.ts')).exportLeads,
      update: async () => (await import('./leads/lead.ts')).update,
      categorize: async () => (await import('./leads/lead.ts')).categorize,
      conversation: async () => (await import('./leads/conversation.ts')).conversation,
    }),
    group('senders', 'The mailboxes that send your email', () => import('./senders/index.ts'), {
      list: async () => (await import('./senders/list.ts')).list,
    }),
    group(
      'campaigns',
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
    ),
    group(
      'finder',
      'The contact database: search for free, import with credits',
      () => import('./finder/index.ts'),
    ),
    group('prospects', 'People found for you, paid with credits', () => import('./prospects/index.ts')),
    group(
      'dfy',
      'Done for you: domains and warmed-up mailboxes, ready to send',
      () => import('./dfy/index.ts'),
    ),
    group('icps', 'Ideal customer profiles: who you want to reach', () => import('./icps/index.ts')),
    group('audience', 'Count how many people match a description', () => import('./audience/index.ts')),
    group('copilot', 'From a website to a draft campaign', () => import('./copilot/index.ts')),
    group(
      'autopilot',
      'Campaigns that run by themselves, once you have approved them',
      () => import('./autopilot/index.ts'),
    ),
    group('replies', 'What prospects replied', () => import('./replies/index.ts'), {
      list: async () => (await import('./replies/list.ts')).list,
    }),
    group('drafts', 'AI-drafted replies waiting for you', () => import('./drafts/index.ts')),
    group('webhooks', 'Send events to your own programs', () => import('./webhooks/index.ts')),
    group('blocklist', 'Domains and addresses that are never emailed', () => import('./blocklist/index.ts')),
  ],
  'Money and results': [
    group('credits', 'Your credit balance, history and purchases', () => import('./credits/index.ts'), {
      balance: async () => (await import('./credits/balance.ts')).balance,
    }),
    group('report', 'Results compared with cost', () => import('./report/index.ts')),
    group('imports', 'Import from another outreach tool', () => import('./imports/index.ts')),
    group(
      'verification',
      'Find out which addresses exist before you email them',
      () => import('./verification/index.ts'),
    ),
    group(
      'placement',
      'Does your mail reach the inbox? Tests, runs and reputation',
      () => import('./placement/index.ts'),
    ),
    group(
      'workspaces',
      'The workspaces of the account, and keys for them',
      () => import('./workspaces/index.ts'),
    ),
    group('billing', 'The name and address on your invoices', () => import('./billing/index.ts')),
    group(
      'journal',
      'Everything this machine bought, spent or sent, and what is unresolved',
      () => import('./journal/index.ts'),
    ),
    group(
      'approvals',
      'Calls of agents and scripts that wait for the approval of a person',
      () => import('./approvals/index.ts'),
    ),
    group(
      'budgets',
      'What agents and scripts may spend without asking, set by a person',
      () => import('./budgets/index.ts'),
    ),
  ],
  Tools: [
    group(
      'sandbox',
      'A local copy of the service: rehearse weeks in seconds',
      () => import('./sandbox/index.ts'),
    ),
    single(
      'api',
      'Call the service directly, with the same checks and questions as other commands',
      async () => (await import('./api/index.ts')).api,
    ),
    group(
      'mcp',
      'Use the MCP tools of the service, or serve Outreach to an agent over MCP',
      () => import('./mcp/index.ts'),
      { serve: async () => (await import('./mcp/serve.ts')).serve },
    ),
    single(
      'commands',
      'Every command, for people and for programs',
      async () => (await import('./commands/index.ts')).commands,
    ),
    group('completion', 'Tab completion for your shell', () => import('./completion/index.ts')),
    single('help', 'Read about a topic or a command', async () => (await import('./help/index.ts')).help),
  ],
};

export const tree: readonly GroupEntry[] = Object.entries(sections).flatMap(([section, entries]) =>
  entries.map((entry) => ({ ...entry, section })),
);
