# PowerShell completion for outreach. Generated from its commands; do not edit.

Register-ArgumentCompleter -Native -CommandName outreach -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commands = @{
        '' = @('start	A guided first campaign on the sandbox, from a file to a report', 'login	Try a key against the service and keep it in a profile', 'logout	Forget the key of a profile on this machine', 'whoami	Show which profile, address and key a command would use', 'doctor	Check this machine, the configuration and the way to the service', 'profiles	Named ways to your workspaces', 'leads	The people you write to', 'senders	The mailboxes that email goes out from', 'campaigns	Who gets which emails, when and from where', 'finder	The contact database: search for free, import with credits', 'replies	What prospects answered', 'drafts	Answers that wait to be sent', 'credits	What importing people costs', 'report	What came of it, against what it cost', 'sandbox	The service on this machine: rehearse for weeks in seconds', 'api	Call the service directly, with the same checks, consent and errors', 'commands	Every command, for people and for programs', 'completion	Tab completion for your shell', 'help	Read about a topic or a command')
        'profiles' = @('list	List the profiles of this machine', 'use	Choose the profile that commands use when none is named', 'show	Show the settings of a profile, without its key', 'set	Change the settings of a profile, or make one', 'remove	Forget a profile and its key on this machine', 'route	Show or change where the service has an operation')
        'leads' = @('list	List leads, newest first', 'get	Show one lead with its custom variables', 'add	Create a lead, or update the one with that address', 'import	Create or update leads from a CSV file, by email address', 'export	Write every lead, page by page', 'update	Change the given fields of a lead', 'delete	Delete leads, their unsent emails and their places in campaigns', 'categorize	Put a lead into a category', 'move	Move a lead to another campaign', 'conversation	Show what was written to and by a lead', 'meeting	Mark or clear a booked meeting')
        'leads meeting' = @('mark	Mark a meeting with a lead as booked', 'clear	Clear a lead''s booked meeting')
        'senders' = @('list	List sender mailboxes', 'get	Show one mailbox with its connection history', 'connect	Connect a mailbox over SMTP and IMAP', 'update	Change name, signature or limits of a mailbox', 'dns	Check the DNS records of a mailbox''s domain', 'warmup	Show or change how a mailbox warms up')
        'senders warmup' = @('show	Show the warm-up settings of a mailbox', 'set	Change the warm-up settings of a mailbox')
        'campaigns' = @('list	List campaigns, newest first', 'get	Show one campaign with its settings', 'create	Create a campaign as a draft', 'update	Change the given settings of a campaign', 'pause	Pause a campaign: it sends nothing until it is resumed', 'resume	Start or resume a campaign: it sends email', 'schedule	Set or show the days and hours in which a campaign sends', 'health	Show which mailboxes are held back by their health score', 'stats	Show what a campaign sent and what came back', 'sequence	Show or replace the emails of a campaign', 'senders	The mailboxes a campaign sends from')
        'campaigns sequence' = @('show	Show the emails of a campaign', 'set	Replace the emails of a campaign with those of a file')
        'campaigns senders' = @('attach	Attach mailboxes to a campaign')
        'finder' = @('filters	Show the values that filters take, the price and the limits', 'search	Search the contact database: free, and the people are masked', 'import	Import people as leads into a campaign: it spends credits', 'imports	List imports, show one or wait for it')
        'finder imports' = @('list	List imports, newest first', 'get	Show one import', 'wait	Wait until an import is finished')
        'replies' = @('list	List replies of prospects, newest first', 'show	Show one reply with its text')
        'drafts' = @('list	List reply drafts, newest first', 'show	Show one draft with its text', 'edit	Change subject or text of a draft', 'send	Send a draft: a real email that cannot be recalled')
        'credits' = @('balance	Show the credit balance', 'transactions	List credit transactions, newest first', 'buy	Buy credits with the saved card')
        'report' = @('outcomes	Report spend against outcomes')
        'sandbox' = @('info	Show the sandbox: where it is, what time it is there, what it holds', 'serve	Serve the sandbox over HTTP, to this machine only, until Ctrl-C', 'reset	Remove what was rehearsed and begin with a fresh sandbox', 'clock	Simulated time: weeks in seconds')
        'sandbox clock' = @('show	Show what time it is in the sandbox', 'advance	Let time pass in the sandbox, and see what happens meanwhile', 'set	Move the clock of the sandbox to a moment, in UTC; it only goes forward')
        'completion' = @('bash	Print the completion script for bash', 'zsh	Print the completion script for zsh', 'fish	Print the completion script for fish', 'powershell	Print the completion script for PowerShell')
    }

    $options = @{
        '' = @('--version	show the version')
        'login' = @('--base-url	address of the service, ending in /r', '--key-stdin	read the key from standard input', '--key-file	read the key from a file', '--workspace	what you call the workspace; shown before anything that spends or sends')
        'profiles set' = @('--base-url	address of the service, ending in /r', '--mcp-url	address of the agent-protocol server', '--site-url	address of the public site with the free tools', '--workspace	what you call the workspace', '--max-credits-per-day	refuse to spend more credits in a day', '--max-usd-per-day	refuse to spend more dollars in a day', '--unset	settings to take away')
        'profiles remove' = @('--yes	agree without being asked', '-y	agree without being asked')
        'profiles route' = @('--clear	go back to the path that was built in')
        'leads list' = @('--email	only the lead with this address', '--campaign	only leads of this campaign', '--page	which page, from 1', '--limit	how many at most, crossing pages', '--all	every page')
        'leads add' = @('--middle-name	middle name; stored only when the lead is new', '--campaign	also put the lead into this campaign', '--first-name	first name', '--last-name	last name', '--company	company', '--title	job title', '--phone	phone number', '--website	website', '--linkedin	LinkedIn address', '--var	a custom variable, usable as merge tag {key}', '--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked')
        'leads import' = @('--campaign	also put the leads into this campaign', '--map	what a column becomes: a field, var:<key>, or - to leave it out', '--delimiter	what separates the columns; found out unless given', '--rejects	where rejected rows go; <file>.rejects.csv unless given', '--strict	send nothing if any row is rejected', '--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked')
        'leads export' = @('--campaign	only leads of this campaign', '--page	which page, from 1', '--limit	how many at most, crossing pages', '--all	every page')
        'leads update' = @('--email	new email address', '--first-name	first name', '--last-name	last name', '--company	company', '--title	job title', '--phone	phone number', '--website	website', '--linkedin	LinkedIn address', '--var	a custom variable, usable as merge tag {key}', '--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked')
        'leads delete' = @('--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked')
        'leads categorize' = @('--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked')
        'leads move' = @('--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked')
        'leads meeting mark' = @('--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked')
        'leads meeting clear' = @('--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked')
        'campaigns pause' = @('--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked')
        'campaigns sequence set' = @('--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked')
        'campaigns senders attach' = @('--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked')
        'senders list' = @('--campaign	only mailboxes of this campaign', '--space	only mailboxes of the space with this id', '--connected	only those that are connected, or are not', '--no-connected	only those that are connected, or are not', '--page	which page, from 1', '--limit	how many at most, crossing pages', '--all	every page')
        'senders connect' = @('--imap	IMAP server, with a port where needed', '--smtp	SMTP server, with a port where needed', '--login	login name, where it is not the address', '--password-file	read the password from this file, - for standard input', '--first-name	first name of the sender', '--last-name	last name of the sender', '--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked')
        'senders update' = @('--given-name	given name', '--family-name	family name; empty clears it', '--signature	signature below every email', '--signature-file	take the signature from this file', '--daily-limit	emails a day now, 0 to 1,000', '--max-limit	emails a day at most, 1 to 1,000', '--min-limit	emails a day at least, 1 to 1,000', '--build-up	grow the daily limit week by week, or do not', '--no-build-up	grow the daily limit week by week, or do not', '--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked')
        'senders warmup set' = @('--enabled	switch warm-up on or off', '--no-enabled	switch warm-up on or off', '--start-limit	emails on day one', '--increase-by	emails more each day', '--cap-limit	emails a day at most', '--replies	answer warm-up emails, or do not', '--no-replies	answer warm-up emails, or do not', '--weekdays-only	pause on weekends, or do not', '--no-weekdays-only	pause on weekends, or do not', '--timezone	IANA name, for example Europe/Lisbon', '--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked')
        'campaigns list' = @('--page	which page, from 1', '--limit	how many at most, crossing pages', '--all	every page')
        'finder imports list' = @('--page	which page, from 1', '--limit	how many at most, crossing pages', '--all	every page')
        'replies list' = @('--page	which page, from 1', '--limit	how many at most, crossing pages', '--all	every page')
        'drafts list' = @('--page	which page, from 1', '--limit	how many at most, crossing pages', '--all	every page')
        'credits transactions' = @('--page	which page, from 1', '--limit	how many at most, crossing pages', '--all	every page')
        'campaigns create' = @('--emoji	an emoji before the name', '--flow	api skips the validation of leads at launch', '--daily-limit	emails a day at most', '--sender-limit	emails a day of one mailbox at most', '--sender-variation	percent by which that may vary', '--min-gap	minutes between two emails at least', '--max-gap	minutes between two emails at most', '--min-health	health score that a mailbox needs, 0 for none', '--non-business	write to personal mailboxes, too', '--no-non-business	write to personal mailboxes, too', '--ignore-out-of-office	take no out-of-office answer for a reply', '--no-ignore-out-of-office	take no out-of-office answer for a reply', '--catch-all-validated	write to validated catch-all addresses', '--no-catch-all-validated	write to validated catch-all addresses', '--email-verifier	verify addresses before sending', '--no-email-verifier	verify addresses before sending', '--ignore-hard-bounced	leave out leads that bounced', '--no-ignore-hard-bounced	leave out leads that bounced', '--ignore-responded	leave out leads that answered already', '--no-ignore-responded	leave out leads that answered already', '--llm	let the service write with a language model', '--no-llm	let the service write with a language model', '--skip-existing	leave out leads that exist already', '--no-skip-existing	leave out leads that exist already', '--stop-for-company	stop follow-ups when somebody of the company answers', '--no-stop-for-company	stop follow-ups when somebody of the company answers', '--stop-on-reply	stop follow-ups when the lead answers', '--no-stop-on-reply	stop follow-ups when the lead answers', '--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked')
        'campaigns update' = @('--name	new name', '--stop-across-campaigns	stop follow-ups in other campaigns, too', '--no-stop-across-campaigns	stop follow-ups in other campaigns, too', '--emoji	an emoji before the name', '--flow	api skips the validation of leads at launch', '--daily-limit	emails a day at most', '--sender-limit	emails a day of one mailbox at most', '--sender-variation	percent by which that may vary', '--min-gap	minutes between two emails at least', '--max-gap	minutes between two emails at most', '--min-health	health score that a mailbox needs, 0 for none', '--non-business	write to personal mailboxes, too', '--no-non-business	write to personal mailboxes, too', '--ignore-out-of-office	take no out-of-office answer for a reply', '--no-ignore-out-of-office	take no out-of-office answer for a reply', '--catch-all-validated	write to validated catch-all addresses', '--no-catch-all-validated	write to validated catch-all addresses', '--email-verifier	verify addresses before sending', '--no-email-verifier	verify addresses before sending', '--ignore-hard-bounced	leave out leads that bounced', '--no-ignore-hard-bounced	leave out leads that bounced', '--ignore-responded	leave out leads that answered already', '--no-ignore-responded	leave out leads that answered already', '--llm	let the service write with a language model', '--no-llm	let the service write with a language model', '--skip-existing	leave out leads that exist already', '--no-skip-existing	leave out leads that exist already', '--stop-for-company	stop follow-ups when somebody of the company answers', '--no-stop-for-company	stop follow-ups when somebody of the company answers', '--stop-on-reply	stop follow-ups when the lead answers', '--no-stop-on-reply	stop follow-ups when the lead answers', '--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked')
        'campaigns resume' = @('--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked', '--max-credits	refuse to spend more credits', '--max-usd	refuse to spend more dollars')
        'drafts send' = @('--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked', '--max-credits	refuse to spend more credits', '--max-usd	refuse to spend more dollars')
        'credits buy' = @('--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked', '--max-credits	refuse to spend more credits', '--max-usd	refuse to spend more dollars')
        'campaigns schedule' = @('--days	weekdays, for example mon-fri', '--from	first time of day, for example 09:00', '--to	last time of day, for example 17:00', '--min-gap	minutes between two emails at least', '--max-gap	minutes between two emails at most', '--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked')
        'campaigns sequence show' = @('--out	also write it to this file, for sequence set')
        'finder search' = @('--job-title	words of the job title', '--exclude-job-title	not with these words in the job title', '--seniority	seniority', '--job-function	job function', '--industry	industry', '--exclude-industry	not in this industry', '--size	company size, for example 11-50', '--revenue	company revenue', '--country	country of the person', '--exclude-country	not in this country', '--region	region, instead of countries', '--continent	continent, instead of countries', '--state	words of the state', '--city	words of the city', '--headquarters	country of the employer', '--exclude-headquarters	not employed from this country', '--domain	domain of the company', '--exclude-domain	not at this domain', '--company-name	name of the company', '--keywords	a phrase about the company', '--technology	technology the company uses', '--filters-file	read the filters from this JSON file; options are added to it', '--page	which page, from 1', '--limit	how many at most, crossing pages', '--all	every page')
        'finder import' = @('--campaign	the campaign they join, by id or exact name', '--count	how many people, with filters', '--ref	a person that a search showed', '--from-start	start from the top instead of where the last import ended', '--verify	verify addresses (the default), or do not', '--no-verify	verify addresses (the default), or do not', '--job-title	words of the job title', '--exclude-job-title	not with these words in the job title', '--seniority	seniority', '--job-function	job function', '--industry	industry', '--exclude-industry	not in this industry', '--size	company size, for example 11-50', '--revenue	company revenue', '--country	country of the person', '--exclude-country	not in this country', '--region	region, instead of countries', '--continent	continent, instead of countries', '--state	words of the state', '--city	words of the city', '--headquarters	country of the employer', '--exclude-headquarters	not employed from this country', '--domain	domain of the company', '--exclude-domain	not at this domain', '--company-name	name of the company', '--keywords	a phrase about the company', '--technology	technology the company uses', '--filters-file	read the filters from this JSON file; options are added to it', '--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked', '--max-credits	refuse to spend more credits', '--max-usd	refuse to spend more dollars', '--wait	wait until it is over, or do not', '--no-wait	wait until it is over, or do not', '--wait-timeout	give up waiting after this long', '--interval	first pause between two looks')
        'finder imports wait' = @('--wait	wait until it is over, or do not', '--no-wait	wait until it is over, or do not', '--wait-timeout	give up waiting after this long', '--interval	first pause between two looks')
        'drafts edit' = @('--subject	new subject', '--body	new text', '--file	take the text from this file, - for standard input', '--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked')
        'report outcomes' = @('--since	from this day or time on', '--until	up to this day or time', '--campaign	outcomes of this campaign alone')
        'sandbox serve' = @('--port	the port; 0 takes a free one')
        'sandbox reset' = @('--yes	agree without being asked', '-y	agree without being asked', '--keep	keep the old one in a file beside it', '--seed	the seed of the new one: the same seed gives the same world')
        'api' = @('--list	list every operation instead', '--param	an id in the path of an operation', '--query	a query parameter', '--field	a field of the body, typed', '--raw-field	a field of the body, as text', '--input	the whole body as JSON, - for stdin', '--include	print status and headers, too', '--dry-run	print the request and send nothing', '--yes	agree without being asked', '-y	agree without being asked', '--max-credits	refuse to spend more credits', '--max-usd	refuse to spend more dollars')
        'commands' = @('--schemas	add JSON Schemas of queries and bodies (with --json)')
    }

    $everywhere = @('--profile	the profile to use', '--json	one JSON document', '--ndjson	one JSON record per line', '--csv	CSV with a header', '--fields	only these fields: a,b.c', '--no-color	no colour', '--quiet	data only', '-q	data only', '--no-input	never ask', '--debug	show every exchange on stderr, without secrets', '--timeout	longest time for the whole command', '--help	show help', '-h	show help')

    $values = @{
        'login --base-url' = @('text')
        'login --workspace' = @('text')
        'profiles set --base-url' = @('text')
        'profiles set --mcp-url' = @('text')
        'profiles set --site-url' = @('text')
        'profiles set --workspace' = @('text')
        'profiles set --max-credits-per-day' = @('text')
        'profiles set --max-usd-per-day' = @('text')
        'leads list --email' = @('text')
        'leads list --campaign' = @('text')
        'leads list --page' = @('text')
        'leads list --limit' = @('text')
        'leads add --middle-name' = @('text')
        'leads add --campaign' = @('text')
        'leads add --first-name' = @('text')
        'leads add --last-name' = @('text')
        'leads add --company' = @('text')
        'leads add --title' = @('text')
        'leads add --phone' = @('text')
        'leads add --website' = @('text')
        'leads add --linkedin' = @('text')
        'leads add --var' = @('text')
        'leads import --campaign' = @('text')
        'leads import --map' = @('text')
        'leads import --delimiter' = @('text')
        'leads export --campaign' = @('text')
        'leads export --page' = @('text')
        'leads export --limit' = @('text')
        'leads update --email' = @('text')
        'leads update --first-name' = @('text')
        'leads update --last-name' = @('text')
        'leads update --company' = @('text')
        'leads update --title' = @('text')
        'leads update --phone' = @('text')
        'leads update --website' = @('text')
        'leads update --linkedin' = @('text')
        'leads update --var' = @('text')
        'senders list --campaign' = @('text')
        'senders list --space' = @('text')
        'senders list --page' = @('text')
        'senders list --limit' = @('text')
        'senders connect --imap' = @('text')
        'senders connect --smtp' = @('text')
        'senders connect --login' = @('text')
        'senders connect --first-name' = @('text')
        'senders connect --last-name' = @('text')
        'senders update --given-name' = @('text')
        'senders update --family-name' = @('text')
        'senders update --signature' = @('text')
        'senders update --daily-limit' = @('text')
        'senders update --max-limit' = @('text')
        'senders update --min-limit' = @('text')
        'senders warmup set --start-limit' = @('text')
        'senders warmup set --increase-by' = @('text')
        'senders warmup set --cap-limit' = @('text')
        'senders warmup set --timezone' = @('text')
        'campaigns list --page' = @('text')
        'campaigns list --limit' = @('text')
        'campaigns create --emoji' = @('text')
        'campaigns create --daily-limit' = @('text')
        'campaigns create --sender-limit' = @('text')
        'campaigns create --sender-variation' = @('text')
        'campaigns create --min-gap' = @('text')
        'campaigns create --max-gap' = @('text')
        'campaigns create --min-health' = @('text')
        'campaigns update --name' = @('text')
        'campaigns update --emoji' = @('text')
        'campaigns update --daily-limit' = @('text')
        'campaigns update --sender-limit' = @('text')
        'campaigns update --sender-variation' = @('text')
        'campaigns update --min-gap' = @('text')
        'campaigns update --max-gap' = @('text')
        'campaigns update --min-health' = @('text')
        'campaigns resume --max-credits' = @('text')
        'campaigns resume --max-usd' = @('text')
        'campaigns schedule --days' = @('text')
        'campaigns schedule --from' = @('text')
        'campaigns schedule --to' = @('text')
        'campaigns schedule --min-gap' = @('text')
        'campaigns schedule --max-gap' = @('text')
        'finder search --job-title' = @('text')
        'finder search --exclude-job-title' = @('text')
        'finder search --seniority' = @('text')
        'finder search --job-function' = @('text')
        'finder search --industry' = @('text')
        'finder search --exclude-industry' = @('text')
        'finder search --size' = @('text')
        'finder search --revenue' = @('text')
        'finder search --country' = @('text')
        'finder search --exclude-country' = @('text')
        'finder search --region' = @('text')
        'finder search --continent' = @('text')
        'finder search --state' = @('text')
        'finder search --city' = @('text')
        'finder search --headquarters' = @('text')
        'finder search --exclude-headquarters' = @('text')
        'finder search --domain' = @('text')
        'finder search --exclude-domain' = @('text')
        'finder search --company-name' = @('text')
        'finder search --keywords' = @('text')
        'finder search --technology' = @('text')
        'finder search --page' = @('text')
        'finder search --limit' = @('text')
        'finder import --campaign' = @('text')
        'finder import --count' = @('text')
        'finder import --ref' = @('text')
        'finder import --job-title' = @('text')
        'finder import --exclude-job-title' = @('text')
        'finder import --seniority' = @('text')
        'finder import --job-function' = @('text')
        'finder import --industry' = @('text')
        'finder import --exclude-industry' = @('text')
        'finder import --size' = @('text')
        'finder import --revenue' = @('text')
        'finder import --country' = @('text')
        'finder import --exclude-country' = @('text')
        'finder import --region' = @('text')
        'finder import --continent' = @('text')
        'finder import --state' = @('text')
        'finder import --city' = @('text')
        'finder import --headquarters' = @('text')
        'finder import --exclude-headquarters' = @('text')
        'finder import --domain' = @('text')
        'finder import --exclude-domain' = @('text')
        'finder import --company-name' = @('text')
        'finder import --keywords' = @('text')
        'finder import --technology' = @('text')
        'finder import --max-credits' = @('text')
        'finder import --max-usd' = @('text')
        'finder import --wait-timeout' = @('text')
        'finder import --interval' = @('text')
        'finder imports list --page' = @('text')
        'finder imports list --limit' = @('text')
        'finder imports wait --wait-timeout' = @('text')
        'finder imports wait --interval' = @('text')
        'replies list --page' = @('text')
        'replies list --limit' = @('text')
        'drafts list --page' = @('text')
        'drafts list --limit' = @('text')
        'drafts edit --subject' = @('text')
        'drafts edit --body' = @('text')
        'drafts send --max-credits' = @('text')
        'drafts send --max-usd' = @('text')
        'credits transactions --page' = @('text')
        'credits transactions --limit' = @('text')
        'credits buy --max-credits' = @('text')
        'credits buy --max-usd' = @('text')
        'report outcomes --since' = @('text')
        'report outcomes --until' = @('text')
        'report outcomes --campaign' = @('text')
        'sandbox serve --port' = @('text')
        'sandbox reset --seed' = @('text')
        'api --param' = @('text')
        'api --query' = @('text')
        'api --field' = @('text')
        'api --raw-field' = @('text')
        'api --max-credits' = @('text')
        'api --max-usd' = @('text')
        'login --key-file' = @('file')
        'leads import --rejects' = @('file')
        'senders connect --password-file' = @('file')
        'senders update --signature-file' = @('file')
        'campaigns sequence show --out' = @('file')
        'finder search --filters-file' = @('file')
        'finder import --filters-file' = @('file')
        'drafts edit --file' = @('file')
        'api --input' = @('file')
        'profiles set --unset' = @('list', 'base-url', 'mcp-url', 'site-url', 'workspace', 'max-credits-per-day', 'max-usd-per-day')
        'campaigns create --flow' = @('words', 'multiple_leads_scheduled', 'api')
        'campaigns update --flow' = @('words', 'multiple_leads_scheduled', 'api')
    }

    $everywhereValues = @{
        '--profile' = @('text')
        '--fields' = @('text')
        '--timeout' = @('text')
    }

    $places = @{
        'leads import 0' = @('file')
        'campaigns sequence set 1' = @('file')
        'leads categorize 1' = @('words', 'interested', 'not_interested', 'bounced', 'out_of_office', 'delivery_incomplete', 'meeting_booked')
        'finder filters 0' = @('words', 'seniorities', 'jobFunctions', 'companySizes', 'revenue', 'industries', 'countries', 'headquartersCountries', 'regions', 'continents')
        'api 0' = @('words', 'GET', 'POST', 'PUT', 'DELETE', 'leads.list', 'leads.upsert', 'leads.get', 'leads.update', 'leads.delete', 'leads.setCategory', 'leads.markMeeting', 'leads.clearMeeting', 'leads.move', 'leads.conversation', 'senders.list', 'senders.connect', 'senders.get', 'senders.update', 'senders.dns', 'senders.warmup', 'senders.setWarmup', 'campaigns.list', 'campaigns.create', 'campaigns.get', 'campaigns.update', 'campaigns.resume', 'campaigns.pause', 'campaigns.schedule', 'campaigns.getSchedule', 'campaigns.sequence', 'campaigns.replaceSequence', 'campaigns.attachSenders', 'campaigns.health', 'campaigns.stats', 'finder.filters', 'finder.search', 'finder.imports', 'finder.startImport', 'finder.import', 'replies.list', 'drafts.list', 'drafts.update', 'drafts.send', 'credits.balance', 'credits.transactions', 'credits.purchase', 'report.outcomes')
        'commands *' = @('commands')
        'help *' = @('commands', 'environment', 'exit-codes', 'output', 'safety', 'sandbox', 'lead-files')
    }

    function Find-Value($path, $option) {
        $found = $values["$path $option"]
        if ($null -eq $found) { $found = $everywhereValues[$option] }
        return , $found
    }

    $path = ''
    $pending = ''
    $plain = $false
    $given = @()
    $before = @($commandAst.CommandElements |
        Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { $_.Extent.Text.Trim('''"') })
    foreach ($word in $before) {
        if ($pending) {
            $pending = ''
        } elseif ($plain -or -not $word.StartsWith('-') -or $word -eq '-') {
            $known = @($commands[$path] | ForEach-Object { "$_".Split("`t")[0] })
            if ($given.Count -eq 0 -and $known -ccontains $word) {
                $path = "$path $word".Trim()
            } else {
                $given += $word
            }
        } elseif ($word -eq '--') {
            $plain = $true
        } elseif (-not $word.Contains('=') -and $null -ne (Find-Value $path $word)) {
            $pending = $word
        }
    }

    $current = "$wordToComplete"
    $prefix = ''
    $found = $null
    if ($pending) {
        $found = Find-Value $path $pending
    } elseif (-not $plain -and $current -match '^(--[^=]+)=(.*)$') {
        $found = Find-Value $path $Matches[1]
        $prefix = $Matches[1] + '='
        $current = $Matches[2]
    } elseif (-not $plain -and $current.StartsWith('-')) {
        $found = @('words') + @($options[$path]) + $everywhere
    } elseif ($commands.ContainsKey($path)) {
        $found = @('words') + $commands[$path]
    } else {
        $found = $places["$path $($given.Count)"]
        if ($null -eq $found) { $found = $places["$path *"] }
    }
    if ($null -eq $found -or $found[0] -eq 'text' -or $found[0] -eq 'file') { return }

    $words = @($found | Select-Object -Skip 1)
    if ($found[0] -eq 'commands') {
        if ($given.Count -gt 0) { $words = @() }
        $words += @($commands[$given -join ' '])
    }
    if ($found[0] -eq 'list' -and $current.Contains(',')) {
        $prefix += $current.Substring(0, $current.LastIndexOf(',') + 1)
        $current = $current.Substring($current.LastIndexOf(',') + 1)
    }
    foreach ($word in $words) {
        if (-not $word) { continue }
        $text, $about = "$word".Split("`t")
        if (-not $text.StartsWith($current)) { continue }
        $full = $prefix + $text
        $tip = if ($about) { "$about" } else { $full }
        [System.Management.Automation.CompletionResult]::new($full, $text, 'ParameterValue', $tip)
    }
}
