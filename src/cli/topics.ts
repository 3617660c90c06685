import { exitCodes } from './endings.ts';
import { type HelpOptions, helpLayout, type Row } from './help-layout.ts';
import { longestMs, quietMs } from './terminal/fresh-keys.ts';

/** A part of a topic's page: a paragraph, a list of terms, or lines to paste. */
type Part =
  | { readonly text: string }
  | {
      readonly title: string;
      readonly text?: string;
      readonly rows?: readonly Row[];
      readonly lines?: readonly string[];
    };

export interface Topic {
  readonly name: string;
  readonly summary: string;
  /** What must be found at a glance stands above everything else. */
  readonly first?: readonly Row[];
  readonly parts: readonly Part[];
}

const environment: Topic = {
  name: 'environment',
  summary: 'Variables, files and which of them wins',
  parts: [
    {
      text: 'A setting comes from the first of these that has it: the option on the line, the environment, the profile, the default.',
    },
    {
      title: 'VARIABLES',
      rows: [
        [
          'OUTREACH_API_KEY',
          'the key to use. Where it is the key of the profile, or the profile has none, that profile is used. Another key has no profile: it needs OUTREACH_BASE_URL, and routes and addresses of the profile do not apply, but its read-only flag and its ceilings do at the same service (all names of this machine with one port are one service). A key of the sandbox without an address is for the sandbox in this process. Set but empty, it stops the command (exit 4) rather than falling back.',
        ],
        [
          'OUTREACH_BASE_URL',
          'where the service is, ending in /r. A key is only sent to the place it belongs to.',
        ],
        ['OUTREACH_PROFILE', 'the profile to act as; --profile goes before it.'],
        [
          'OUTREACH_HOME',
          'one folder for configuration, state, sandbox and cache, in place of the usual ones.',
        ],
        [
          'OUTREACH_PACE',
          'on (default): calls wait rather than go beyond the budget of the account, which all processes of this machine share. A redis:// address shares it with other machines; off calls at once.',
        ],
        ['OUTREACH_NO_INPUT', 'when set: never ask, refuse instead (exit 3), like --no-input.'],
        ['OUTREACH_DEBUG', 'when set: show every exchange on stderr, without secrets, like --debug.'],
        ['NO_COLOR, FORCE_COLOR', 'no colour, or colour in spite of a pipe; --no-color goes before both.'],
        [
          'HTTPS_PROXY, NO_PROXY',
          'the proxy for calls to a live service; this machine is never called through one.',
        ],
        ['NODE_EXTRA_CA_CERTS', 'a file of further certificates to trust.'],
        ['CI', 'when set and nothing is configured, the sandbox is not assumed (exit 4).'],
      ],
    },
    {
      title: 'KEYS',
      text: 'No option takes a key, because the line stays in the history of the shell. Use the hidden question of `outreach login`, --key-stdin, --key-file, or OUTREACH_API_KEY.',
      lines: ['outreach login', 'outreach login --key-file key.txt', 'outreach whoami'],
    },
  ],
};

const exits: Topic = {
  name: 'exit-codes',
  summary: 'What each exit code means',
  parts: [
    { text: 'Every kind of ending has its own code, so that a script never has to read a message.' },
    { title: 'CODES', rows: exitCodes.map(([code, meaning]): Row => [String(code), meaning]) },
    {
      title: 'TO REPEAT OR NOT',
      text: 'After 2, 3, 4, 5, 6, 7, 10 and 12 nothing was done; where 12 says `command_timeout`, a change that is safe to repeat may have been made. After 14 nobody can say: look first, and do not repeat. 8 leaves something running; the message says how to wait for it again. 13 belongs to Node and is never used.',
    },
    {
      title: 'IN A SCRIPT',
      lines: ['outreach campaigns resume 12 --yes --json || test $? -ne 14 || echo "look before you repeat"'],
    },
  ],
};

