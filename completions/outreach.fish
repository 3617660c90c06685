# fish completion for outreach. Generated from its commands; do not edit.

function __outreach_commands
    switch "$argv[1]"
        case ''
            string join \n -- 'start'\t'A guided first campaign on the sandbox, from a file to a report' 'login'\t'Try a key against the service and keep it in a profile' 'logout'\t'Forget the key of a profile on this machine' 'whoami'\t'Show which profile, address and key a command would use' 'doctor'\t'Check this machine, the configuration and the way to the service' 'profiles'\t'Named ways to your workspaces' 'leads'\t'The people you write to' 'senders'\t'The mailboxes that email goes out from' 'campaigns'\t'Who gets which emails, when and from where' 'finder'\t'The contact database: search for free, import with credits' 'replies'\t'What prospects answered' 'drafts'\t'Answers that wait to be sent' 'credits'\t'What importing people costs' 'report'\t'What came of it, against what it cost' 'sandbox'\t'The service on this machine: rehearse for weeks in seconds' 'api'\t'Call the service directly, with the same checks, consent and errors' 'commands'\t'Every command, for people and for programs' 'completion'\t'Tab completion for your shell' 'help'\t'Read about a topic or a command'
        case 'profiles'
            string join \n -- 'list'\t'List the profiles of this machine' 'use'\t'Choose the profile that commands use when none is named' 'show'\t'Show the settings of a profile, without its key' 'set'\t'Change the settings of a profile, or make one' 'remove'\t'Forget a profile and its key on this machine' 'route'\t'Show or change where the service has an operation'
        case 'leads'
            string join \n -- 'list'\t'List leads, newest first' 'get'\t'Show one lead with its custom variables' 'add'\t'Create a lead, or update the one with that address' 'import'\t'Create or update leads from a CSV file, by email address' 'export'\t'Write every lead, page by page' 'update'\t'Change the given fields of a lead' 'delete'\t'Delete leads, their unsent emails and their places in campaigns' 'categorize'\t'Put a lead into a category' 'move'\t'Move a lead to another campaign' 'conversation'\t'Show what was written to and by a lead' 'meeting'\t'Mark or clear a booked meeting'
        case 'leads meeting'
            string join \n -- 'mark'\t'Mark a meeting with a lead as booked' 'clear'\t'Clear a lead\'s booked meeting'
        case 'senders'
            string join \n -- 'list'\t'List sender mailboxes' 'get'\t'Show one mailbox with its connection history' 'connect'\t'Connect a mailbox over SMTP and IMAP' 'update'\t'Change name, signature or limits of a mailbox' 'dns'\t'Check the DNS records of a mailbox\'s domain' 'warmup'\t'Show or change how a mailbox warms up'
        case 'senders warmup'
            string join \n -- 'show'\t'Show the warm-up settings of a mailbox' 'set'\t'Change the warm-up settings of a mailbox'
        case 'campaigns'
            string join \n -- 'list'\t'List campaigns, newest first' 'get'\t'Show one campaign with its settings' 'create'\t'Create a campaign as a draft' 'update'\t'Change the given settings of a campaign' 'pause'\t'Pause a campaign: it sends nothing until it is resumed' 'resume'\t'Start or resume a campaign: it sends email' 'schedule'\t'Set or show the days and hours in which a campaign sends' 'health'\t'Show which mailboxes are held back by their health score' 'stats'\t'Show what a campaign sent and what came back' 'sequence'\t'Show or replace the emails of a campaign' 'senders'\t'The mailboxes a campaign sends from'
        case 'campaigns sequence'
            string join \n -- 'show'\t'Show the emails of a campaign' 'set'\t'Replace the emails of a campaign with those of a file'
        case 'campaigns senders'
            string join \n -- 'attach'\t'Attach mailboxes to a campaign'
        case 'finder'
            string join \n -- 'filters'\t'Show the values that filters take, the price and the limits' 'search'\t'Search the contact database: free, and the people are masked' 'import'\t'Import people as leads into a campaign: it spends credits' 'imports'\t'List imports, show one or wait for it'
        case 'finder imports'
            string join \n -- 'list'\t'List imports, newest first' 'get'\t'Show one import' 'wait'\t'Wait until an import is finished'
        case 'replies'
            string join \n -- 'list'\t'List replies of prospects, newest first' 'show'\t'Show one reply with its text'
        case 'drafts'
            string join \n -- 'list'\t'List reply drafts, newest first' 'show'\t'Show one draft with its text' 'edit'\t'Change subject or text of a draft' 'send'\t'Send a draft: a real email that cannot be recalled'
        case 'credits'
            string join \n -- 'balance'\t'Show the credit balance' 'transactions'\t'List credit transactions, newest first' 'buy'\t'Buy credits with the saved card'
        case 'report'
            string join \n -- 'outcomes'\t'Report spend against outcomes'
        case 'sandbox'
            string join \n -- 'info'\t'Show the sandbox: where it is, what time it is there, what it holds' 'serve'\t'Serve the sandbox over HTTP, to this machine only, until Ctrl-C' 'reset'\t'Remove what was rehearsed and begin with a fresh sandbox' 'clock'\t'Simulated time: weeks in seconds'
        case 'sandbox clock'
            string join \n -- 'show'\t'Show what time it is in the sandbox' 'advance'\t'Let time pass in the sandbox, and see what happens meanwhile' 'set'\t'Move the clock of the sandbox to a moment, in UTC; it only goes forward'
        case 'completion'
            string join \n -- 'bash'\t'Print the completion script for bash' 'zsh'\t'Print the completion script for zsh' 'fish'\t'Print the completion script for fish' 'powershell'\t'Print the completion script for PowerShell'
    end
