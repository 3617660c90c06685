# fish completion for outreach. Generated from its commands; do not edit.

function __outreach_commands
    switch "$argv[1]"
        case ''
            string join \n -- 'status'\t'Show what needs you now, the worst first, and how every campaign does' 'start'\t'A guided first campaign on the sandbox, from a file to a report' 'login'\t'Log in with an API key, and save it in a profile' 'logout'\t'Remove the key of a profile from this machine' 'whoami'\t'Show which profile, address and key a command would use' 'doctor'\t'Check this machine, the configuration and the connection to the service' 'profiles'\t'Saved connections to your workspaces' 'leads'\t'The people you email' 'senders'\t'The mailboxes that send your email' 'campaigns'\t'Who gets which emails, when, and from which mailboxes' 'finder'\t'The contact database: search for free, import with credits' 'prospects'\t'People found for you, paid with credits' 'dfy'\t'Done for you: domains and warmed-up mailboxes, ready to send' 'icps'\t'Ideal customer profiles: who you want to reach' 'audience'\t'Count how many people match a description' 'copilot'\t'From a website to a draft campaign' 'autopilot'\t'Campaigns that run by themselves, once you have approved them' 'replies'\t'What prospects replied' 'drafts'\t'AI-drafted replies waiting for you' 'webhooks'\t'Send events to your own programs' 'blocklist'\t'Domains and addresses that are never emailed' 'credits'\t'Your credit balance, history and purchases' 'report'\t'Results compared with cost' 'imports'\t'Import from another outreach tool' 'verification'\t'Find out which addresses exist before you email them' 'placement'\t'Does your mail reach the inbox? Tests, runs and reputation' 'workspaces'\t'The workspaces of the account, and keys for them' 'billing'\t'The name and address on your invoices' 'journal'\t'Everything this machine bought, spent or sent, and what is unresolved' 'approvals'\t'Calls of agents and scripts that wait for the approval of a person' 'budgets'\t'What agents and scripts may spend without a question, set by a person' 'sandbox'\t'A local copy of the service: rehearse weeks in seconds' 'api'\t'Call the service directly, with the same checks, consent and errors' 'mcp'\t'The tools of the agent-protocol server, and a server of such tools for agents' 'commands'\t'Every command, for people and for programs' 'completion'\t'Tab completion for your shell' 'help'\t'Read about a topic or a command'
        case 'profiles'
            string join \n -- 'list'\t'List the profiles of this machine' 'set'\t'Change the settings of a profile, or create one' 'use'\t'Choose the default profile' 'show'\t'Show the settings of a profile, without its key' 'route'\t'Show or set the path of an operation whose endpoint is not documented' 'remove'\t'Delete a profile and its key from this machine'
        case 'leads'
            string join \n -- 'list'\t'List leads, newest first' 'get'\t'Show one lead with its custom variables' 'add'\t'Create a lead, or update the one with that address' 'import'\t'Create or update leads from a file, by email address' 'audit'\t'Check a file of leads before it is imported, without a call' 'export'\t'Write every lead, page by page' 'update'\t'Change the given fields of a lead' 'delete'\t'Delete leads, their unsent emails and their places in campaigns' 'categorize'\t'Set the category of a lead' 'move'\t'Move a lead to another campaign' 'conversation'\t'Show the emails to and from a lead' 'export-subject'\t'Write everything about one person to a JSON file' 'forget'\t'Block a person, delete their lead, and remove them from this machine' 'meeting'\t'Mark or clear a booked meeting'
        case 'leads meeting'
            string join \n -- 'mark'\t'Mark a meeting with a lead as booked' 'clear'\t'Clear a lead\'s booked meeting'
        case 'senders'
            string join \n -- 'list'\t'List sender mailboxes' 'get'\t'Show one mailbox with its connection history' 'connect'\t'Connect a mailbox over SMTP and IMAP' 'connect-csv'\t'Connect the mailboxes of a CSV file over SMTP and IMAP' 'update'\t'Change the name, signature or limits of a mailbox' 'dns'\t'Check the DNS records of a mailbox\'s domain' 'reputation'\t'Show the reputation of a mailbox: health, placement, DNS and blacklists' 'plan'\t'Plan how many mailboxes and domains so many emails need by a day' 'watch'\t'Watch mailbox health and report any below a threshold' 'warmup'\t'Show or change how a mailbox warms up'
        case 'senders warmup'
            string join \n -- 'show'\t'Show the warm-up settings of a mailbox' 'set'\t'Change the warm-up settings of a mailbox'
        case 'campaigns'
            string join \n -- 'list'\t'List campaigns, newest first' 'get'\t'Show one campaign with its settings' 'create'\t'Create a campaign as a draft' 'update'\t'Change the given settings of a campaign' 'check'\t'Check a campaign before it sends: copy, leads, mailboxes, schedule' 'preview'\t'Show the emails of a campaign as one person would get them' 'forecast'\t'Forecast when a campaign will have sent everything, and what holds it up' 'pause'\t'Pause a campaign, or all that are running; nothing is sent until you resume' 'resume'\t'Start or resume a campaign: it sends email' 'schedule'\t'Set or show the days and hours in which a campaign sends' 'health'\t'Show which mailboxes are held back by their health score' 'why'\t'Say why a campaign sends nothing now, or less than it could' 'stats'\t'Show what a campaign sent, and the results' 'pull'\t'Write campaigns to files, one each, as the service has them' 'plan'\t'Show what apply would change so that campaigns are as their files say' 'diff'\t'Compare campaigns with their files; exit code 20 where they differ' 'apply'\t'Change campaigns so that they are as their files say' 'sequence'\t'Show or replace the emails of a campaign' 'senders'\t'The mailboxes a campaign sends from'
        case 'campaigns sequence'
            string join \n -- 'show'\t'Show the emails of a campaign' 'set'\t'Replace the emails of a campaign with those of a file'
        case 'campaigns senders'
            string join \n -- 'attach'\t'Attach mailboxes to a campaign'
        case 'finder'
            string join \n -- 'filters'\t'Show the values that filters take, the price and the limits' 'search'\t'Search the contact database (free; names are masked)' 'import'\t'Import people by filters or from a search into a campaign, at a price for each that is known: it spends credits' 'imports'\t'List imports, show one or wait for it'
        case 'finder imports'
            string join \n -- 'list'\t'List imports, newest first' 'get'\t'Show one import' 'wait'\t'Wait until an import is finished'
        case 'prospects'
            string join \n -- 'source'\t'Source prospects by a call whose fields and price are not documented (finder import knows both): it spends credits'
        case 'dfy'
            string join \n -- 'domains'\t'Check and suggest domain names' 'orders'\t'Order domains and mailboxes, and follow the orders'
        case 'dfy domains'
            string join \n -- 'check'\t'Check whether domains can be bought, and their prices' 'search'\t'Suggest domains that can be bought'
        case 'dfy orders'
            string join \n -- 'list'\t'List done-for-you orders, newest first' 'create'\t'Order domains and mailboxes: it charges the card' 'get'\t'Show a done-for-you order' 'wait'\t'Wait until an order is fulfilled'
        case 'icps'
            string join \n -- 'list'\t'List ideal customer profiles, newest first' 'create'\t'Create an ideal customer profile' 'get'\t'Show an ideal customer profile' 'primary'\t'Show the primary ideal customer profile' 'set-primary'\t'Set the primary ideal customer profile' 'update'\t'Change an ideal customer profile' 'size'\t'Count the people who match a profile (free, cached)' 'delete'\t'Delete an ideal customer profile'
        case 'audience'
            string join \n -- 'size'\t'Count the people who match an audience (free)'
        case 'copilot'
            string join \n -- 'plan'\t'Draft an ICP and a sequence from a website' 'launch'\t'Create a draft campaign with its sequence; nothing is sent'
        case 'autopilot'
            string join \n -- 'plan'\t'Plan what a monthly budget buys' 'start'\t'Start a run; it spends, buys and sends nothing before it is approved' 'list'\t'List autopilot runs, newest first' 'get'\t'Show one run with its plan and its audit trail' 'watch'\t'Follow a run until it needs you, or ends' 'approve'\t'Approve a run: it spends credits, buys infrastructure and sends email' 'kill'\t'Stop a run, or all, for good, and pause the campaigns that they launched'
        case 'replies'
            string join \n -- 'list'\t'List replies of prospects, newest first' 'show'\t'Show one reply with its text' 'desk'\t'Answer replies one by one, with keys' 'next'\t'Show the reply to deal with next, with its draft and what to do' 'done'\t'Mark a reply as dealt with' 'watch'\t'Show new replies as they come'
        case 'drafts'
            string join \n -- 'list'\t'List reply drafts, newest first' 'show'\t'Show one draft with its text' 'edit'\t'Change the subject or text of a draft' 'send'\t'Send a draft: a real email that cannot be recalled'
        case 'webhooks'
            string join \n -- 'list'\t'List webhooks' 'create'\t'Create a webhook for one type of event' 'ensure'\t'Create missing webhooks (safe to repeat)' 'update'\t'Change the given fields of a webhook' 'enable'\t'Turn deliveries to a webhook on' 'disable'\t'Turn deliveries to a webhook off, without deleting it' 'delete'\t'Delete a webhook' 'listen'\t'Receive deliveries on this machine: check, show and forward them' 'verify'\t'Check the signature of a delivery' 'trigger'\t'Send a test event to your own receiver, signed as the service signs' 'replay'\t'Send saved deliveries again, with a fresh signature'
        case 'blocklist'
            string join \n -- 'list'\t'List blocked domains and addresses, newest first' 'add'\t'Block domains and addresses' 'update'\t'Change the value of an entry, or move it to the other list' 'remove'\t'Remove entries from the blocklist, by id or value' 'import'\t'Block every domain and address of a file' 'export'\t'Write the whole blocklist, page by page' 'check'\t'Check whether addresses or domains are blocked, and by which entry' 'sync'\t'Block in every profile what any of them blocks; nothing is ever removed'
        case 'credits'
            string join \n -- 'balance'\t'Show the credit balance' 'transactions'\t'List credit transactions, newest first' 'buy'\t'Buy credits with the saved card'
        case 'report'
            string join \n -- 'outcomes'\t'Compare results with cost' 'daily'\t'Show the results of each day' 'compare'\t'Say whether one campaign or variant gets more replies than another'
        case 'imports'
            string join \n -- 'instantly'\t'Import campaigns, leads and sender accounts from Instantly'
        case 'imports instantly'
            string join \n -- 'start'\t'Import campaigns and leads from Instantly' 'accounts'\t'List the sender accounts at Instantly, and write a CSV file to connect them'
        case 'verification'
            string join \n -- 'rates'\t'Show what verifying an address costs, and what a trial has left' 'jobs'\t'Verify lists of addresses, and see the results'
        case 'verification jobs'
            string join \n -- 'list'\t'List verification jobs, newest first' 'create'\t'Verify a list of email addresses: it costs money' 'get'\t'Show a verification job, or wait for it' 'records'\t'List the addresses of a job with their results' 'cancel'\t'Cancel a verification job'
        case 'placement'
            string join \n -- 'runs'\t'List inbox placement runs, newest first' 'tests'\t'List inbox placement tests' 'create'\t'Start an inbox placement test: it sends test emails from the mailboxes' 'reputation'\t'Show health, placement, DNS and blacklists of every mailbox'
        case 'workspaces'
            string join \n -- 'list'\t'List workspaces' 'create'\t'Create a child workspace' 'key'\t'Keys of child workspaces'
        case 'workspaces key'
            string join \n -- 'create'\t'Create a key for a child workspace and show it once'
        case 'billing'
            string join \n -- 'show'\t'Show the billing profile' 'update'\t'Change the given fields of the billing profile'
        case 'journal'
            string join \n -- 'list'\t'List what was bought, spent, sent and created, newest first' 'show'\t'Show one call: what was sent, what came back, and what happened in between' 'settle'\t'Find out how an open call ended, or record how it ended' 'forget'\t'Remove ended calls from the journal' 'move'\t'Move the journal of this machine to one that several machines share' 'accept'\t'Go on with another journal than the one that this machine knows'
        case 'approvals'
            string join \n -- 'list'\t'List the calls that wait for the approval of a person, newest first' 'show'\t'Show a call that waits for approval, or has waited: its line, facts and price' 'approve'\t'Approve a call that waits: a person reads the facts and agrees, at a terminal' 'deny'\t'Deny a call that waits for approval, or take an approval back' 'protect'\t'Set a passphrase without which nothing is approved or allowed'
        case 'budgets'
            string join \n -- 'list'\t'List the budgets, and what is used of them' 'add'\t'Allow commands to spend so much until a time, without a question for each call' 'revoke'\t'End a budget: what it allowed needs approval again'
        case 'sandbox'
            string join \n -- 'info'\t'Show the sandbox: its file, its time and its contents' 'serve'\t'Serve the sandbox over HTTP on this machine, until Ctrl-C' 'exec'\t'Run a command with a fresh sandbox, and exit as it exits' 'ledger'\t'List every charge, debit, order and email of the sandbox, with its call' 'deliveries'\t'List webhook deliveries of the sandbox, one attempt per line' 'secrets'\t'Show the webhook signing secrets of the sandbox' 'fidelity'\t'Show how faithful the sandbox is to the service, rule by rule' 'seed'\t'Start with a world described in a file' 'reset'\t'Delete everything in the sandbox and start with a fresh one' 'clock'\t'Simulated time: weeks in seconds' 'snapshot'\t'Save the sandbox under a name, and load it again' 'fault'\t'Faults to rehearse: calls that fail on purpose' 'outbox'\t'Emails as they would have been sent'
        case 'sandbox clock'
            string join \n -- 'show'\t'Show the time in the sandbox' 'advance'\t'Let time pass in the sandbox, and show what happens' 'set'\t'Move the clock of the sandbox to a moment; it only moves forward'
        case 'sandbox snapshot'
            string join \n -- 'save'\t'Save the whole sandbox under a name' 'load'\t'Load a saved sandbox, with the time it had' 'list'\t'List the saved sandboxes' 'remove'\t'Delete a saved sandbox'
        case 'sandbox fault'
            string join \n -- 'add'\t'Make calls fail in the sandbox: before, after or late, once or by chance' 'list'\t'List the faults of the sandbox, and how often each occurred' 'clear'\t'Remove one fault, or all'
        case 'sandbox outbox'
            string join \n -- 'list'\t'List the emails that would have been sent, newest first' 'show'\t'Show one email as it would have been sent, with warnings' 'search'\t'Find emails by text in the subject, body or recipient' 'export'\t'Export the emails to files that mail programs open'
        case 'mcp'
            string join \n -- 'tools'\t'List the tools of the agent-protocol server, and what each does' 'call'\t'Call a tool of the agent-protocol server, with the same consent as any command' 'serve'\t'Serve the commands as tools to an agent, over standard input and output'
        case 'completion'
            string join \n -- 'bash'\t'Print the completion script for bash' 'zsh'\t'Print the completion script for zsh' 'fish'\t'Print the completion script for fish' 'powershell'\t'Print the completion script for PowerShell' 'install'\t'Install the tab completion of your shell' 'uninstall'\t'Take away what `completion install` has written'
    end