const output: Topic = {
  name: 'output',
  summary: 'Tables, JSON, CSV, and what goes where',
  parts: [
    {
      text: 'stdout carries data and nothing else. Questions, progress, hints and errors go to stderr. The form depends on options and on whether stdout is a terminal, never on anything guessed.',
    },
    {
      title: 'FORMS',
      rows: [
        ['terminal', 'tables and records that fit the window; below 60 columns one field per line'],
        [
          'pipe',
          'one record per line, fields between tabs, no header; tabs and line breaks are escaped; times are RFC 3339',
        ],
        [
          '--json',
          'one document; a list is {items, total, page, limit, hasMore}, one thing is its record, without wrapper',
        ],
        ['--ndjson', 'one record per line, as they come; for long lists'],
        [
          '--csv',
          "with a header; a cell that a spreadsheet would run as a formula gets a ' in front, which an import takes off",
        ],
        [
          '--fields a,b.c',
          'only these fields, in any of the forms; a name that there is not ends with 2, before anything is sent; for a read whose answer the service does not document in full, once the answer is there',
        ],
        ['--fields help', 'the fields there are; nothing is sent'],
        ['-q, --quiet', 'data only: no hints, no progress'],
      ],
    },
    {
      title: 'LISTS',
      text: 'A list shows one page. --limit takes that many across pages, --all takes everything, --page starts later.',
      lines: [
        'outreach leads list --limit 500 --csv > leads.csv',
        'outreach campaigns list --json --fields id,name,status',
        'outreach leads list --all --ndjson | wc -l',
      ],
    },
    {
      title: 'ERRORS',
      text: 'With --json a failure is one line of JSON on stderr: {"error": {code, status, message, hint, outcome, retryable, retryAfterSeconds, exitCode}}. `outcome` is none, done or unknown. stdout is empty, unless something was done or found before the failure: that is there as one document, such as the list with 15 and the record with 16.',
    },
    {
      title: 'STRANGERS',
      text: 'Replies and names are written by strangers. What could move the cursor or hide text is shown visibly on a terminal; JSON keeps it exactly, escaped.',
    },
  ],
};