end

function __outreach_options
    switch "$argv[1]"
        case ''
            string join \n -- '--version'\t'show the version'
        case 'login'
            string join \n -- '--base-url'\t'address of the service, ending in /r' '--key-stdin'\t'read the key from standard input' '--key-file'\t'read the key from a file' '--workspace'\t'what you call the workspace; shown before anything that spends or sends'
        case 'profiles set'
            string join \n -- '--base-url'\t'address of the service, ending in /r' '--mcp-url'\t'address of the agent-protocol server' '--site-url'\t'address of the public site with the free tools' '--workspace'\t'what you call the workspace' '--max-credits-per-day'\t'refuse to spend more credits in a day' '--max-usd-per-day'\t'refuse to spend more dollars in a day' '--unset'\t'settings to take away'
        case 'profiles remove'
            string join \n -- '--yes'\t'agree without being asked' '-y'\t'agree without being asked'
        case 'profiles route'
            string join \n -- '--clear'\t'go back to the path that was built in'
        case 'leads list'
            string join \n -- '--email'\t'only the lead with this address' '--campaign'\t'only leads of this campaign' '--page'\t'which page, from 1' '--limit'\t'how many at most, crossing pages' '--all'\t'every page'
        case 'leads add'
            string join \n -- '--middle-name'\t'middle name; stored only when the lead is new' '--campaign'\t'also put the lead into this campaign' '--first-name'\t'first name' '--last-name'\t'last name' '--company'\t'company' '--title'\t'job title' '--phone'\t'phone number' '--website'\t'website' '--linkedin'\t'LinkedIn address' '--var'\t'a custom variable, usable as merge tag {key}' '--dry-run'\t'print the request and send nothing' '--yes'\t'agree without being asked' '-y'\t'agree without being asked'
        case 'leads import'
            string join \n -- '--campaign'\t'also put the leads into this campaign' '--map'\t'what a column becomes: a field, var:<key>, or - to leave it out' '--delimiter'\t'what separates the columns; found out unless given' '--rejects'\t'where rejected rows go; <file>.rejects.csv unless given' '--strict'\t'send nothing if any row is rejected' '--dry-run'\t'print the request and send nothing' '--yes'\t'agree without being asked' '-y'\t'agree without being asked'
        case 'leads export'
            string join \n -- '--campaign'\t'only leads of this campaign' '--page'\t'which page, from 1' '--limit'\t'how many at most, crossing pages' '--all'\t'every page'
        case 'leads update'
            string join \n -- '--email'\t'new email address' '--first-name'\t'first name' '--last-name'\t'last name' '--company'\t'company' '--title'\t'job title' '--phone'\t'phone number' '--website'\t'website' '--linkedin'\t'LinkedIn address' '--var'\t'a custom variable, usable as merge tag {key}' '--dry-run'\t'print the request and send nothing' '--yes'\t'agree without being asked' '-y'\t'agree without being asked'
        case 'leads delete' 'leads categorize' 'leads move' 'leads meeting mark' 'leads meeting clear' 'campaigns pause' 'campaigns sequence set' 'campaigns senders attach'
            string join \n -- '--dry-run'\t'print the request and send nothing' '--yes'\t'agree without being asked' '-y'\t'agree without being asked'
        case 'senders list'
            string join \n -- '--campaign'\t'only mailboxes of this campaign' '--space'\t'only mailboxes of the space with this id' '--connected'\t'only those that are connected, or are not' '--no-connected'\t'only those that are connected, or are not' '--page'\t'which page, from 1' '--limit'\t'how many at most, crossing pages' '--all'\t'every page'
        case 'senders connect'
            string join \n -- '--imap'\t'IMAP server, with a port where needed' '--smtp'\t'SMTP server, with a port where needed' '--login'\t'login name, where it is not the address' '--password-file'\t'read the password from this file, - for standard input' '--first-name'\t'first name of the sender' '--last-name'\t'last name of the sender' '--dry-run'\t'print the request and send nothing' '--yes'\t'agree without being asked' '-y'\t'agree without being asked'
        case 'senders update'
            string join \n -- '--given-name'\t'given name' '--family-name'\t'family name; empty clears it' '--signature'\t'signature below every email' '--signature-file'\t'take the signature from this file' '--daily-limit'\t'emails a day now, 0 to 1,000' '--max-limit'\t'emails a day at most, 1 to 1,000' '--min-limit'\t'emails a day at least, 1 to 1,000' '--build-up'\t'grow the daily limit week by week, or do not' '--no-build-up'\t'grow the daily limit week by week, or do not' '--dry-run'\t'print the request and send nothing' '--yes'\t'agree without being asked' '-y'\t'agree without being asked'
        case 'senders warmup set'
            string join \n -- '--enabled'\t'switch warm-up on or off' '--no-enabled'\t'switch warm-up on or off' '--start-limit'\t'emails on day one' '--increase-by'\t'emails more each day' '--cap-limit'\t'emails a day at most' '--replies'\t'answer warm-up emails, or do not' '--no-replies'\t'answer warm-up emails, or do not' '--weekdays-only'\t'pause on weekends, or do not' '--no-weekdays-only'\t'pause on weekends, or do not' '--timezone'\t'IANA name, for example Europe/Lisbon' '--dry-run'\t'print the request and send nothing' '--yes'\t'agree without being asked' '-y'\t'agree without being asked'
        case 'campaigns list' 'finder imports list' 'replies list' 'drafts list' 'credits transactions'
            string join \n -- '--page'\t'which page, from 1' '--limit'\t'how many at most, crossing pages' '--all'\t'every page'
        case 'campaigns create'
            string join \n -- '--emoji'\t'an emoji before the name' '--flow'\t'api skips the validation of leads at launch' '--daily-limit'\t'emails a day at most' '--sender-limit'\t'emails a day of one mailbox at most' '--sender-variation'\t'percent by which that may vary' '--min-gap'\t'minutes between two emails at least' '--max-gap'\t'minutes between two emails at most' '--min-health'\t'health score that a mailbox needs, 0 for none' '--non-business'\t'write to personal mailboxes, too' '--no-non-business'\t'write to personal mailboxes, too' '--ignore-out-of-office'\t'take no out-of-office answer for a reply' '--no-ignore-out-of-office'\t'take no out-of-office answer for a reply' '--catch-all-validated'\t'write to validated catch-all addresses' '--no-catch-all-validated'\t'write to validated catch-all addresses' '--email-verifier'\t'verify addresses before sending' '--no-email-verifier'\t'verify addresses before sending' '--ignore-hard-bounced'\t'leave out leads that bounced' '--no-ignore-hard-bounced'\t'leave out leads that bounced' '--ignore-responded'\t'leave out leads that answered already' '--no-ignore-responded'\t'leave out leads that answered already' '--llm'\t'let the service write with a language model' '--no-llm'\t'let the service write with a language model' '--skip-existing'\t'leave out leads that exist already' '--no-skip-existing'\t'leave out leads that exist already' '--stop-for-company'\t'stop follow-ups when somebody of the company answers' '--no-stop-for-company'\t'stop follow-ups when somebody of the company answers' '--stop-on-reply'\t'stop follow-ups when the lead answers' '--no-stop-on-reply'\t'stop follow-ups when the lead answers' '--dry-run'\t'print the request and send nothing' '--yes'\t'agree without being asked' '-y'\t'agree without being asked'
        case 'campaigns update'
            string join \n -- '--name'\t'new name' '--stop-across-campaigns'\t'stop follow-ups in other campaigns, too' '--no-stop-across-campaigns'\t'stop follow-ups in other campaigns, too' '--emoji'\t'an emoji before the name' '--flow'\t'api skips the validation of leads at launch' '--daily-limit'\t'emails a day at most' '--sender-limit'\t'emails a day of one mailbox at most' '--sender-variation'\t'percent by which that may vary' '--min-gap'\t'minutes between two emails at least' '--max-gap'\t'minutes between two emails at most' '--min-health'\t'health score that a mailbox needs, 0 for none' '--non-business'\t'write to personal mailboxes, too' '--no-non-business'\t'write to personal mailboxes, too' '--ignore-out-of-office'\t'take no out-of-office answer for a reply' '--no-ignore-out-of-office'\t'take no out-of-office answer for a reply' '--catch-all-validated'\t'write to validated catch-all addresses' '--no-catch-all-validated'\t'write to validated catch-all addresses' '--email-verifier'\t'verify addresses before sending' '--no-email-verifier'\t'verify addresses before sending' '--ignore-hard-bounced'\t'leave out leads that bounced' '--no-ignore-hard-bounced'\t'leave out leads that bounced' '--ignore-responded'\t'leave out leads that answered already' '--no-ignore-responded'\t'leave out leads that answered already' '--llm'\t'let the service write with a language model' '--no-llm'\t'let the service write with a language model' '--skip-existing'\t'leave out leads that exist already' '--no-skip-existing'\t'leave out leads that exist already' '--stop-for-company'\t'stop follow-ups when somebody of the company answers' '--no-stop-for-company'\t'stop follow-ups when somebody of the company answers' '--stop-on-reply'\t'stop follow-ups when the lead answers' '--no-stop-on-reply'\t'stop follow-ups when the lead answers' '--dry-run'\t'print the request and send nothing' '--yes'\t'agree without being asked' '-y'\t'agree without being asked'
        case 'campaigns resume' 'drafts send' 'credits buy'
            string join \n -- '--dry-run'\t'print the request and send nothing' '--yes'\t'agree without being asked' '-y'\t'agree without being asked' '--max-credits'\t'refuse to spend more credits' '--max-usd'\t'refuse to spend more dollars'
        case 'campaigns schedule'
            string join \n -- '--days'\t'weekdays, for example mon-fri' '--from'\t'first time of day, for example 09:00' '--to'\t'last time of day, for example 17:00' '--min-gap'\t'minutes between two emails at least' '--max-gap'\t'minutes between two emails at most' '--dry-run'\t'print the request and send nothing' '--yes'\t'agree without being asked' '-y'\t'agree without being asked'
        case 'campaigns sequence show'
            string join \n -- '--out'\t'also write it to this file, for sequence set'
        case 'finder search'
            string join \n -- '--job-title'\t'words of the job title' '--exclude-job-title'\t'not with these words in the job title' '--seniority'\t'seniority' '--job-function'\t'job function' '--industry'\t'industry' '--exclude-industry'\t'not in this industry' '--size'\t'company size, for example 11-50' '--revenue'\t'company revenue' '--country'\t'country of the person' '--exclude-country'\t'not in this country' '--region'\t'region, instead of countries' '--continent'\t'continent, instead of countries' '--state'\t'words of the state' '--city'\t'words of the city' '--headquarters'\t'country of the employer' '--exclude-headquarters'\t'not employed from this country' '--domain'\t'domain of the company' '--exclude-domain'\t'not at this domain' '--company-name'\t'name of the company' '--keywords'\t'a phrase about the company' '--technology'\t'technology the company uses' '--filters-file'\t'read the filters from this JSON file; options are added to it' '--page'\t'which page, from 1' '--limit'\t'how many at most, crossing pages' '--all'\t'every page'
        case 'finder import'
            string join \n -- '--campaign'\t'the campaign they join, by id or exact name' '--count'\t'how many people, with filters' '--ref'\t'a person that a search showed' '--from-start'\t'start from the top instead of where the last import ended' '--verify'\t'verify addresses (the default), or do not' '--no-verify'\t'verify addresses (the default), or do not' '--job-title'\t'words of the job title' '--exclude-job-title'\t'not with these words in the job title' '--seniority'\t'seniority' '--job-function'\t'job function' '--industry'\t'industry' '--exclude-industry'\t'not in this industry' '--size'\t'company size, for example 11-50' '--revenue'\t'company revenue' '--country'\t'country of the person' '--exclude-country'\t'not in this country' '--region'\t'region, instead of countries' '--continent'\t'continent, instead of countries' '--state'\t'words of the state' '--city'\t'words of the city' '--headquarters'\t'country of the employer' '--exclude-headquarters'\t'not employed from this country' '--domain'\t'domain of the company' '--exclude-domain'\t'not at this domain' '--company-name'\t'name of the company' '--keywords'\t'a phrase about the company' '--technology'\t'technology the company uses' '--filters-file'\t'read the filters from this JSON file; options are added to it' '--dry-run'\t'print the request and send nothing' '--yes'\t'agree without being asked' '-y'\t'agree without being asked' '--max-credits'\t'refuse to spend more credits' '--max-usd'\t'refuse to spend more dollars' '--wait'\t'wait until it is over, or do not' '--no-wait'\t'wait until it is over, or do not' '--wait-timeout'\t'give up waiting after this long' '--interval'\t'first pause between two looks'
        case 'finder imports wait'
            string join \n -- '--wait'\t'wait until it is over, or do not' '--no-wait'\t'wait until it is over, or do not' '--wait-timeout'\t'give up waiting after this long' '--interval'\t'first pause between two looks'
        case 'drafts edit'
            string join \n -- '--subject'\t'new subject' '--body'\t'new text' '--file'\t'take the text from this file, - for standard input' '--dry-run'\t'print the request and send nothing' '--yes'\t'agree without being asked' '-y'\t'agree without being asked'
        case 'report outcomes'
            string join \n -- '--since'\t'from this day or time on' '--until'\t'up to this day or time' '--campaign'\t'outcomes of this campaign alone'
        case 'sandbox serve'
            string join \n -- '--port'\t'the port; 0 takes a free one'
        case 'sandbox reset'
            string join \n -- '--yes'\t'agree without being asked' '-y'\t'agree without being asked' '--keep'\t'keep the old one in a file beside it' '--seed'\t'the seed of the new one: the same seed gives the same world'
        case 'api'
            string join \n -- '--list'\t'list every operation instead' '--param'\t'an id in the path of an operation' '--query'\t'a query parameter' '--field'\t'a field of the body, typed' '--raw-field'\t'a field of the body, as text' '--input'\t'the whole body as JSON, - for stdin' '--include'\t'print status and headers, too' '--dry-run'\t'print the request and send nothing' '--yes'\t'agree without being asked' '-y'\t'agree without being asked' '--max-credits'\t'refuse to spend more credits' '--max-usd'\t'refuse to spend more dollars'
        case 'commands'
            string join \n -- '--schemas'\t'add JSON Schemas of queries and bodies (with --json)'
    end
    string join \n -- '--profile'\t'the profile to use' '--json'\t'one JSON document' '--ndjson'\t'one JSON record per line' '--csv'\t'CSV with a header' '--fields'\t'only these fields: a,b.c' '--no-color'\t'no colour' '--quiet'\t'data only' '-q'\t'data only' '--no-input'\t'never ask' '--debug'\t'show every exchange on stderr, without secrets' '--timeout'\t'longest time for the whole command' '--help'\t'show help' '-h'\t'show help'