end

function __outreach_options
    switch "$argv[1]"
        case ''
            string join \n -- '--version'\t'show the version' '-v'\t'show the version'
        case 'status'
            string join \n -- '--all-profiles'\t'every profile of this machine' '--watch'\t'look again every minute, until Ctrl-C' '--every'\t'with --watch: how often to look (default 1m)' '--exit-code'\t'exit with 16 if something failed, else with 15 if a profile, or a part of one, could not be read' '--done'\t'hide what is of this kind, or one of it, until it changes'
        case 'start' 'profiles remove' 'sandbox snapshot load' 'sandbox snapshot remove'
            string join \n -- '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'login'
            string join \n -- '--base-url'\t'address of the service, ending in /r' '--mcp-url'\t'address of the agent-protocol server; the key is also sent there' '--key-stdin'\t'read the key from standard input' '--key-file'\t'read the key from a file' '--storage'\t'where the key is saved (default: as before, else file)' '--workspace'\t'your name for the workspace; shown before anything that spends or sends'
        case 'doctor'
            string join \n -- '--routes'\t'try every guessed path that only reads, and list the results'
        case 'profiles list' 'webhooks list' 'placement tests' 'placement reputation' 'workspaces list' 'sandbox snapshot list' 'sandbox fault list'
            string join \n -- '--page'\t'page number, from 1' '--limit'\t'maximum number of items (fetches more pages if needed)' '--all'\t'all pages' '--header'\t'in a pipe: the names of the columns first'
        case 'profiles set'
            string join \n -- '--workspace'\t'your name for the workspace' '--base-url'\t'address of the service, ending in /r' '--mcp-url'\t'address of the agent-protocol server' '--site-url'\t'address of the public site with the free tools' '--journal'\t'journal that several machines share: postgres://user@host/db' '--max-credits'\t'limit of credits per command; --max-credits overrides it' '--max-usd'\t'limit of dollars per command; --max-usd overrides it' '--max-credits-per-day'\t'limit of credits spent, and bought, per day (UTC)' '--max-usd-per-day'\t'limit of dollars spent per day (UTC)' '--read-only'\t'refuse every call that changes something' '--consent'\t'who agrees to what spends, buys, sends or deletes: only a person, not --yes' '--low-credits'\t'a balance below this needs attention' '--accept'\t'campaigns may break this rule, for this reason' '--until'\t'with --accept: until this time' '--unset'\t'settings to remove' '--utc'\t'days and hours in UTC, not in the zone of this machine'
        case 'profiles route'
            string join \n -- '--clear'\t'go back to the built-in path'
        case 'leads list'
            string join \n -- '--email'\t'only the lead with this address' '--campaign'\t'only leads of this campaign' '--since'\t'only leads created since this time' '--until'\t'only leads created until this time' '--category'\t'only leads of this category' '--name'\t'only leads whose name contains this' '--company'\t'only leads whose company name contains this' '--page'\t'page number, from 1' '--limit'\t'maximum number of items (fetches more pages if needed)' '--all'\t'all pages' '--header'\t'in a pipe: the names of the columns first' '--sort'\t'sort by this field or column, or field:desc; needs --all, --limit or a filter' '--utc'\t'days and hours in UTC, not in the zone of this machine'
        case 'leads add'
            string join \n -- '--middle-name'\t'middle name; stored only when the lead is new' '--campaign'\t'also put the lead into this campaign' '--first-name'\t'first name' '--last-name'\t'last name' '--company'\t'company' '--title'\t'job title' '--phone'\t'phone number' '--website'\t'website' '--linkedin'\t'LinkedIn address' '--var'\t'a custom variable, usable as merge tag {key}' '--accept'\t'let it break this rule of the launch checks, for this reason' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--max-recipients'\t'refuse to email more than this many people'
        case 'leads import'
            string join \n -- '--campaign'\t'also put the leads into this campaign' '--map'\t'what a column becomes: a field, fullName (split), var:<key>, or - to skip it; remembered for files with the same header' '--remap'\t'forget the saved choices for files with this header' '--variables'\t'unmapped columns to keep as custom variables: all (default), none, or their names' '--delimiter'\t'the character between columns (detected automatically)' '--encoding'\t'encoding of the file (detected automatically)' '--rejects'\t'where rejected rows go (default <file>.rejects.csv, or the next free name)' '--strict'\t'send nothing if any row is rejected' '--fail-on-rejects'\t'end with 15 if any row is rejected' '--restart'\t'send everything, also what an earlier run sent' '--diff'\t'with --dry-run: show which leads are new, changed or the same' '--accept'\t'let it break this rule of the launch checks, for this reason' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--max-recipients'\t'refuse to email more than this many people'
        case 'leads audit'
            string join \n -- '--sequence'\t'emails whose merge tags the leads should fill' '--fix'\t'write the rows that can be sent to this file' '--leave-out'\t'with --fix: also leave out rows with these warnings' '--report'\t'with --fix: list every row that was changed or left out in this CSV file' '--map'\t'what a column becomes: a field, fullName (split), var:<key>, or - to skip it; remembered for files with the same header' '--remap'\t'forget the saved choices for files with this header' '--variables'\t'unmapped columns to keep as custom variables: all (default), none, or their names' '--delimiter'\t'the character between columns (detected automatically)' '--encoding'\t'encoding of the file (detected automatically)'
        case 'leads export'
            string join \n -- '--campaign'\t'only leads of this campaign' '--output'\t'write to this file: CSV or TSV by its name or --csv, else NDJSON; - is standard output' '--restart'\t'with --output: start over, ignoring an earlier run' '--limit'\t'maximum number of items (fetches more pages if needed)' '--header'\t'in a pipe: the names of the columns first'
        case 'leads update'
            string join \n -- '--email'\t'new email address' '--first-name'\t'first name' '--last-name'\t'last name' '--company'\t'company' '--title'\t'job title' '--phone'\t'phone number' '--website'\t'website' '--linkedin'\t'LinkedIn address' '--var'\t'a custom variable, usable as merge tag {key}' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'leads delete' 'leads categorize' 'leads meeting mark' 'leads meeting clear' 'campaigns senders attach' 'icps set-primary' 'icps size' 'icps delete' 'webhooks enable' 'webhooks disable' 'webhooks delete' 'verification jobs cancel'
            string join \n -- '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'leads move' 'campaigns sequence set'
            string join \n -- '--accept'\t'let it break this rule of the launch checks, for this reason' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--max-recipients'\t'refuse to email more than this many people'
        case 'leads export-subject'
            string join \n -- '--output'\t'write to this file; - is standard output'
        case 'leads forget'
            string join \n -- '--all-profiles'\t'in every profile of this machine' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'senders list'
            string join \n -- '--campaign'\t'only mailboxes of this campaign' '--space'\t'only mailboxes of this space, by id' '--connected'\t'only connected mailboxes' '--no-connected'\t'only connected mailboxes' '--disconnected'\t'the same as --no-connected' '--below'\t'only mailboxes with a health score below this' '--page'\t'page number, from 1' '--limit'\t'maximum number of items (fetches more pages if needed)' '--all'\t'all pages' '--header'\t'in a pipe: the names of the columns first' '--sort'\t'sort by this field or column, or field:desc; needs --all, --limit or a filter'
        case 'senders connect'
            string join \n -- '--imap'\t'IMAP server, with a port if needed' '--smtp'\t'SMTP server, with a port if needed' '--login'\t'login name, if it is not the address' '--password-file'\t'read the password from this file, - for standard input' '--first-name'\t'first name of the sender' '--last-name'\t'last name of the sender' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'senders connect-csv'
            string join \n -- '--encoding'\t'encoding of the file (detected automatically)' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'senders update'
            string join \n -- '--given-name'\t'first name' '--family-name'\t'last name; empty clears it' '--signature'\t'signature below every email' '--signature-file'\t'take the signature from this file' '--daily-limit'\t'emails per day now' '--max-limit'\t'maximum emails per day' '--min-limit'\t'minimum emails per day' '--build-up'\t'raise the daily limit week by week' '--no-build-up'\t'raise the daily limit week by week' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'senders plan'
            string join \n -- '--emails'\t'how many emails, follow-ups included' '--by'\t'the last day, for example 2027-01-31 or 30d' '--domains'\t'domains to buy, with their prices' '--existing'\t'count the connected mailboxes that no running campaign uses (counted unless --no-existing)' '--no-existing'\t'count the connected mailboxes that no running campaign uses (counted unless --no-existing)' '--max-mailboxes'\t'no more new mailboxes than this' '--days'\t'sending days (default mon-fri)' '--from'\t'first sending hour, UTC (default 09:00)' '--to'\t'last sending hour, UTC (default 17:00)' '--min-gap'\t'minimum minutes between two emails of a mailbox (default 5)' '--max-gap'\t'maximum minutes between two emails of a mailbox (default 10)' '--sender-limit'\t'emails a day of a new mailbox (default 50)' '--build-up'\t'gradual build-up of new mailboxes (on unless --no-build-up)' '--no-build-up'\t'gradual build-up of new mailboxes (on unless --no-build-up)' '--per-domain'\t'mailboxes on a domain (default 3: common advice)' '--utc'\t'days and hours in UTC, not in the zone of this machine'
        case 'senders watch'
            string join \n -- '--below'\t'health threshold (default 90)' '--once'\t'check once' '--changed'\t'only mailboxes that changed since the last look' '--every'\t'how often to check (default 15m)' '--for'\t'stop after this long' '--campaign'\t'only mailboxes of this campaign'
        case 'senders warmup set'
            string join \n -- '--enabled'\t'turn warm-up on' '--no-enabled'\t'turn warm-up on' '--start-limit'\t'emails on day one' '--increase-by'\t'additional emails each day' '--cap-limit'\t'maximum emails per day' '--replies'\t'reply to warm-up emails' '--no-replies'\t'reply to warm-up emails' '--weekdays-only'\t'pause on weekends' '--no-weekdays-only'\t'pause on weekends' '--timezone'\t'IANA name, for example Europe/Lisbon' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'campaigns list'
            string join \n -- '--status'\t'only campaigns with this status' '--name'\t'only campaigns whose name contains this' '--page'\t'page number, from 1' '--limit'\t'maximum number of items (fetches more pages if needed)' '--all'\t'all pages' '--header'\t'in a pipe: the names of the columns first' '--sort'\t'sort by this field or column, or field:desc; needs --all, --limit or a filter'
        case 'campaigns create'
            string join \n -- '--emoji'\t'emoji shown before the name' '--flow'\t'api skips the validation of leads at launch' '--daily-limit'\t'maximum emails per day' '--sender-limit'\t'maximum emails per mailbox per day' '--sender-variation'\t'random variation of that limit, in percent' '--min-gap'\t'minimum gap between emails (undocumented unit; sandbox: minutes)' '--max-gap'\t'maximum gap between emails, in the same unit' '--min-health'\t'minimum mailbox health, 0 for none' '--non-business'\t'also email personal (non-business) addresses' '--no-non-business'\t'also email personal (non-business) addresses' '--catch-all-validated'\t'also email validated catch-all addresses' '--no-catch-all-validated'\t'also email validated catch-all addresses' '--email-verifier'\t'verify addresses before sending' '--no-email-verifier'\t'verify addresses before sending' '--ignore-hard-bounced'\t'skip leads that bounced' '--no-ignore-hard-bounced'\t'skip leads that bounced' '--ignore-responded'\t'skip leads that have already replied' '--no-ignore-responded'\t'skip leads that have already replied' '--skip-existing'\t'skip leads that already exist' '--no-skip-existing'\t'skip leads that already exist' '--llm'\t'let AI personalise the emails' '--no-llm'\t'let AI personalise the emails' '--stop-on-reply'\t'stop follow-ups when the lead replies' '--no-stop-on-reply'\t'stop follow-ups when the lead replies' '--stop-for-company'\t'stop follow-ups when a colleague of the lead replies' '--no-stop-for-company'\t'stop follow-ups when a colleague of the lead replies' '--ignore-out-of-office'\t'do not count out-of-office messages as replies' '--no-ignore-out-of-office'\t'do not count out-of-office messages as replies' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'campaigns update'
            string join \n -- '--name'\t'new name' '--emoji'\t'emoji shown before the name' '--flow'\t'api skips the validation of leads at launch' '--daily-limit'\t'maximum emails per day' '--sender-limit'\t'maximum emails per mailbox per day' '--sender-variation'\t'random variation of that limit, in percent' '--min-gap'\t'minimum gap between emails (undocumented unit; sandbox: minutes)' '--max-gap'\t'maximum gap between emails, in the same unit' '--min-health'\t'minimum mailbox health, 0 for none' '--non-business'\t'also email personal (non-business) addresses' '--no-non-business'\t'also email personal (non-business) addresses' '--catch-all-validated'\t'also email validated catch-all addresses' '--no-catch-all-validated'\t'also email validated catch-all addresses' '--email-verifier'\t'verify addresses before sending' '--no-email-verifier'\t'verify addresses before sending' '--ignore-hard-bounced'\t'skip leads that bounced' '--no-ignore-hard-bounced'\t'skip leads that bounced' '--ignore-responded'\t'skip leads that have already replied' '--no-ignore-responded'\t'skip leads that have already replied' '--skip-existing'\t'skip leads that already exist' '--no-skip-existing'\t'skip leads that already exist' '--llm'\t'let AI personalise the emails' '--no-llm'\t'let AI personalise the emails' '--stop-on-reply'\t'stop follow-ups when the lead replies' '--no-stop-on-reply'\t'stop follow-ups when the lead replies' '--stop-for-company'\t'stop follow-ups when a colleague of the lead replies' '--no-stop-for-company'\t'stop follow-ups when a colleague of the lead replies' '--ignore-out-of-office'\t'do not count out-of-office messages as replies' '--no-ignore-out-of-office'\t'do not count out-of-office messages as replies' '--stop-across-campaigns'\t'also stop follow-ups in other campaigns' '--no-stop-across-campaigns'\t'also stop follow-ups in other campaigns' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'campaigns check'
            string join \n -- '--accept'\t'let it break this rule of the launch checks, for this reason' '--only'\t'only the rules of these areas' '--sample'\t'look at this many of the newest leads only; never lets a launch pass' '--duplicates'\t'other campaigns in which a lead should not be (default running)' '--events'\t'saved events, which tell who unsubscribed (`webhooks listen --save`)' '--fresh'\t'read the leads of other campaigns anew' '--all'\t'also the rules that hold' '--rule'\t'with --leads: the rule' '--leads'\t'list every lead that breaks the rule, instead of the check' '--strict'\t'exit code 16 also where a blocking rule is unknown' '--limit'\t'maximum number of items (fetches more pages if needed)' '--header'\t'in a pipe: the names of the columns first'
        case 'campaigns preview'
            string join \n -- '--lead'\t'only this lead of the campaign' '--step'\t'only this step' '--html'\t'also write the emails to this page, for a browser'
        case 'campaigns forecast'
            string join \n -- '--leads'\t'so many people waited for their first email' '--add-senders'\t'so many more mailboxes were attached, each connected for 4 weeks' '--build-up'\t'build-up were on for all mailboxes, or off' '--no-build-up'\t'build-up were on for all mailboxes, or off' '--answers'\t'people answered as is usual, or no one did: the latest end' '--no-answers'\t'people answered as is usual, or no one did: the latest end' '--start'\t'it began to send then' '--utc'\t'days and hours in UTC, not in the zone of this machine'
        case 'campaigns pause'
            string join \n -- '--all'\t'every running campaign' '--all-profiles'\t'in every profile of this machine' '--by-limits'\t'by a daily limit of 0 for every mailbox of it' '--undo-limits'\t'put back the limits that --by-limits set to 0' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'campaigns resume'
            string join \n -- '--accept'\t'let it break this rule of the launch checks, for this reason' '--fresh'\t'read the leads of other campaigns anew' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--max-credits'\t'refuse to spend more than this many credits' '--max-usd'\t'refuse to spend more dollars (credits count at their price)' '--max-recipients'\t'refuse to email more than this many people' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'campaigns schedule'
            string join \n -- '--days'\t'weekdays, for example mon-fri' '--from'\t'first time of day, for example 09:00' '--to'\t'last time of day, for example 17:00' '--min-gap'\t'minimum gap between emails (undocumented unit; sandbox: minutes)' '--max-gap'\t'maximum gap between emails, in the same unit' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'campaigns stats'
            string join \n -- '--html'\t'also write it to this page, for a browser' '--markdown'\t'print it for a chat or a pull request'
        case 'campaigns pull' 'campaigns diff'
            string join \n -- '--values'\t'values for the front matter instead of values/<profile>.yaml'
        case 'campaigns plan'
            string join \n -- '--detailed-exitcode'\t'exit 20 where something differs, 16 where a launch rule blocks' '--markdown'\t'print it as a comment for a pull request, below 60,000 characters' '--addresses'\t'with --markdown: show addresses, which are masked otherwise' '--out'\t'also write the plan to this file, for campaigns apply; - for standard output' '--values'\t'values for the front matter instead of values/<profile>.yaml' '--overwrite-drift'\t'set back what only the service has changed' '--overwrite-conflicts'\t'set what both have changed as the file says' '--recreate'\t'create a campaign again that the lock knows and the service does not have' '--pause-first'\t'pause a running campaign before it changes; nothing resumes it' '--allow-live'\t'let running campaigns change' '--pause-removed'\t'pause a running campaign whose file is gone' '--accept'\t'let it break this rule of the launch checks, for this reason'
        case 'campaigns apply'
            string join \n -- '--values'\t'values for the front matter instead of values/<profile>.yaml' '--overwrite-drift'\t'set back what only the service has changed' '--overwrite-conflicts'\t'set what both have changed as the file says' '--recreate'\t'create a campaign again that the lock knows and the service does not have' '--pause-first'\t'pause a running campaign before it changes; nothing resumes it' '--allow-live'\t'let running campaigns change' '--pause-removed'\t'pause a running campaign whose file is gone' '--accept'\t'let it break this rule of the launch checks, for this reason' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--max-recipients'\t'refuse to email more than this many people' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'campaigns sequence show'
            string join \n -- '--out'\t'also write them to this file, for sequence set'
        case 'finder search'
            string join \n -- '--job-title'\t'words of the job title' '--exclude-job-title'\t'exclude titles with these words' '--seniority'\t'seniority' '--job-function'\t'job function' '--country'\t'country of the person' '--exclude-country'\t'exclude people in this country' '--region'\t'region, instead of countries' '--continent'\t'continent, instead of countries' '--state'\t'words of the state' '--city'\t'words of the city' '--industry'\t'industry' '--exclude-industry'\t'exclude this industry' '--size'\t'employees, such as 11-50 or 20' '--revenue'\t'annual revenue' '--headquarters'\t'country of the headquarters' '--exclude-headquarters'\t'exclude this headquarters country' '--domain'\t'company domain' '--exclude-domain'\t'exclude domain' '--company-name'\t'company name' '--keywords'\t'a phrase about the company' '--technology'\t'technology the company uses' '--filters-file'\t'JSON file of filters; options are added' '--page'\t'page number, from 1' '--limit'\t'maximum number of items (fetches more pages if needed)' '--all'\t'all pages' '--header'\t'in a pipe: the names of the columns first'
        case 'finder import'
            string join \n -- '--campaign'\t'campaign they join, by id or exact name' '--ref'\t'a person from a search' '--verify'\t'verify addresses (default), or skip it' '--no-verify'\t'verify addresses (default), or skip it' '--count'\t'number of people, with filters' '--from-start'\t'start at the top, not after the last import' '--job-title'\t'words of the job title' '--exclude-job-title'\t'exclude titles with these words' '--seniority'\t'seniority' '--job-function'\t'job function' '--country'\t'country of the person' '--exclude-country'\t'exclude people in this country' '--region'\t'region, instead of countries' '--continent'\t'continent, instead of countries' '--state'\t'words of the state' '--city'\t'words of the city' '--industry'\t'industry' '--exclude-industry'\t'exclude this industry' '--size'\t'employees, such as 11-50 or 20' '--revenue'\t'annual revenue' '--headquarters'\t'country of the headquarters' '--exclude-headquarters'\t'exclude this headquarters country' '--domain'\t'company domain' '--exclude-domain'\t'exclude domain' '--company-name'\t'company name' '--keywords'\t'a phrase about the company' '--technology'\t'technology the company uses' '--filters-file'\t'JSON file of filters; options are added' '--accept'\t'let it break this rule of the launch checks, for this reason' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--max-credits'\t'refuse to spend more than this many credits' '--max-usd'\t'refuse to spend more dollars (credits count at their price)' '--max-recipients'\t'refuse to email more than this many people' '--usd-per-credit'\t'price of a credit, where the service does not say' '--usd-per-check'\t'price of verifying an address once, likewise' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes' '--wait'\t'wait for it to finish, or return at once' '--no-wait'\t'wait for it to finish, or return at once' '--wait-timeout'\t'stop waiting after this long' '--interval'\t'how often to poll at first'
        case 'finder imports list'
            string join \n -- '--status'\t'only imports with this status' '--page'\t'page number, from 1' '--limit'\t'maximum number of items (fetches more pages if needed)' '--all'\t'all pages' '--header'\t'in a pipe: the names of the columns first' '--sort'\t'sort by this field or column, or field:desc; needs --all, --limit or a filter'
        case 'finder imports wait' 'dfy orders wait' 'verification jobs get'
            string join \n -- '--wait'\t'wait for it to finish, or return at once' '--no-wait'\t'wait for it to finish, or return at once' '--wait-timeout'\t'stop waiting after this long' '--interval'\t'how often to poll at first'
        case 'prospects source'
            string join \n -- '--icp'\t'id of the ideal customer profile (default: the primary one)' '--campaign'\t'campaign they join, by id or exact name' '--count'\t'number of people' '--body'\t'JSON file of the request; options are added' '--accept'\t'let it break this rule of the launch checks, for this reason' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--max-credits'\t'refuse to spend more than this many credits' '--max-usd'\t'refuse to spend more dollars (credits count at their price)' '--max-recipients'\t'refuse to email more than this many people' '--usd-per-credit'\t'price of a credit, where the service does not say' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'dfy domains search'
            string join \n -- '--param'\t'another query parameter' '--page'\t'page number, from 1' '--limit'\t'maximum number of items (fetches more pages if needed)' '--all'\t'all pages' '--header'\t'in a pipe: the names of the columns first'
        case 'dfy orders list'
            string join \n -- '--status'\t'only orders with this status' '--page'\t'page number, from 1' '--limit'\t'maximum number of items (fetches more pages if needed)' '--all'\t'all pages' '--header'\t'in a pipe: the names of the columns first' '--sort'\t'sort by this field or column, or field:desc; needs --all, --limit or a filter'
        case 'dfy orders create'
            string join \n -- '--domain'\t'a domain to buy: .com or .org' '--mailbox'\t'a mailbox, as address:First:Last or address:First:Last:picture-url' '--forward-to'\t'where the domains redirect' '--mailbox-usd'\t'price of a mailbox, for the total and --max-usd' '--idempotency-key'\t'key of an earlier try (default: a new key)' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--max-credits'\t'refuse to spend more than this many credits' '--max-usd'\t'refuse to spend more dollars (credits count at their price)' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes' '--wait'\t'wait for it to finish, or return at once' '--no-wait'\t'wait for it to finish, or return at once' '--wait-timeout'\t'stop waiting after this long' '--interval'\t'how often to poll at first'
        case 'icps list' 'verification jobs list' 'verification jobs records' 'placement runs'
            string join \n -- '--page'\t'page number, from 1' '--limit'\t'maximum number of items (fetches more pages if needed)' '--all'\t'all pages' '--header'\t'in a pipe: the names of the columns first' '--sort'\t'sort by this field or column, or field:desc; needs --all, --limit or a filter'
        case 'icps create'
            string join \n -- '--summary'\t'who they are, in a sentence' '--title'\t'job title' '--seniority'\t'seniority' '--industry'\t'industry' '--size'\t'number of employees, such as 11-50 or 20' '--location'\t'country, region, state or city' '--keyword'\t'what the companies do' '--primary'\t'make it the primary one, replacing the current one' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'icps update'
            string join \n -- '--name'\t'new name' '--summary'\t'who they are, in a sentence; empty clears it' '--title'\t'job title' '--seniority'\t'seniority' '--industry'\t'industry' '--size'\t'number of employees, such as 11-50 or 20' '--location'\t'country, region, state or city' '--keyword'\t'what the companies do' '--clear'\t'lists to empty' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'audience size'
            string join \n -- '--title'\t'job title' '--seniority'\t'seniority' '--industry'\t'industry' '--size'\t'number of employees, such as 11-50 or 20' '--location'\t'country, region, state or city' '--keyword'\t'what the companies do'
        case 'copilot plan'
            string join \n -- '--description'\t'what the company does, instead of reading the website' '--context'\t'more context: who you want to reach, and why now' '--out'\t'also write the sequence to this file, as text'
        case 'copilot launch'
            string join \n -- '--sequence'\t'the emails, - for standard input' '--icp'\t'a profile as JSON, for reference only' '--search-url'\t'address of the people search' '--session-file'\t'read the session payload from a file' '--session-stdin'\t'read the session payload from standard input' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'autopilot plan'
            string join \n -- '--budget-usd'\t'dollars per month' '--max-mailboxes'\t'maximum number of mailboxes, 0 for no limit' '--platform-usd'\t'part of the budget that pays for the platform'
        case 'autopilot start'
            string join \n -- '--budget-usd'\t'dollars per month; decides how many mailboxes and prospects' '--max-mailboxes'\t'maximum number of mailboxes, 0 for no limit' '--reply-mode'\t'how replies are handled; auto answers without asking' '--target-prospects'\t'number of prospects in the first batch' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes' '--wait'\t'wait for it to finish, or return at once' '--no-wait'\t'wait for it to finish, or return at once' '--wait-timeout'\t'stop waiting after this long' '--interval'\t'how often to poll at first'
        case 'autopilot list'
            string join \n -- '--status'\t'only runs with this status' '--page'\t'page number, from 1' '--limit'\t'maximum number of items (fetches more pages if needed)' '--all'\t'all pages' '--header'\t'in a pipe: the names of the columns first' '--sort'\t'sort by this field or column, or field:desc; needs --all, --limit or a filter'
        case 'autopilot watch'
            string join \n -- '--until'\t'also stop at this status, or a later one' '--wait'\t'wait for it to finish, or return at once' '--no-wait'\t'wait for it to finish, or return at once' '--wait-timeout'\t'stop waiting after this long' '--interval'\t'how often to poll at first'
        case 'autopilot approve'
            string join \n -- '--accept'\t'let it break this rule of the launch checks, for this reason' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--max-credits'\t'refuse to spend more than this many credits' '--max-usd'\t'refuse to spend more dollars (credits count at their price)' '--max-recipients'\t'refuse to email more than this many people' '--usd-per-credit'\t'price of a credit, where the service does not say' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes' '--wait'\t'wait for it to finish, or return at once' '--no-wait'\t'wait for it to finish, or return at once' '--wait-timeout'\t'stop waiting after this long' '--interval'\t'how often to poll at first'
        case 'autopilot kill'
            string join \n -- '--reason'\t'why, for the audit trail (200 characters at most)' '--all'\t'every run that has not ended' '--all-profiles'\t'in every profile of this machine' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'replies list'
            string join \n -- '--category'\t'only replies of this category' '--campaign'\t'only replies to this campaign' '--lead'\t'only replies of this lead, by id or email address' '--since'\t'only replies received since this time' '--until'\t'only replies received until this time' '--unanswered'\t'only replies that wait for an answer' '--verify'\t'with --unanswered: without those that were answered elsewhere' '--page'\t'page number, from 1' '--limit'\t'maximum number of items (fetches more pages if needed)' '--all'\t'all pages' '--header'\t'in a pipe: the names of the columns first' '--sort'\t'sort by this field or column, or field:desc; needs --all, --limit or a filter' '--utc'\t'days and hours in UTC, not in the zone of this machine'
        case 'replies desk'
            string join \n -- '--every-category'\t'also replies of the other categories, at the end' '--max-credits'\t'refuse to spend more than this many credits' '--max-usd'\t'refuse to spend more dollars (credits count at their price)' '--max-recipients'\t'refuse to email more than this many people' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'replies next'
            string join \n -- '--claim'\t'reserve it for this long, a day at most' '--every-category'\t'also out of office and the other categories, after the others'
        case 'replies done'
            string join \n -- '--as'\t'what was done with it' '--until'\t'when it waits again, for later (default in 24h)' '--utc'\t'days and hours in UTC, not in the zone of this machine'
        case 'replies watch'
            string join \n -- '--once'\t'look once' '--every'\t'how often to look (default 1m)' '--for'\t'stop after this long' '--limit'\t'maximum number of items (fetches more pages if needed)' '--header'\t'in a pipe: the names of the columns first'
        case 'drafts list'
            string join \n -- '--category'\t'only answers to replies of this category' '--campaign'\t'only answers to replies to this campaign' '--since'\t'only drafts created since this time' '--until'\t'only drafts created until this time' '--lead'\t'only drafts to this lead, by id or email address' '--page'\t'page number, from 1' '--limit'\t'maximum number of items (fetches more pages if needed)' '--all'\t'all pages' '--header'\t'in a pipe: the names of the columns first' '--sort'\t'sort by this field or column, or field:desc; needs --all, --limit or a filter' '--utc'\t'days and hours in UTC, not in the zone of this machine'
        case 'drafts show'
            string join \n -- '--digest'\t'also the digest that drafts send --expect takes'
        case 'drafts edit'
            string join \n -- '--subject'\t'new subject' '--body'\t'new text' '--file'\t'take the text from this file, - for standard input' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'drafts send'
            string join \n -- '--expect'\t'send it only if it still has this digest' '--events'\t'saved events, which tell who unsubscribed (`webhooks listen --save`)' '--accept'\t'let it break this rule of the launch checks, for this reason' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--max-credits'\t'refuse to spend more than this many credits' '--max-usd'\t'refuse to spend more dollars (credits count at their price)' '--max-recipients'\t'refuse to email more than this many people' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'webhooks create'
            string join \n -- '--url'\t'where deliveries go' '--type'\t'type of event' '--name'\t'your name for it' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'webhooks ensure'
            string join \n -- '--url'\t'where deliveries go' '--type'\t'type of event' '--name'\t'your name for it' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'webhooks update'
            string join \n -- '--url'\t'where deliveries go' '--type'\t'type of event' '--name'\t'your name for it, up to 255 characters' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'webhooks listen'
            string join \n -- '--port'\t'port; 0 chooses a free one (default 4000)' '--forward-to'\t'forward deliveries to this address' '--allow-remote'\t'allow --forward-to another machine, over https' '--forward-timeout'\t'time limit for your program to answer (default 28s)' '--pass-duplicates'\t'also forward repeated events' '--secret-file'\t'read the signing secret from this file' '--secret-stdin'\t'read the signing secret from standard input' '--allow-unsigned'\t'accept deliveries without a signature (old webhooks)' '--tolerance'\t'allowed age of a signature, past or future (default 300s)' '--save'\t'save deliveries in this folder or .ndjson file' '--once'\t'stop after one good event' '--count'\t'stop after this many good events' '--for'\t'stop after this long'
        case 'webhooks verify'
            string join \n -- '--timestamp'\t'the header X-Service-Timestamp' '--signature'\t'the header X-Service-Signature, with one or more signatures' '--secret-file'\t'read the signing secret from this file' '--secret-stdin'\t'the first line of standard input is the secret, the rest the body' '--tolerance'\t'allowed age, past or future (default 300s)' '--at'\t'check it as if it arrived at this time; Unix seconds also work' '--utc'\t'days and hours in UTC, not in the zone of this machine'
        case 'webhooks trigger'
            string join \n -- '--to'\t'the address of your receiver' '--secret-file'\t'read the signing secret from this file' '--secret-stdin'\t'read the signing secret from standard input' '--field'\t'a field of the body, typed' '--raw-field'\t'a field of the body, as text' '--body-file'\t'the whole body, byte for byte, - for stdin' '--tamper'\t'what to tamper with' '--dry-run'\t'print the request and send nothing'
        case 'webhooks replay'
            string join \n -- '--to'\t'the address of your receiver' '--secret-file'\t'read the signing secret from this file' '--secret-stdin'\t'read the signing secret from standard input' '--unsigned'\t'send them without a signature' '--new-event-id'\t'give every event a new id'
        case 'blocklist list'
            string join \n -- '--scope'\t'only entries of this list' '--value'\t'only entries that contain this text' '--page'\t'page number, from 1' '--limit'\t'maximum number of items (fetches more pages if needed)' '--all'\t'all pages' '--header'\t'in a pipe: the names of the columns first' '--sort'\t'sort by this field or column, or field:desc; needs --all, --limit or a filter'
        case 'blocklist add'
            string join \n -- '--scope'\t'which list (default workspace)' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'blocklist update'
            string join \n -- '--value'\t'domain or email address' '--scope'\t'move it to this list' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'blocklist remove'
            string join \n -- '--scope'\t'which list (default workspace)' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'blocklist import'
            string join \n -- '--encoding'\t'encoding of the file (detected automatically)' '--column'\t'the column with the values' '--scope'\t'which list (default workspace)' '--strict'\t'send nothing if any line is skipped' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'blocklist export'
            string join \n -- '--scope'\t'only this list' '--limit'\t'maximum number of items (fetches more pages if needed)' '--header'\t'in a pipe: the names of the columns first'
        case 'blocklist sync'
            string join \n -- '--all-profiles'\t'every profile of this machine' '--from-events'\t'also block who unsubscribed or bounced, by saved events' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'credits balance'
            string join \n -- '--min'\t'exit with 16 below this many credits'
        case 'credits transactions'
            string join \n -- '--since'\t'only transactions since this time' '--until'\t'only transactions until this time' '--page'\t'page number, from 1' '--limit'\t'maximum number of items (fetches more pages if needed)' '--all'\t'all pages' '--header'\t'in a pipe: the names of the columns first' '--sort'\t'sort by this field or column, or field:desc; needs --all, --limit or a filter' '--utc'\t'days and hours in UTC, not in the zone of this machine'
        case 'credits buy'
            string join \n -- '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--max-credits'\t'refuse to spend more than this many credits' '--max-usd'\t'refuse to spend more dollars (credits count at their price)' '--usd-per-credit'\t'price of a credit, where the service does not say' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'report outcomes'
            string join \n -- '--since'\t'since this day or time' '--until'\t'until the end of this day, or this time' '--campaign'\t'only outcomes of this campaign' '--by-campaign'\t'also the results and the cost of each campaign' '--html'\t'also write it to this page, for a browser' '--markdown'\t'print it for a chat or a pull request' '--utc'\t'days and hours in UTC, not in the zone of this machine'
        case 'report daily'
            string join \n -- '--since'\t'since this day or time' '--until'\t'until the end of this day, or this time' '--campaign'\t'only results of this campaign' '--html'\t'also write it to this page, for a browser' '--markdown'\t'print it for a chat or a pull request' '--utc'\t'days and hours in UTC, not in the zone of this machine'
        case 'report compare'
            string join \n -- '--metric'\t'what counts; replies unless given' '--variants'\t'compare the variants of one step of the campaign' '--step'\t'with --variants: of this step; 1 unless given' '--pair'\t'with --variants: these two' '--plan'\t'the difference to be shown, in percentage points: 2pp; none drops the plan' '--html'\t'also write it to this page, for a browser' '--markdown'\t'print it for a chat or a pull request'
        case 'imports instantly start'
            string join \n -- '--key-stdin'\t'read the Instantly key from standard input' '--key-file'\t'read the Instantly key from this file' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'imports instantly accounts'
            string join \n -- '--key-stdin'\t'read the Instantly key from standard input' '--key-file'\t'read the Instantly key from this file' '--csv-file'\t'write the file for senders connect-csv here; never overwrites'
        case 'verification jobs create'
            string join \n -- '--file'\t'a file of addresses, - for stdin' '--encoding'\t'encoding of the file (detected automatically)' '--name'\t'job name' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--max-credits'\t'refuse to spend more than this many credits' '--max-usd'\t'refuse to spend more dollars (credits count at their price)' '--usd-per-check'\t'price of verifying an address once, likewise' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes' '--wait'\t'wait for it to finish, or return at once' '--no-wait'\t'wait for it to finish, or return at once' '--wait-timeout'\t'stop waiting after this long' '--interval'\t'how often to poll at first'
        case 'placement create'
            string join \n -- '--sender'\t'a mailbox to test, by id or address' '--name'\t'test name' '--frequency'\t'how often it runs (default once)' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--max-credits'\t'refuse to spend more than this many credits' '--max-usd'\t'refuse to spend more dollars (credits count at their price)' '--max-recipients'\t'refuse to email more than this many people' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'workspaces create'
            string join \n -- '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'workspaces key create'
            string join \n -- '--scope'\t'what it may do (default read)' '--name'\t'your name for it' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'billing update'
            string join \n -- '--first-name'\t'first name' '--last-name'\t'last name' '--company'\t'company' '--address-line-one'\t'street and number' '--address-line-two'\t'more of the address' '--city'\t'city' '--state'\t'state or province' '--postal-code'\t'postal code' '--country'\t'country, by name or two-letter code (ISO 3166-1)' '--phone'\t'phone number without the calling code' '--phone-cc'\t'calling code without the plus' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'journal list'
            string join \n -- '--open'\t'only open and unknown calls' '--limit'\t'maximum number of calls (default 50)' '--all'\t'also list declined and refused calls' '--page'\t'page number, from 1' '--header'\t'in a pipe: the names of the columns first'
        case 'journal settle'
            string join \n -- '--done'\t'it did happen' '--not-done'\t'it did not happen' '--force'\t'even if the process that made it still seems to be running'
        case 'journal forget'
            string join \n -- '--before'\t'every call that ended before this time' '--older-than'\t'every call that ended longer ago than this' '--utc'\t'days and hours in UTC, not in the zone of this machine'
        case 'journal move'
            string join \n -- '--to'\t'where to: postgres://user@host/db' '--dry-run'\t'say what would be moved, and change nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation'
        case 'journal accept'
            string join \n -- '--everywhere'\t'of a shared journal: for every machine that has seen no newer call'
        case 'approvals list'
            string join \n -- '--all'\t'also those that are used, denied or over' '--page'\t'page number, from 1' '--limit'\t'maximum number of items (fetches more pages if needed)' '--header'\t'in a pipe: the names of the columns first'
        case 'approvals protect'
            string join \n -- '--remove'\t'need no passphrase from now on'
        case 'budgets list'
            string join \n -- '--all'\t'also those that are over or revoked' '--page'\t'page number, from 1' '--limit'\t'maximum number of items (fetches more pages if needed)' '--header'\t'in a pipe: the names of the columns first'
        case 'budgets add'
            string join \n -- '--credits'\t'credits that may be spent' '--usd'\t'dollars that may be charged' '--until'\t'when it ends: 18:00, 3h, or 2026-10-01T18:00:00Z; at most 7 days from now' '--commands'\t'which commands: "finder import"'
        case 'sandbox serve'
            string join \n -- '--port'\t'port; 0 chooses a free one' '--rate-limits'\t'answer 429 beyond 100 requests in 10 s or 600 in a minute'
        case 'sandbox exec'
            string join \n -- '--seed'\t'start with the world described in this file; see: outreach help sandbox' '--faults'\t'faults for the command; see: outreach sandbox fault add --help'
        case 'sandbox ledger'
            string join \n -- '--operation'\t'only this operation, or several with *: credits.purchase, email.sent' '--page'\t'page number, from 1' '--limit'\t'lines per page (default 50)' '--all'\t'the whole ledger' '--assert-once'\t'fail if something happened twice' '--within'\t'two equal calls within this time count as one intent'
        case 'sandbox deliveries'
            string join \n -- '--failed'\t'only failed attempts, and deliveries not tried' '--show'\t'one delivery, with its exact body and attempts' '--page'\t'page number; page 1 has the newest attempts' '--limit'\t'attempts per page (default 50)' '--all'\t'all attempts'
        case 'sandbox secrets'
            string join \n -- '--webhook'\t'only the secret of this webhook' '--rotate'\t'give --webhook a new secret first; everything after that is signed with it'
        case 'sandbox fidelity'
            string join \n -- '--status'\t'only rules with these statuses' '--section'\t'only sections of the specification whose name contains this'
        case 'sandbox seed'
            string join \n -- '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--check'\t'check the file and change nothing'
        case 'sandbox reset'
            string join \n -- '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--keep'\t'save the old sandbox in a file beside it' '--seed'\t'seed of the new sandbox: the same seed gives the same world' '--answers'\t'rates of replies and bounces, as JSON'
        case 'sandbox clock advance'
            string join \n -- '--by-day'\t'show what happened on each day'
        case 'sandbox clock set'
            string join \n -- '--by-day'\t'show what happened on each day' '--utc'\t'days and hours in UTC, not in the zone of this machine'
        case 'sandbox snapshot save'
            string join \n -- '--replace'\t'replace the snapshot with this name'
        case 'sandbox fault add'
            string join \n -- '--kind'\t'what goes wrong: reset, hang, status:502, lag:60s, …' '--phase'\t'before, after, or late with a duration: late:60s' '--nth'\t'only the nth call from now on' '--times'\t'this many calls from there on' '--probability'\t'probability that each of these calls fails, 0 to 1' '--seed'\t'seed of the random choice' '--preset'\t'a named set of rules'
        case 'sandbox outbox list' 'sandbox outbox search'
            string join \n -- '--campaign'\t'only emails of this campaign' '--to'\t'only emails to this address' '--from'\t'only emails from this mailbox' '--missing'\t'only emails in which a merge tag was not filled in' '--answers'\t'only replies: drafts that were sent' '--page'\t'page number, from 1' '--limit'\t'emails per page (default 20)' '--all'\t'all pages'
        case 'sandbox outbox show'
            string join \n -- '--eml'\t'as a message: headers and encoded body'
        case 'sandbox outbox export'
            string join \n -- '--format'\t'format, if the name does not show it' '--campaign'\t'only emails of this campaign' '--to'\t'only emails to this address' '--from'\t'only emails from this mailbox' '--missing'\t'only emails in which a merge tag was not filled in' '--answers'\t'only replies: drafts that were sent'
        case 'api'
            string join \n -- '--list'\t'list every operation instead' '--site'\t'call a free tool of the public site, without a key' '--param'\t'an id in the path of an operation' '--query'\t'a query parameter' '--field'\t'a field of the body, typed' '--raw-field'\t'a field of the body, as text' '--input'\t'the whole body as JSON, - for stdin' '--include'\t'also print status and headers' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--max-credits'\t'refuse to spend more than this many credits' '--max-usd'\t'refuse to spend more dollars (credits count at their price)' '--max-recipients'\t'refuse to email more than this many people' '--usd-per-credit'\t'price of a credit, where the service does not say' '--usd-per-check'\t'price of verifying an address once, likewise' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'mcp call'
            string join \n -- '--field'\t'an argument of the tool, typed' '--raw-field'\t'an argument of the tool, as text' '--input'\t'all arguments as a JSON object, - for stdin' '--dry-run'\t'print the request and send nothing' '--yes'\t'skip the confirmation' '-y'\t'skip the confirmation' '--max-credits'\t'refuse to spend more than this many credits' '--max-usd'\t'refuse to spend more dollars (credits count at their price)' '--max-recipients'\t'refuse to email more than this many people' '--usd-per-credit'\t'price of a credit, where the service does not say' '--usd-per-check'\t'price of verifying an address once, likewise' '--once'\t'run at most once per token; later runs return the first result' '--once-local'\t'with --once under CI: a journal on this machine alone will do' '--again'\t'run again even if the same command ran in the last 10 minutes'
        case 'mcp serve'
            string join \n -- '--tools'\t'read: only look (default). work: also change what costs and sends nothing. effects: also ask a person for the rest' '--groups'\t'only the commands of these groups, such as leads,replies' '--folder'\t'the only folder in which files are read and written (default none)'
        case 'commands'
            string join \n -- '--short'\t'one list of all commands, without what is explained (with --json)' '--schemas'\t'add JSON Schemas of requests, arguments and answers (with --json)'
        case 'completion install' 'completion uninstall'
            string join \n -- '--dry-run'\t'say what would change, and change nothing'
    end
    string join \n -- '--profile'\t'profile to use' '--json'\t'one JSON document' '--ndjson'\t'one JSON record per line' '--csv'\t'CSV with a header' '--fields'\t'only these fields, such as id,a.b; "help" lists them' '--live'\t'refuse to run on the sandbox' '--pager'\t'read the output in a pager' '--no-color'\t'no colour' '--quiet'\t'print data only: no hints, no progress' '-q'\t'print data only: no hints, no progress' '--no-input'\t'never ask' '--debug'\t'show every request on stderr, without secrets' '--timeout'\t'time limit for the whole command' '--help'\t'show help' '-h'\t'show help'