const safety: Topic = {
  name: 'safety',
  summary: 'Consent, ceilings, dry runs, and never twice',
  first: [
    [
      'outreach campaigns pause --all',
      'stops all mail now; --all-profiles: in every profile of this machine',
    ],
    ['outreach autopilot kill --all', 'halts every run for good; --all-profiles as well'],
  ],
  parts: [
    {
      text: 'Some calls cannot be taken back: they spend credits, charge the saved card, or send email. Their help says so, and none of them happens without consent to exactly that call.',
    },
    {
      title: 'CONSENT',
      rows: [
        [
          'on a terminal',
          'you see what, how much, for how many people, under which profile, LIVE or SANDBOX; the default is no',
        ],
        [
          'keys typed ahead',
          `answer nothing. What is typed before a question shows is dropped, and then every key until ${quietMs} ms have passed without one, at most ${longestMs} ms after the question shows. Programs that drive a terminal use --yes.`,
        ],
        [
          'elsewhere',
          '--yes, or the command ends with 3 and sends nothing. --json, CI or a piped `yes` are never consent.',
        ],
        ['--max-credits, --max-usd', 'refuse beforehand whatever costs more, or whatever has no known price'],
        [
          'dollars',
          'count what is charged, what is billed later (two checks for each verified address) and what spent credits are worth. A credit costs what the balance says, else the average of the outcomes report, else what the last purchase from here cost, else --usd-per-credit; a check what `verification rates` says, else --usd-per-check.',
        ],
        [
          '--max-recipients',
          'refuses beforehand whatever sends email to more people, or to a number that is not known',
        ],
        [
          'ceilings of a profile',
          '`outreach profiles set <name>` takes the same two, and two per day (UTC), which count what the account says it has used',
        ],
        ['a price that rises', 'between the question and the call ends the command with 7, unsent'],
      ],
    },
    {
      title: 'GUARDS OF A PROFILE',
      text: 'Guards hold for every command of a profile, and --yes does not pass them. Anyone may set one or make it stricter. Lowering one asks at a terminal: no option answers instead, and the journal keeps what was agreed to. In a script it ends with 3, needs_a_person. `login` over a profile keeps its guards.',
      rows: [
        [
          'read-only',
          '--read-only of `profiles set` refuses every change; --unset read-only lowers it. Stopping mail is a change, too: `campaigns pause --all` and `autopilot kill --all` stop nothing in such a profile. Where something runs they end with 15 and name the profile. Stop it with a profile that may write, or in the app.',
        ],
        [
          'ceilings a day',
          '--max-credits-per-day and --max-usd-per-day; a higher number or --unset lowers them. --max-credits and --max-usd of a profile are no guards: a command may state others, and they change without a question',
        ],
        [
          'routes',
          '`profiles route` of what spends, buys or sends: every change of it asks, since the route decides where money and mail go. What else changes something moves freely within its collection (/leads/…); a path outside of it, or with a word that may spend, buy or send (resume, send, launch, buy …), asks, too.',
        ],
        [
          'where the key goes',
          '--mcp-url of `profiles set` at another origin than that of the saved key (another port is one). `login --mcp-url` states key and address together, and does not ask.',
        ],
        [
          'the same account',
          'read-only and ceilings a day hold for every profile with the same key at the same service: the stricter of all of them',
        ],
        [
          'another address',
          'a profile with read-only or a ceiling a day keeps its service: another --base-url of `profiles set` or `login` asks. Make a profile of its own for another service.',
        ],
        ['removing', '`profiles remove` of a profile with guards'],
        [
          'in CI',
          'set read-only and ceilings with commands. Set such routes once at a terminal, and bring config.json along: it holds no key.',
        ],
        [
          'the limit',
          'a program that runs as you can read your files and open a terminal of its own. What must not buy or send gets a read-only key.',
        ],
      ],
    },
    {
      title: 'DRY RUN',
      text: '--dry-run prints the exact request (never the key) and sends nothing. Every command that changes something takes it.',
      lines: [
        'outreach credits buy 2000 --dry-run',
        'outreach credits buy 2000 --max-credits 2000 --yes --json',
      ],
    },
    {
      title: 'NEVER TWICE',
      text: 'A call that spends, buys, sends or creates is written to a journal before it leaves. Where its answer is lost, the lists of the service are looked at until it shows, for up to five minutes; what nothing shows is left to you with exit code 14. The same line, run again, goes on where the first run ended: it gives the outcome, and does nothing a second time.',
      rows: [
        ['outreach journal list', 'what left from here, and what is open'],
        ['outreach journal settle 1', 'look once more; with --done or --not-done you say what you found'],
        ['--again', 'the same thing was done within ten minutes (exit 7), and you mean it twice'],
        [
          '--once <token>',
          'once for ever on this machine: the same token gives the first outcome again. Another machine, and every hosted CI job, has a journal of its own and does not know the token; only an order for domains and mailboxes is the same order everywhere.',
        ],
      ],
    },
    {
      title: 'LIVE OR SANDBOX',
      text: 'Sandbox keys never go to a live service and live keys never to the sandbox; that is checked before anything is sent. Redirects are not followed, and a key only goes to the place it was saved for: the origin of the base URL, and the agent-protocol server whose address you saved in the profile beside it. The public site gets no key.',
    },
  ],
};

/** What the sandbox promises to refuse; a test tries each. */
const declaredNames: readonly Row[] = [
  ['registrar-down.com', 'a domain whose check gets no answer: unconfirmed in a list, 502 alone'],
  ['order-approval.com', 'an order that somebody has to approve first'],
  ['order-canceled.com', 'an order that is canceled'],
  ['order-fails.com', 'an order that fails'],
  ['order-partial.com', 'an order of which these mailboxes are not provided'],
  ['lost-answer.com', 'an order that is placed although its answer is a 502'],
  ['acme-mail.com, try-acme.com', 'domains that are free in every sandbox; acme.com is taken in each'],
  ['parked.com, coming-soon.com', 'a website that shows a placeholder page: 422 of a Copilot plan'],
  ['anything.invalid', 'a website, or a mail server, that cannot be reached: 502'],
  ['wrong', 'a password that every mail server refuses: 502'],
  ['malformed-key, wrong-key', 'keys of Instantly that are refused: 400, 401'],
  ['unavailable-key', 'a key for which Instantly is out of reach: 500 of an import, 502 of the accounts'],
  ['sandbox-provider-down', 'a keyword of an audience for which the contact database is out of reach: 502'],
];