end

# What the value of option $argv[2] of command $argv[1] is; nothing for a flag.
function __outreach_value
    switch "$argv[1] $argv[2]"
        case 'login --base-url' 'login --workspace' 'profiles set --base-url' 'profiles set --mcp-url' 'profiles set --site-url' 'profiles set --workspace' 'profiles set --max-credits-per-day' 'profiles set --max-usd-per-day' 'leads list --email' 'leads list --campaign' 'leads list --page' 'leads list --limit' 'leads add --middle-name' 'leads add --campaign' 'leads add --first-name' 'leads add --last-name' 'leads add --company' 'leads add --title' 'leads add --phone' 'leads add --website' 'leads add --linkedin' 'leads add --var' 'leads import --campaign' 'leads import --map' 'leads import --delimiter' 'leads export --campaign' 'leads export --page' 'leads export --limit' 'leads update --email' 'leads update --first-name' 'leads update --last-name' 'leads update --company' 'leads update --title' 'leads update --phone' 'leads update --website' 'leads update --linkedin' 'leads update --var' 'senders list --campaign' 'senders list --space' 'senders list --page' 'senders list --limit' 'senders connect --imap' 'senders connect --smtp' 'senders connect --login' 'senders connect --first-name' 'senders connect --last-name' 'senders update --given-name' 'senders update --family-name' 'senders update --signature' 'senders update --daily-limit' 'senders update --max-limit' 'senders update --min-limit' 'senders warmup set --start-limit' 'senders warmup set --increase-by' 'senders warmup set --cap-limit' 'senders warmup set --timezone' 'campaigns list --page' 'campaigns list --limit' 'campaigns create --emoji' 'campaigns create --daily-limit' 'campaigns create --sender-limit' 'campaigns create --sender-variation' 'campaigns create --min-gap' 'campaigns create --max-gap' 'campaigns create --min-health' 'campaigns update --name' 'campaigns update --emoji' 'campaigns update --daily-limit' 'campaigns update --sender-limit' 'campaigns update --sender-variation' 'campaigns update --min-gap' 'campaigns update --max-gap' 'campaigns update --min-health' 'campaigns resume --max-credits' 'campaigns resume --max-usd' 'campaigns schedule --days' 'campaigns schedule --from' 'campaigns schedule --to' 'campaigns schedule --min-gap' 'campaigns schedule --max-gap' 'finder search --job-title' 'finder search --exclude-job-title' 'finder search --seniority' 'finder search --job-function' 'finder search --industry' 'finder search --exclude-industry' 'finder search --size' 'finder search --revenue' 'finder search --country' 'finder search --exclude-country' 'finder search --region' 'finder search --continent' 'finder search --state' 'finder search --city' 'finder search --headquarters' 'finder search --exclude-headquarters' 'finder search --domain' 'finder search --exclude-domain' 'finder search --company-name' 'finder search --keywords' 'finder search --technology' 'finder search --page' 'finder search --limit' 'finder import --campaign' 'finder import --count' 'finder import --ref' 'finder import --job-title' 'finder import --exclude-job-title' 'finder import --seniority' 'finder import --job-function' 'finder import --industry' 'finder import --exclude-industry' 'finder import --size' 'finder import --revenue' 'finder import --country' 'finder import --exclude-country' 'finder import --region' 'finder import --continent' 'finder import --state' 'finder import --city' 'finder import --headquarters' 'finder import --exclude-headquarters' 'finder import --domain' 'finder import --exclude-domain' 'finder import --company-name' 'finder import --keywords' 'finder import --technology' 'finder import --max-credits' 'finder import --max-usd' 'finder import --wait-timeout' 'finder import --interval' 'finder imports list --page' 'finder imports list --limit' 'finder imports wait --wait-timeout' 'finder imports wait --interval' 'replies list --page' 'replies list --limit' 'drafts list --page' 'drafts list --limit' 'drafts edit --subject' 'drafts edit --body' 'drafts send --max-credits' 'drafts send --max-usd' 'credits transactions --page' 'credits transactions --limit' 'credits buy --max-credits' 'credits buy --max-usd' 'report outcomes --since' 'report outcomes --until' 'report outcomes --campaign' 'sandbox serve --port' 'sandbox reset --seed' 'api --param' 'api --query' 'api --field' 'api --raw-field' 'api --max-credits' 'api --max-usd'
            string join \n -- text
        case 'login --key-file' 'leads import --rejects' 'senders connect --password-file' 'senders update --signature-file' 'campaigns sequence show --out' 'finder search --filters-file' 'finder import --filters-file' 'drafts edit --file' 'api --input'
            string join \n -- file
        case 'profiles set --unset'
            string join \n -- list 'base-url' 'mcp-url' 'site-url' 'workspace' 'max-credits-per-day' 'max-usd-per-day'
        case 'campaigns create --flow' 'campaigns update --flow'
            string join \n -- words 'multiple_leads_scheduled' 'api'
        case '*'
            switch "$argv[2]"
                case '--profile' '--fields' '--timeout'
                    string join \n -- text
            end
    end