end

# What the value of option $argv[2] of command $argv[1] is: its kind, the kind of names to ask for, whether commas part
# several, and the words that are known; nothing for a flag.
function __outreach_value
    switch "$argv[1] $argv[2]"
        case 'status --every' 'status --done' 'login --base-url' 'login --mcp-url' 'login --workspace' 'profiles list --page' 'profiles list --limit' 'profiles set --workspace' 'profiles set --base-url' 'profiles set --mcp-url' 'profiles set --site-url' 'profiles set --journal' 'profiles set --max-credits' 'profiles set --max-usd' 'profiles set --max-credits-per-day' 'profiles set --max-usd-per-day' 'profiles set --low-credits' 'profiles set --accept' 'profiles set --until' 'leads list --email' 'leads list --since' 'leads list --until' 'leads list --name' 'leads list --company' 'leads list --page' 'leads list --limit' 'leads add --middle-name' 'leads add --first-name' 'leads add --last-name' 'leads add --company' 'leads add --title' 'leads add --phone' 'leads add --website' 'leads add --linkedin' 'leads add --var' 'leads add --accept' 'leads add --max-recipients' 'leads import --map' 'leads import --variables' 'leads import --delimiter' 'leads import --encoding' 'leads import --accept' 'leads import --max-recipients' 'leads audit --map' 'leads audit --variables' 'leads audit --delimiter' 'leads audit --encoding' 'leads export --limit' 'leads update --email' 'leads update --first-name' 'leads update --last-name' 'leads update --company' 'leads update --title' 'leads update --phone' 'leads update --website' 'leads update --linkedin' 'leads update --var' 'leads move --accept' 'leads move --max-recipients' 'senders list --space' 'senders list --below' 'senders list --page' 'senders list --limit' 'senders connect --imap' 'senders connect --smtp' 'senders connect --login' 'senders connect --first-name' 'senders connect --last-name' 'senders connect --once' 'senders connect-csv --encoding' 'senders connect-csv --once' 'senders update --given-name' 'senders update --family-name' 'senders update --signature' 'senders update --daily-limit' 'senders update --max-limit' 'senders update --min-limit' 'senders plan --emails' 'senders plan --by' 'senders plan --domains' 'senders plan --max-mailboxes' 'senders plan --from' 'senders plan --to' 'senders plan --min-gap' 'senders plan --max-gap' 'senders plan --sender-limit' 'senders plan --per-domain' 'senders watch --below' 'senders watch --every' 'senders watch --for' 'senders warmup set --start-limit' 'senders warmup set --increase-by' 'senders warmup set --cap-limit' 'campaigns list --name' 'campaigns list --page' 'campaigns list --limit' 'campaigns create --emoji' 'campaigns create --daily-limit' 'campaigns create --sender-limit' 'campaigns create --sender-variation' 'campaigns create --min-gap' 'campaigns create --max-gap' 'campaigns create --min-health' 'campaigns create --once' 'campaigns update --name' 'campaigns update --emoji' 'campaigns update --daily-limit' 'campaigns update --sender-limit' 'campaigns update --sender-variation' 'campaigns update --min-gap' 'campaigns update --max-gap' 'campaigns update --min-health' 'campaigns check --accept' 'campaigns check --sample' 'campaigns check --limit' 'campaigns preview --lead' 'campaigns preview --step' 'campaigns forecast --leads' 'campaigns forecast --add-senders' 'campaigns forecast --start' 'campaigns resume --accept' 'campaigns resume --max-credits' 'campaigns resume --max-usd' 'campaigns resume --max-recipients' 'campaigns resume --once' 'campaigns schedule --from' 'campaigns schedule --to' 'campaigns schedule --min-gap' 'campaigns schedule --max-gap' 'campaigns plan --accept' 'campaigns apply --accept' 'campaigns apply --max-recipients' 'campaigns apply --once' 'campaigns sequence set --accept' 'campaigns sequence set --max-recipients' 'finder search --job-title' 'finder search --exclude-job-title' 'finder search --state' 'finder search --city' 'finder search --domain' 'finder search --exclude-domain' 'finder search --company-name' 'finder search --keywords' 'finder search --technology' 'finder search --page' 'finder search --limit' 'finder import --ref' 'finder import --count' 'finder import --job-title' 'finder import --exclude-job-title' 'finder import --state' 'finder import --city' 'finder import --domain' 'finder import --exclude-domain' 'finder import --company-name' 'finder import --keywords' 'finder import --technology' 'finder import --accept' 'finder import --max-credits' 'finder import --max-usd' 'finder import --max-recipients' 'finder import --usd-per-credit' 'finder import --usd-per-check' 'finder import --once' 'finder import --wait-timeout' 'finder import --interval' 'finder imports list --page' 'finder imports list --limit' 'finder imports wait --wait-timeout' 'finder imports wait --interval' 'prospects source --count' 'prospects source --accept' 'prospects source --max-credits' 'prospects source --max-usd' 'prospects source --max-recipients' 'prospects source --usd-per-credit' 'prospects source --once' 'dfy domains search --param' 'dfy domains search --page' 'dfy domains search --limit' 'dfy orders list --page' 'dfy orders list --limit' 'dfy orders create --domain' 'dfy orders create --mailbox' 'dfy orders create --forward-to' 'dfy orders create --mailbox-usd' 'dfy orders create --idempotency-key' 'dfy orders create --max-credits' 'dfy orders create --max-usd' 'dfy orders create --once' 'dfy orders create --wait-timeout' 'dfy orders create --interval' 'dfy orders wait --wait-timeout' 'dfy orders wait --interval' 'icps list --page' 'icps list --limit' 'icps create --summary' 'icps create --title' 'icps create --keyword' 'icps create --once' 'icps update --name' 'icps update --summary' 'icps update --title' 'icps update --keyword' 'audience size --title' 'audience size --keyword' 'copilot plan --description' 'copilot plan --context' 'copilot launch --search-url' 'copilot launch --once' 'autopilot plan --budget-usd' 'autopilot plan --max-mailboxes' 'autopilot plan --platform-usd' 'autopilot start --budget-usd' 'autopilot start --max-mailboxes' 'autopilot start --target-prospects' 'autopilot start --once' 'autopilot start --wait-timeout' 'autopilot start --interval' 'autopilot list --page' 'autopilot list --limit' 'autopilot watch --wait-timeout' 'autopilot watch --interval' 'autopilot approve --accept' 'autopilot approve --max-credits' 'autopilot approve --max-usd' 'autopilot approve --max-recipients' 'autopilot approve --usd-per-credit' 'autopilot approve --once' 'autopilot approve --wait-timeout' 'autopilot approve --interval' 'autopilot kill --reason' 'replies list --lead' 'replies list --since' 'replies list --until' 'replies list --page' 'replies list --limit' 'replies desk --max-credits' 'replies desk --max-usd' 'replies desk --max-recipients' 'replies desk --once' 'replies next --claim' 'replies done --until' 'replies watch --every' 'replies watch --for' 'replies watch --limit' 'drafts list --since' 'drafts list --until' 'drafts list --lead' 'drafts list --page' 'drafts list --limit' 'drafts edit --subject' 'drafts edit --body' 'drafts send --expect' 'drafts send --accept' 'drafts send --max-credits' 'drafts send --max-usd' 'drafts send --max-recipients' 'drafts send --once' 'webhooks list --page' 'webhooks list --limit' 'webhooks create --url' 'webhooks create --name' 'webhooks create --once' 'webhooks ensure --url' 'webhooks ensure --name' 'webhooks ensure --once' 'webhooks update --url' 'webhooks update --name' 'webhooks listen --port' 'webhooks listen --forward-to' 'webhooks listen --forward-timeout' 'webhooks listen --tolerance' 'webhooks listen --count' 'webhooks listen --for' 'webhooks verify --timestamp' 'webhooks verify --signature' 'webhooks verify --tolerance' 'webhooks verify --at' 'webhooks trigger --to' 'webhooks trigger --field' 'webhooks trigger --raw-field' 'webhooks replay --to' 'blocklist list --value' 'blocklist list --page' 'blocklist list --limit' 'blocklist update --value' 'blocklist import --encoding' 'blocklist import --column' 'blocklist export --limit' 'credits balance --min' 'credits transactions --since' 'credits transactions --until' 'credits transactions --page' 'credits transactions --limit' 'credits buy --max-credits' 'credits buy --max-usd' 'credits buy --usd-per-credit' 'credits buy --once' 'report outcomes --since' 'report outcomes --until' 'report daily --since' 'report daily --until' 'report compare --step' 'report compare --pair' 'report compare --plan' 'imports instantly start --once' 'verification jobs list --page' 'verification jobs list --limit' 'verification jobs create --encoding' 'verification jobs create --name' 'verification jobs create --max-credits' 'verification jobs create --max-usd' 'verification jobs create --usd-per-check' 'verification jobs create --once' 'verification jobs create --wait-timeout' 'verification jobs create --interval' 'verification jobs get --wait-timeout' 'verification jobs get --interval' 'verification jobs records --page' 'verification jobs records --limit' 'placement runs --page' 'placement runs --limit' 'placement tests --page' 'placement tests --limit' 'placement create --name' 'placement create --max-credits' 'placement create --max-usd' 'placement create --max-recipients' 'placement create --once' 'placement reputation --page' 'placement reputation --limit' 'workspaces list --page' 'workspaces list --limit' 'workspaces create --once' 'workspaces key create --name' 'workspaces key create --once' 'billing update --first-name' 'billing update --last-name' 'billing update --company' 'billing update --address-line-one' 'billing update --address-line-two' 'billing update --city' 'billing update --state' 'billing update --postal-code' 'billing update --phone' 'billing update --phone-cc' 'journal list --limit' 'journal list --page' 'journal forget --before' 'journal forget --older-than' 'journal move --to' 'approvals list --page' 'approvals list --limit' 'budgets list --page' 'budgets list --limit' 'budgets add --credits' 'budgets add --usd' 'budgets add --until' 'budgets add --commands' 'sandbox serve --port' 'sandbox ledger --operation' 'sandbox ledger --page' 'sandbox ledger --limit' 'sandbox ledger --within' 'sandbox deliveries --show' 'sandbox deliveries --page' 'sandbox deliveries --limit' 'sandbox fidelity --section' 'sandbox reset --seed' 'sandbox snapshot list --page' 'sandbox snapshot list --limit' 'sandbox fault add --kind' 'sandbox fault add --phase' 'sandbox fault add --nth' 'sandbox fault add --times' 'sandbox fault add --probability' 'sandbox fault add --seed' 'sandbox fault list --page' 'sandbox fault list --limit' 'sandbox outbox list --to' 'sandbox outbox list --page' 'sandbox outbox list --limit' 'sandbox outbox search --to' 'sandbox outbox search --page' 'sandbox outbox search --limit' 'sandbox outbox export --to' 'api --param' 'api --query' 'api --field' 'api --raw-field' 'api --max-credits' 'api --max-usd' 'api --max-recipients' 'api --usd-per-credit' 'api --usd-per-check' 'api --once' 'mcp call --field' 'mcp call --raw-field' 'mcp call --max-credits' 'mcp call --max-usd' 'mcp call --max-recipients' 'mcp call --usd-per-credit' 'mcp call --usd-per-check' 'mcp call --once' 'mcp serve --groups'
            string join \n -- text '' ''
        case 'login --key-file' 'leads import --rejects' 'leads audit --sequence' 'leads audit --fix' 'leads audit --report' 'leads export --output' 'leads export-subject --output' 'senders connect --password-file' 'senders update --signature-file' 'campaigns check --events' 'campaigns preview --html' 'campaigns stats --html' 'campaigns pull --values' 'campaigns plan --out' 'campaigns plan --values' 'campaigns diff --values' 'campaigns apply --values' 'campaigns sequence show --out' 'finder search --filters-file' 'finder import --filters-file' 'prospects source --body' 'copilot plan --out' 'copilot launch --sequence' 'copilot launch --icp' 'copilot launch --session-file' 'drafts edit --file' 'drafts send --events' 'webhooks listen --secret-file' 'webhooks listen --save' 'webhooks verify --secret-file' 'webhooks trigger --secret-file' 'webhooks trigger --body-file' 'webhooks replay --secret-file' 'blocklist sync --from-events' 'report outcomes --html' 'report daily --html' 'report compare --html' 'imports instantly start --key-file' 'imports instantly accounts --key-file' 'imports instantly accounts --csv-file' 'verification jobs create --file' 'sandbox exec --seed' 'sandbox reset --answers' 'api --input' 'mcp call --input'
            string join \n -- file '' ''
        case 'login --storage'
            string join \n -- words '' '' 'file' 'keychain'
        case 'profiles set --consent'
            string join \n -- words '' '' 'person'
        case 'profiles set --unset'
            string join \n -- words '' 1 'base-url' 'mcp-url' 'site-url' 'workspace' 'journal' 'max-credits' 'max-usd' 'max-credits-per-day' 'max-usd-per-day' 'low-credits' 'read-only' 'consent' 'accept'
        case 'leads list --campaign' 'leads add --campaign' 'leads import --campaign' 'leads export --campaign' 'senders list --campaign' 'senders watch --campaign' 'finder import --campaign' 'prospects source --campaign' 'replies list --campaign' 'drafts list --campaign' 'report outcomes --campaign' 'report daily --campaign' 'sandbox outbox list --campaign' 'sandbox outbox search --campaign' 'sandbox outbox export --campaign'
            string join \n -- words campaigns ''
        case 'leads list --category'
            string join \n -- words '' 1 'interested' 'not_interested' 'bounced' 'out_of_office' 'delivery_incomplete' 'meeting_booked' 'none'
        case 'leads list --sort' 'senders list --sort' 'campaigns list --sort' 'finder imports list --sort' 'dfy orders list --sort' 'icps list --sort' 'autopilot list --sort' 'replies list --sort' 'drafts list --sort' 'blocklist list --sort' 'credits transactions --sort' 'verification jobs list --sort' 'verification jobs records --sort' 'placement runs --sort'
            string join \n -- words sortFields ''
        case 'leads audit --leave-out'
            string join \n -- words '' 1 'role-address' 'disposable-address' 'personal-mailbox'
        case 'senders plan --days' 'campaigns schedule --days'
            string join \n -- words '' 1 'mon-fri' 'daily' 'weekend' 'mon' 'tue' 'wed' 'thu' 'fri' 'sat' 'sun'
        case 'senders warmup set --timezone'
            string join \n -- words zones ''
        case 'campaigns list --status'
            string join \n -- words '' 1 'draft' 'running' 'paused' 'completed'
        case 'campaigns create --flow' 'campaigns update --flow'
            string join \n -- words '' '' 'multiple_leads_scheduled' 'api'
        case 'campaigns check --only'
            string join \n -- words '' 1 'copy' 'recipients' 'senders' 'schedule' 'capacity'
        case 'campaigns check --duplicates'
            string join \n -- words '' '' 'running' 'all' 'off'
        case 'campaigns check --rule'
            string join \n -- words '' '' 'merge-tag-unknown' 'merge-tag-empty' 'merge-tag-not-text' 'merge-tag-collision' 'placeholder-left' 'malformed-address' 'role-address' 'disposable-address' 'typo-domain' 'personal-mailbox' 'own-domain' 'blocklisted' 'bounced-before' 'said-no' 'replied-before' 'already-running' 'unsubscribed'
        case 'finder search --seniority' 'finder import --seniority' 'icps create --seniority' 'icps update --seniority' 'audience size --seniority'
            string join \n -- words seniorities ''
        case 'finder search --job-function' 'finder import --job-function'
            string join \n -- words jobFunctions ''
        case 'finder search --country' 'finder search --exclude-country' 'finder search --headquarters' 'finder search --exclude-headquarters' 'finder import --country' 'finder import --exclude-country' 'finder import --headquarters' 'finder import --exclude-headquarters' 'icps create --location' 'icps update --location' 'audience size --location' 'billing update --country'
            string join \n -- words countries ''
        case 'finder search --region' 'finder import --region'
            string join \n -- words regions ''
        case 'finder search --continent' 'finder import --continent'
            string join \n -- words continents ''
        case 'finder search --industry' 'finder search --exclude-industry' 'finder import --industry' 'finder import --exclude-industry' 'icps create --industry' 'icps update --industry' 'audience size --industry'
            string join \n -- words industries ''
        case 'finder search --size' 'finder import --size' 'icps create --size' 'icps update --size' 'audience size --size'
            string join \n -- words companySizes ''
        case 'finder search --revenue' 'finder import --revenue'
            string join \n -- words revenue ''
        case 'finder imports list --status'
            string join \n -- words '' 1 'running' 'completed' 'failed' 'canceled'
        case 'prospects source --icp'
            string join \n -- words icps ''
        case 'dfy orders list --status'
            string join \n -- words '' 1 'created' 'pending_approval' 'processing' 'completed' 'failed' 'partially_completed' 'canceled'
        case 'icps update --clear'
            string join \n -- words '' 1 'title' 'seniority' 'industry' 'size' 'location' 'keyword'
        case 'autopilot start --reply-mode'
            string join \n -- words '' '' 'off' 'draft' 'approve' 'auto'
        case 'autopilot list --status'
            string join \n -- words '' 1 'pending' 'building_icp' 'writing_sequence' 'sourcing_prospects' 'awaiting_approval' 'provisioning_infrastructure' 'running' 'paused' 'completed' 'failed' 'killed'
        case 'autopilot watch --until'
            string join \n -- words '' '' 'pending' 'building_icp' 'writing_sequence' 'sourcing_prospects' 'awaiting_approval' 'provisioning_infrastructure' 'running' 'paused' 'completed' 'failed'
        case 'replies list --category' 'drafts list --category'
            string join \n -- words '' 1 'interested' 'not_interested' 'bounced' 'out_of_office' 'delivery_incomplete' 'meeting_booked' 'pending'
        case 'replies done --as'
            string join \n -- words '' '' 'answered' 'skipped' 'blocked' 'later'
        case 'webhooks create --type' 'webhooks update --type'
            string join \n -- words '' '' 'EmailSent' 'EmailReply' 'EmailBounce' 'EmailUnsubscribe' 'LeadCategoryUpdate' 'LeadCreated' 'CampaignStatusChanged' 'CreditBalanceLow' 'AutopilotRunStatusChanged' 'DfyOrderCompleted'
        case 'webhooks ensure --type'
            string join \n -- words '' 1 'EmailSent' 'EmailReply' 'EmailBounce' 'EmailUnsubscribe' 'LeadCategoryUpdate' 'LeadCreated' 'CampaignStatusChanged' 'CreditBalanceLow' 'AutopilotRunStatusChanged' 'DfyOrderCompleted'
        case 'webhooks trigger --tamper'
            string join \n -- words '' 1 'signature' 'secret' 'body' 'timestamp-old' 'timestamp-future' 'timestamp-changed' 'unsigned' 'unknown-version' 'empty-event-id' 'duplicate' 'all'
        case 'blocklist list --scope' 'blocklist add --scope' 'blocklist update --scope' 'blocklist import --scope' 'blocklist export --scope'
            string join \n -- words '' '' 'workspace' 'global'
        case 'blocklist remove --scope'
            string join \n -- words '' '' 'workspace' 'global' 'all'
        case 'report compare --metric'
            string join \n -- words '' '' 'replies' 'positive'
        case 'placement create --sender'
            string join \n -- words senders 1
        case 'placement create --frequency'
            string join \n -- words '' '' 'once' 'weekly'
        case 'workspaces key create --scope'
            string join \n -- words '' '' 'read' 'read_write'
        case 'sandbox exec --faults' 'sandbox fault add --preset'
            string join \n -- words '' '' 'flaky' 'lost-answers' 'rate-limited' 'down'
        case 'sandbox secrets --webhook'
            string join \n -- words webhooks ''
        case 'sandbox fidelity --status'
            string join \n -- words '' 1 'done' 'approximated' 'open' 'different'
        case 'sandbox outbox list --from' 'sandbox outbox search --from' 'sandbox outbox export --from'
            string join \n -- words senders ''
        case 'sandbox outbox export --format'
            string join \n -- words '' '' 'eml' 'mbox' 'ndjson'
        case 'mcp serve --tools'
            string join \n -- words '' '' 'read' 'work' 'effects'
        case 'mcp serve --folder'
            string join \n -- folder '' ''
        case '*'
            switch "$argv[2]"
                case '--profile'
                    string join \n -- words profiles ''
                case '--fields'
                    string join \n -- words fields 1
                case '--timeout'
                    string join \n -- text '' ''
            end
    end
