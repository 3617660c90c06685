import type { AnyCommand, GroupEntry, Verbs } from '../cli/declare/command.ts';
import { byWord } from '../cli/line/aliases.ts';

type Entry = Omit<GroupEntry, 'section'>;

const group = (name: string, summary: string, load: (next?: string) => Promise<{ group: Verbs }>): Entry => ({
  name,
  summary,
  load: async (next) => ({ name, summary, ...(await load(next)).group }),
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
      'Show what needs you now, the worst first, and how every campaign does',
      async () => (await import('./status/index.ts')).status,
    ),
    single(
      'start',
      'A guided first campaign on the sandbox, from a file to a report',
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
    group('leads', 'The people you email', async (next = '') => {
      const { daily } = await import('./leads/daily.ts');
      return byWord(daily, next) ? { group: { commands: daily } } : import('./leads/index.ts');
    }),
    group('senders', 'The mailboxes that send your email', () => import('./senders/index.ts')),
    group(
      'campaigns',
      'Who gets which emails, when, and from which mailboxes',
      () => import('./campaigns/index.ts'),
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
    group('replies', 'What prospects replied', () => import('./replies/index.ts')),
    group('drafts', 'AI-drafted replies waiting for you', () => import('./drafts/index.ts')),
    group('webhooks', 'Send events to your own programs', () => import('./webhooks/index.ts')),
    group('blocklist', 'Domains and addresses that are never emailed', () => import('./blocklist/index.ts')),
  ],
  'Money and results': [
    group('credits', 'Your credit balance, history and purchases', () => import('./credits/index.ts')),
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
      'What agents and scripts may spend without a question, set by a person',
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
      'Call the service directly, with the same checks, consent and errors',
      async () => (await import('./api/index.ts')).api,
    ),
    group(
      'mcp',
      'The tools of the agent-protocol server, and a server of such tools for agents',
      async (next) => {
        // The others name the whole contract.
        if (next !== 'serve') return import('./mcp/index.ts');
        return { group: { commands: [(await import('./mcp/serve.ts')).serve] } };
      },
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