end

# What the argument number $argv[2] of command $argv[1] is.
function __outreach_place
    switch "$argv[1] $argv[2]"
        case 'leads import 0' 'campaigns sequence set 1'
            string join \n -- file
        case 'leads categorize 1'
            string join \n -- words 'interested' 'not_interested' 'bounced' 'out_of_office' 'delivery_incomplete' 'meeting_booked'
        case 'finder filters 0'
            string join \n -- words 'seniorities' 'jobFunctions' 'companySizes' 'revenue' 'industries' 'countries' 'headquartersCountries' 'regions' 'continents'
        case 'api 0'
            string join \n -- words 'GET' 'POST' 'PUT' 'DELETE' 'leads.list' 'leads.upsert' 'leads.get' 'leads.update' 'leads.delete' 'leads.setCategory' 'leads.markMeeting' 'leads.clearMeeting' 'leads.move' 'leads.conversation' 'senders.list' 'senders.connect' 'senders.get' 'senders.update' 'senders.dns' 'senders.warmup' 'senders.setWarmup' 'campaigns.list' 'campaigns.create' 'campaigns.get' 'campaigns.update' 'campaigns.resume' 'campaigns.pause' 'campaigns.schedule' 'campaigns.getSchedule' 'campaigns.sequence' 'campaigns.replaceSequence' 'campaigns.attachSenders' 'campaigns.health' 'campaigns.stats' 'finder.filters' 'finder.search' 'finder.imports' 'finder.startImport' 'finder.import' 'replies.list' 'drafts.list' 'drafts.update' 'drafts.send' 'credits.balance' 'credits.transactions' 'credits.purchase' 'report.outcomes'
        case 'commands *'
            string join \n -- commands
        case 'help *'
            string join \n -- commands 'environment' 'exit-codes' 'output' 'safety' 'sandbox' 'lead-files'
    end