const sandbox: Topic = {
  name: 'sandbox',
  summary: 'A service to rehearse with, on this machine',
  parts: [
    {
      text: 'The sandbox stands in for the service: it answers the same calls, checks the same rules, and keeps what you do in a database on this machine. Nothing in it costs money and nothing is mailed. With nothing configured, commands run against it and say so.',
    },
    {
      title: 'THE PLAN IT PLAYS',
      text: 'The service names neither plans nor their sizes. The main workspace has a paid plan here, growth: 25,000 leads, 50 mailboxes, 5,000 credits and a saved card; only placement tests that repeat every week need hypergrowth. The child workspace has the same plan with 500 credits. The trial workspace, whose key is in `outreach sandbox info`, has room for 1,000 leads and 3 mailboxes, 100 credits and no card. A world file sets them otherwise.',
    },
    {
      title: 'TIME',
      text: 'Its clock runs with yours, and on when you say so: weeks of sending, replies and bounces happen in seconds. The same seed and the same steps give the same world again.',
      lines: ['outreach sandbox info', 'outreach sandbox clock advance 14d', 'outreach sandbox reset'],
    },
    {
      title: 'WHAT HAPPENED',
      text: 'Every email is composed as it would leave, every charge, debit, order and email stands in a ledger with the call that caused it, and whatever listens on this machine is told of every event, signed like the service does it.',
      lines: [
        'outreach sandbox outbox --missing',
        'outreach sandbox ledger --assert-once',
        'outreach sandbox deliveries',
        'outreach webhooks listen --port 4000 --forward-to http://127.0.0.1:3000/hooks',
      ],
    },
    {
      title: 'TROUBLE ON PURPOSE',
      text: 'A fault strikes the calls you name: before they do anything, after they did it and before you hear of it, or later. A seed makes chance repeatable.',
      lines: [
        'outreach sandbox fault add credits.purchase --nth 1 --phase after --kind reset',
        'outreach sandbox fault add --preset lost-answers',
        'outreach sandbox fault clear',
      ],
    },
    {
      title: 'WHAT CAN GO WRONG, BY NAME',
      text: 'Some names have a fate that is known beforehand, so that failures can be tried by hand. Domains hold for .com and .org, and may go on with a hyphen: order-fails-2.org.',
      rows: declaredNames,
    },
    {
      title: 'FROM ANOTHER PROGRAM',
      text: '`outreach sandbox serve` answers over HTTP on the loopback address, for your own code and tests; the tools of the agent protocol are at /mcp. Its keys start with run_SANDBOX0_ and are good for nothing else.',
      lines: ['outreach sandbox serve --port 4100'],
    },
    {
      title: 'BACK IN TIME',
      text: 'A snapshot keeps the whole sandbox under a name. Loading it brings everything back, the clock as well; it happens as a whole or not at all.',
      lines: ['outreach sandbox snapshot save before-launch', 'outreach sandbox snapshot load before-launch'],
    },
    {
      title: 'A WORLD FROM A FILE',
      text: '`outreach sandbox seed` begins with what a file describes, as JSON. Every part may be left out; fields have the names of the service, and whatever is wrong is named before anything is removed. NDJSON holds one thing a line, each under its name: {"world": {…}}, {"sender": {…}}, {"lead": {…}}, {"campaign": {…}}, {"savedSearch": {…}}, {"workspace": {…}}.',
      rows: [
        ['seed', 'text that everything random follows from'],
        ['credits', 'the balance of the main workspace'],
        ['answers', 'how people answer, as shares of one: reply, positive, softBounce, …'],
        [
          'senders',
          'mailboxes in place of the usual ones: address, givenName, familyName, provider, signature, healthScore (null: no warm-up), connectedWeeks, isConnected, toggleGradualBuildUp, currentDailyLimit, maximumSendingsLimitPerDay',
        ],
        ['leads', 'email and the other fields of a lead, with customVariables'],
        [
          'campaigns',
          'name and settings; schedule, sequence and signature; senders and leads by address (all of the file unless said); status draft, running or paused',
        ],
        [
          'savedSearches',
          'searches that import more people every week, at 06:00 UTC: name, filters, campaign (its name), weekly (how many), verifyEmails, weekday (Sunday is 0)',
        ],
        [
          'plan, contactCap, seats',
          'free, trial, growth or hypergrowth, how many leads it holds, and how many mailboxes it connects',
        ],
        [
          'workspaces',
          'child workspaces: name, key (run_SANDBOX0_…; one is made up unless said), and all of the above but seed and answers',
        ],
      ],
      lines: [
        'outreach sandbox seed examples/world.json --check',
        'outreach sandbox seed examples/world.json',
      ],
    },
    {
      title: 'FOR TESTS',
      text: '`outreach sandbox exec` runs a command against a fresh sandbox of its own, which is gone afterwards, and ends with its exit code.',
      lines: ['outreach sandbox exec --seed examples/world.json -- npm test'],
    },
    {
      title: 'WHAT IT IS NOT',
      text: 'Reply, bounce and unsubscribe rates in it are invented. They exercise your tools; they foretell nothing about real people. Which rules of the service it keeps, and which it cannot, is told rule by rule.',
      lines: ['outreach sandbox fidelity'],
    },
  ],
};