end

# What the argument number $argv[2] of command $argv[1] is.
function __outreach_place
    switch "$argv[1] $argv[2]"
        case 'profiles set 0' 'profiles remove 0'
            string join \n -- words savedProfiles ''
        case 'profiles use 0' 'profiles show 0'
            string join \n -- words profiles ''
        case 'leads import 0' 'leads audit 0' 'senders connect-csv 0' 'campaigns sequence set 1' 'webhooks replay more' 'blocklist import 0' 'sandbox seed 0' 'sandbox outbox export 0'
            string join \n -- file '' ''
        case 'leads categorize 1'
            string join \n -- words '' '' 'interested' 'not_interested' 'bounced' 'out_of_office' 'delivery_incomplete' 'meeting_booked'
        case 'leads move 1' 'campaigns get 0' 'campaigns update 0' 'campaigns check 0' 'campaigns preview 0' 'campaigns forecast 0' 'campaigns pause 0' 'campaigns resume 0' 'campaigns schedule 0' 'campaigns health 0' 'campaigns why 0' 'campaigns stats 0' 'campaigns pull more' 'campaigns sequence show 0' 'campaigns sequence set 0' 'campaigns senders attach 0' 'report compare 0' 'report compare 1'
            string join \n -- words campaigns ''
        case 'senders get 0' 'senders update 0' 'senders dns 0' 'senders reputation 0' 'senders warmup show 0' 'senders warmup set 0' 'campaigns senders attach more'
            string join \n -- words senders ''
        case 'campaigns pull 0' 'campaigns plan 0' 'campaigns diff 0' 'campaigns apply 0'
            string join \n -- folder '' ''
        case 'finder filters 0'
            string join \n -- words '' '' 'seniorities' 'jobFunctions' 'companySizes' 'revenue' 'industries' 'countries' 'headquartersCountries' 'regions' 'continents'
        case 'finder imports get 0' 'finder imports wait 0'
            string join \n -- words imports ''
        case 'dfy orders get 0' 'dfy orders wait 0'
            string join \n -- words orders ''
        case 'icps get 0' 'icps set-primary 0' 'icps update 0' 'icps size 0' 'icps delete 0'
            string join \n -- words icps ''
        case 'autopilot get 0' 'autopilot watch 0' 'autopilot approve 0' 'autopilot kill 0'
            string join \n -- words runs ''
        case 'drafts show 0' 'drafts edit 0' 'drafts send 0'
            string join \n -- words drafts ''
        case 'webhooks update 0' 'webhooks enable 0' 'webhooks disable 0' 'webhooks delete 0'
            string join \n -- words webhooks ''
        case 'webhooks trigger 0'
            string join \n -- words '' '' 'EmailSent' 'EmailReply' 'EmailBounce' 'EmailUnsubscribe' 'LeadCategoryUpdate' 'LeadCreated' 'CampaignStatusChanged' 'CreditBalanceLow' 'AutopilotRunStatusChanged' 'DfyOrderCompleted'
        case 'verification jobs get 0' 'verification jobs records 0' 'verification jobs cancel 0'
            string join \n -- words jobs ''
        case 'workspaces key create 0'
            string join \n -- words workspaces ''
        case 'sandbox snapshot load 0' 'sandbox snapshot remove 0'
            string join \n -- words snapshots ''
        case 'api 0'
            string join \n -- words '' '' 'GET' 'POST' 'PUT' 'DELETE' 'leads.list' 'leads.upsert' 'leads.get' 'leads.update' 'leads.delete' 'leads.setCategory' 'leads.markMeeting' 'leads.clearMeeting' 'leads.move' 'leads.conversation' 'senders.list' 'senders.connect' 'senders.get' 'senders.update' 'senders.dns' 'senders.warmup' 'senders.setWarmup' 'campaigns.list' 'campaigns.create' 'campaigns.get' 'campaigns.update' 'campaigns.resume' 'campaigns.pause' 'campaigns.schedule' 'campaigns.getSchedule' 'campaigns.sequence' 'campaigns.replaceSequence' 'campaigns.attachSenders' 'campaigns.health' 'campaigns.stats' 'finder.filters' 'finder.search' 'finder.imports' 'finder.startImport' 'finder.import' 'prospects.source' 'dfy.checkDomain' 'dfy.checkDomains' 'dfy.searchDomains' 'dfy.orders' 'dfy.order' 'dfy.createOrder' 'icps.list' 'icps.primary' 'icps.get' 'icps.create' 'icps.update' 'icps.delete' 'icps.refreshAudienceSize' 'icps.setPrimary' 'audience.size' 'copilot.plan' 'copilot.launch' 'autopilot.plan' 'autopilot.runs' 'autopilot.start' 'autopilot.run' 'autopilot.approve' 'autopilot.kill' 'replies.list' 'drafts.list' 'drafts.update' 'drafts.send' 'webhooks.list' 'webhooks.create' 'webhooks.update' 'webhooks.delete' 'blocklist.list' 'blocklist.add' 'blocklist.update' 'blocklist.remove' 'blocklist.removeEntry' 'credits.balance' 'credits.transactions' 'credits.purchase' 'report.outcomes' 'imports.instantly' 'imports.instantlyAccounts' 'verification.jobs' 'verification.createJob' 'verification.job' 'verification.records' 'verification.cancel' 'verification.rates' 'placement.runs' 'placement.tests' 'placement.createTest' 'placement.reputation' 'workspaces.list' 'workspaces.create' 'workspaces.createKey' 'billing.get' 'billing.update' 'setup.ping'
        case 'mcp call 0'
            string join \n -- words '' '' 'list_leads' 'upsert_leads' 'get_lead' 'update_lead' 'delete_lead' 'set_lead_category' 'mark_lead_meeting' 'clear_lead_meeting' 'move_lead' 'get_lead_conversation' 'list_senders' 'connect_sender' 'get_sender' 'update_sender' 'check_sender_dns' 'get_sender_warmup' 'set_sender_warmup' 'list_campaigns' 'create_campaign' 'get_campaign' 'update_campaign' 'resume_campaign' 'pause_campaign' 'set_campaign_schedule' 'get_campaign_schedule' 'get_campaign_sequence' 'replace_campaign_sequence' 'attach_campaign_senders' 'get_campaign_health' 'get_campaign_stats' 'get_lead_finder_filters' 'search_lead_finder' 'list_lead_finder_imports' 'start_lead_finder_import' 'get_lead_finder_import' 'source_prospects' 'check_dfy_domain' 'check_dfy_domains' 'search_dfy_domains' 'list_dfy_orders' 'get_dfy_order' 'create_dfy_order' 'list_icps' 'get_primary_icp' 'get_icp' 'create_icp' 'update_icp' 'delete_icp' 'refresh_icp_audience_size' 'set_primary_icp' 'get_audience_size' 'plan_copilot' 'launch_copilot' 'plan_autopilot' 'list_autopilot_runs' 'start_autopilot_run' 'get_autopilot_run' 'approve_autopilot_run' 'kill_autopilot_run' 'list_replies' 'list_reply_drafts' 'update_reply_draft' 'send_reply_draft' 'list_webhooks' 'create_webhook' 'update_webhook' 'delete_webhook' 'list_blocklist' 'add_to_blocklist' 'update_blocklist' 'remove_from_blocklist' 'remove_blocklist_entry' 'get_credit_balance' 'list_credit_transactions' 'purchase_credits' 'get_outcomes_report' 'import_from_instantly' 'list_instantly_accounts' 'list_verification_jobs' 'create_verification_job' 'get_verification_job' 'list_verification_records' 'cancel_verification_job' 'get_verification_rates' 'list_placement_runs' 'list_placement_tests' 'create_placement_test' 'get_sender_reputation' 'list_workspaces' 'create_workspace' 'create_workspace_key' 'get_billing_profile' 'update_billing_profile' 'ping'
        case 'commands more'
            string join \n -- commands '' ''
        case 'completion install 0' 'completion uninstall 0'
            string join \n -- words '' '' 'bash' 'zsh' 'fish' 'powershell'
        case 'help more'
            string join \n -- commands '' '' 'environment' 'exit-codes' 'output' 'options' 'safety' 'sandbox' 'lead-files' 'campaign-files' 'agents'
    end