end

function __outreach_complete
    set -l current (commandline -ct)
    set -l words (commandline -opc)
    set -l path ''
    set -l pending ''
    set -l plain ''
    set -l given
    for word in $words[2..-1]
        if test -n "$pending"
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
        else if not string match -q -- '*=*' $word
            test -n (__outreach_value "$path" $word | string collect); and set pending $word
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
        set found words (__outreach_commands "$path")
        if test (count $found) -eq 1
            set found (__outreach_place "$path" (count $given))
            test (count $found) -eq 0; and set found (__outreach_place "$path" '*')
        end
    end

    switch "$found[1]"
        case list
            if string match -q -- '*,*' $current
                set prefix $prefix(string replace -r '[^,]*$' '' -- $current)
            end
            printf '%s\n' $prefix$found[2..-1]
        case words
            printf '%s\n' $prefix$found[2..-1]
        case commands
            test (count $given) -eq 0; and set -a found (__outreach_commands '')
            test (count $given) -gt 0; and set found commands (__outreach_commands "$given")
            printf '%s\n' $found[2..-1]
        case file
            if test -n "$prefix"
                printf '%s\n' $prefix(__fish_complete_path $current)
            else
                __fish_complete_path $current
            end
    end
end

complete -c outreach -f -a '(__outreach_complete)'