const leadFiles: Topic = {
  name: 'lead-files',
  summary: 'Which files of leads can be imported, and how columns are read',
  parts: [
    {
      text: '`outreach leads import` takes CSV and TSV with a header, NDJSON and JSON lists, or `-` for stdin, of any size. Delimiter and encoding (UTF-8, UTF-16, Windows-1252) are found out; a byte order mark, CRLF, quoted commas and line breaks inside quotes are all fine.',
    },
    {
      title: 'COLUMNS',
      text: 'Headers are matched to fields by their common names, whatever their case and spacing: Email, First Name, Company, Job Title, Phone, Website, LinkedIn URL. Every other column becomes a custom variable, for merge tags. --map settles what a column becomes: a field, var:<key>, or - to leave it out; of two columns called Notes the second one is "Notes (2)". At a terminal what is unclear is asked. What was settled is remembered for files with the same header; --remap forgets it.',
      lines: ['outreach leads import prospects.csv --map "Company Name=company"'],
    },
    {
      title: 'ROWS',
      rows: [
        ['same address twice', 'the last row wins, whole; upper and lower case are the same address'],
        [
          'no or bad address',
          'the row is not sent; it is written to the rejects file with its line and the reason',
        ],
        ['empty cell', 'leaves what the lead has; it never erases'],
        ['known lead', 'is updated, not doubled: leads are kept apart by address'],
      ],
    },
    {
      title: 'BEFORE SENDING',
      text: 'Rows go out in batches of up to 1,000. --dry-run reads and checks the whole file, gives the verdict and the first request, and sends nothing: with --json also mapping, rejects with row, column and reason, and replacedRows. With --diff it compares with all leads of the service, and says first how many calls that takes. --strict sends nothing if any row is rejected.',
      lines: ['outreach leads import prospects.csv --campaign 12 --dry-run'],
    },
    {
      title: 'AFTER A BREAK',
      text: 'What the service has confirmed is noted by the content of the file and where it goes. After Ctrl-C, a cut or a crash, the same line goes on with the first batch that is not confirmed; --restart begins anew. While a process is at an import, the same one in another terminal ends with 7 and says which process that is.',
    },
  ],
};

export const topics: readonly Topic[] = [environment, exits, output, safety, sandbox, leadFiles];

export function topicHelp(topic: Topic, options: HelpOptions): string {
  const { paragraph, rows, lines, section, page } = helpLayout(options);
  return page(
    rows(topic.first ?? []),
    paragraph(`${topic.summary}.`),
    ...topic.parts.map((part) => {
      if (!('title' in part)) return paragraph(part.text);
      const body = [
        part.text === undefined ? '' : paragraph(part.text, '  '),
        rows(part.rows ?? []),
        lines(part.lines ?? []),
      ];
      return section(part.title, body.filter((text) => text !== '').join('\n\n'));
    }),
    section('LEARN MORE', lines(['outreach help', 'outreach <command> --help'])),
  );
}

/** The list of topics, for `outreach help`. */
export function topicsHelp(options: HelpOptions): string {
  const { paragraph, rows, lines, section, page } = helpLayout(options);
  return page(
    paragraph('Pages about what all commands have in common.'),
    section('USAGE', lines(['outreach help <topic>', 'outreach help <command>'])),
    section('TOPICS', rows(topics.map(({ name, summary }): Row => [name, summary]))),
    section('LEARN MORE', lines(['outreach --help', 'outreach commands'])),
  );
}