end

# What the program knows: of this kind, for the command of this path. Waits a second where the program does not answer.
# A name that begins with a tilde is left out: fish would insert it as a home folder.
function __outreach_names
    command -q outreach; or return
    set -l within env
    command -q timeout; and set within timeout 1
    # By sh: fish says aloud which signal ended a program.
    command $within sh -c 'outreach __names "$@"; :' sh $argv </dev/null 2>/dev/null | string match -v -- '~*'
end

# A word without its quotes, also where one is not closed yet. Expands nothing.
function __outreach_unquote
    for end in '' '"' "'"
        string unescape -- "$argv[1]$end" 2>/dev/null; and return
    end
    echo -- $argv[1]
end

function __outreach_complete
    set -l current (__outreach_unquote (commandline -ct))
    set -l words (commandline -opc)
    set -l path ''
    set -l profile ''
    set -l pending ''
    set -l plain ''
    set -l given
    for word in $words[2..-1]
        if test -n "$pending"
            test "$pending" = --profile; and set profile $word
            set pending ''
        else if test -n "$plain"; or not string match -q -- '-*' $word; or test "$word" = -
            set -l known (__outreach_commands "$path" | string replace -r '\t.*' '')
            if test (count $given) -eq 0; and contains -- $word $known
                set path (string trim -- "$path $word")
            else
                set -a given $word
            end
        else if test "$word" = --
            set plain 1
        else if string match -q -- '--profile=*' $word
            set profile (string replace -- --profile= '' $word)
        else if not string match -q -- '*=*' $word
            # Counted: an empty substitution is no argument at all, and `test -n` alone is true.
            set -l value (__outreach_value "$path" $word)
            test (count $value) -gt 0; and set pending $word
        end
    end

    set -l prefix ''
    set -l found
    if test -n "$pending"
        set found (__outreach_value "$path" $pending)
    else if test -z "$plain"; and string match -q -- '--*=*' $current
        set prefix (string replace -r '=.*' '=' -- $current)
        set found (__outreach_value "$path" (string replace -r '=.*' '' -- $current))
        set current (string replace -r '^[^=]*=' '' -- $current)
    else if test -z "$plain"; and string match -q -- '-*' $current
        __outreach_options "$path"
        return
    else
        set found words '' '' (__outreach_commands "$path")
        if test (count $found) -eq 3
            set found (__outreach_place "$path" (count $given))
            test (count $found) -eq 0; and set found (__outreach_place "$path" more)
        end
    end

    set -l taken
    if test -n "$found[3]"; and string match -q -- '*,*' $current
        # What is in the list already is not offered again, nor `help`, which goes alone.
        set taken (string split , -- $current)[1..-2] help
        set prefix $prefix(string replace -r '[^,]*$' '' -- $current)
        set current (string replace -r '.*,' '' -- $current)
    end
    test -n "$found[2]"; and set -a found (__outreach_names "$found[2]" "$path" "$profile" "$current")
    set -l words $found[4..-1]
    for word in $taken
        set words (string match -rv -- '^'(string escape --style=regex -- $word)'(\t|$)' $words)
    end
    switch "$found[1]"
        case words
            printf '%s\n' $prefix$words
        case commands
            test (count $given) -eq 0; and set -a found (__outreach_commands '')
            test (count $given) -gt 0; and set found commands '' '' (__outreach_commands "$given")
            printf '%s\n' $found[4..-1]
        case file
            if test -n "$prefix"
                printf '%s\n' $prefix(__fish_complete_path $current)
            else
                __fish_complete_path $current
            end
        case folder
            if test -n "$prefix"
                printf '%s\n' $prefix(__fish_complete_directories $current '')
            else
                __fish_complete_directories $current ''
            end
    end
end

# In the place of the line that loaded this.
complete -c outreach -e
complete -c outreach -f -k -a '(__outreach_complete)'
