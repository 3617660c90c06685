# bash completion for outreach. Generated from its commands; do not edit.

_outreach_commands() {
  list=()
  case $1 in
    '') list=(status start login logout whoami doctor profiles leads senders campaigns finder prospects dfy icps audience copilot autopilot replies drafts webhooks blocklist credits report imports verification placement workspaces billing journal approvals budgets sandbox api mcp commands completion help) ;;
    'profiles') list=(list set use show route remove) ;;
    'leads') list=(list get add import audit export update delete categorize move conversation export-subject forget meeting) ;;
    'leads meeting') list=(mark clear) ;;
    'senders') list=(list get connect connect-csv update dns reputation plan watch warmup) ;;
    'senders warmup'|'campaigns sequence') list=(show set) ;;
    'campaigns') list=(list get create update check preview forecast pause resume schedule health why guard stats pull plan diff apply sequence senders) ;;
    'campaigns senders') list=(attach) ;;
    'finder') list=(filters search import imports) ;;
    'finder imports') list=(list get wait) ;;
    'prospects') list=(source) ;;
    'dfy') list=(domains orders) ;;
    'dfy domains') list=(check search) ;;
    'dfy orders') list=(list create get wait) ;;
    'icps') list=(list create get primary set-primary update size delete) ;;
    'audience') list=(size) ;;
    'copilot') list=(plan launch) ;;
    'autopilot') list=(plan start list get watch approve kill) ;;
    'replies') list=(list show desk next done watch) ;;
    'drafts') list=(list show edit send) ;;
    'webhooks') list=(list create ensure update enable disable delete listen verify trigger replay) ;;
    'blocklist') list=(list add update remove import export check sync) ;;
    'credits') list=(balance transactions buy) ;;
    'report') list=(outcomes daily compare) ;;
    'imports') list=(instantly) ;;
    'imports instantly') list=(start accounts) ;;
    'verification') list=(rates jobs) ;;
    'verification jobs') list=(list create get records cancel) ;;
    'placement') list=(runs tests create reputation) ;;
    'workspaces') list=(list create key) ;;
    'workspaces key') list=(create) ;;
    'billing') list=(show update) ;;
    'journal') list=(list show settle forget move accept) ;;
    'approvals') list=(list approve deny protect) ;;
    'budgets') list=(list add revoke) ;;
    'sandbox') list=(info serve exec ledger deliveries secrets fidelity seed reset clock snapshot fault outbox) ;;
    'sandbox clock') list=(show advance set) ;;
    'sandbox snapshot') list=(save load list remove) ;;
    'sandbox fault') list=(add list clear) ;;
    'sandbox outbox') list=(list show search export) ;;
    'mcp') list=(tools call serve) ;;
    'completion') list=(bash zsh fish powershell install uninstall) ;;
  esac
}

_outreach_options() {
  list=()
  case $1 in
    '') list=(--version -v) ;;
    'status') list=(--all-profiles --watch --every --exit-code --done) ;;
    'start') list=(--yes -y --separate) ;;
    'login') list=(--base-url --mcp-url --key-stdin --key-file --storage --workspace) ;;
    'doctor') list=(--routes --report) ;;
    'profiles list'|'webhooks list'|'placement tests'|'placement reputation'|'workspaces list'|'sandbox snapshot list'|'sandbox fault list') list=(--page --limit --all) ;;
    'profiles set') list=(--workspace --base-url --mcp-url --site-url --journal --max-credits --max-usd --max-credits-per-day --max-usd-per-day --read-only --consent --low-credits --accept --until --unset --utc) ;;
    'profiles route') list=(--clear) ;;
    'profiles remove'|'sandbox snapshot load'|'sandbox snapshot remove') list=(--yes -y) ;;
    'leads list') list=(--email --campaign --since --until --category --name --company --page --limit --all --sort --utc) ;;
    'leads add') list=(--middle-name --campaign --first-name --last-name --company --title --phone --website --linkedin --var --accept --dry-run --yes -y --max-recipients) ;;
    'leads import') list=(--campaign --map --remap --variables --delimiter --encoding --rejects --only-new --only-existing --keep-existing --default --before --no-before --keep --fix-names --strict --fail-on-rejects --restart --expect --diff --accept --dry-run --yes -y --max-recipients) ;;
    'leads audit') list=(--sequence --fix --leave-out --fix-names --map --remap --variables --delimiter --encoding) ;;
    'leads export') list=(--campaign --output --restart --limit) ;;
    'leads update') list=(--email --first-name --last-name --company --title --phone --website --linkedin --var --dry-run --yes -y) ;;
    'leads delete'|'leads meeting mark'|'leads meeting clear'|'campaigns senders attach'|'icps set-primary'|'icps size'|'icps delete'|'webhooks enable'|'webhooks disable'|'webhooks delete'|'verification jobs cancel') list=(--dry-run --yes -y) ;;
    'leads categorize') list=(--from --dry-run --yes -y) ;;
    'leads move'|'campaigns sequence set') list=(--accept --dry-run --yes -y --max-recipients) ;;
    'leads export-subject') list=(--output) ;;
    'leads forget') list=(--all-profiles --dry-run --yes -y) ;;
    'senders list') list=(--campaign --space --connected --no-connected --disconnected --below --page --limit --all --sort) ;;
    'senders connect') list=(--imap --smtp --login --password-file --first-name --last-name --dry-run --yes -y --once --once-local --again) ;;
    'senders connect-csv') list=(--encoding --dry-run --yes -y --once --once-local --again) ;;
    'senders update') list=(--campaign --domain --given-name --family-name --signature --signature-file --daily-limit --max-limit --min-limit --build-up --no-build-up --dry-run --yes -y) ;;
    'senders plan') list=(--emails --by --domains --existing --no-existing --days --from --to --sender-limit --build-up --no-build-up --utc) ;;
    'senders watch') list=(--below --once --changed --every --for --campaign) ;;
    'senders warmup set') list=(--campaign --domain --enabled --no-enabled --start-limit --increase-by --cap-limit --replies --no-replies --weekdays-only --no-weekdays-only --timezone --dry-run --yes -y) ;;
    'campaigns list') list=(--status --name --page --limit --all --sort) ;;
    'campaigns create') list=(--emoji --flow --daily-limit --sender-limit --sender-variation --min-gap --max-gap --min-health --non-business --no-non-business --catch-all-validated --no-catch-all-validated --email-verifier --no-email-verifier --ignore-hard-bounced --no-ignore-hard-bounced --ignore-responded --no-ignore-responded --skip-existing --no-skip-existing --llm --no-llm --stop-on-reply --no-stop-on-reply --stop-for-company --no-stop-for-company --ignore-out-of-office --no-ignore-out-of-office --dry-run --yes -y --once --once-local --again) ;;
    'campaigns update') list=(--name --emoji --flow --daily-limit --sender-limit --sender-variation --min-gap --max-gap --min-health --non-business --no-non-business --catch-all-validated --no-catch-all-validated --email-verifier --no-email-verifier --ignore-hard-bounced --no-ignore-hard-bounced --ignore-responded --no-ignore-responded --skip-existing --no-skip-existing --llm --no-llm --stop-on-reply --no-stop-on-reply --stop-for-company --no-stop-for-company --ignore-out-of-office --no-ignore-out-of-office --stop-across-campaigns --no-stop-across-campaigns --dry-run --yes -y) ;;
    'campaigns check') list=(--accept --only --sample --duplicates --events --fresh --all --rule --leads --strict --limit) ;;
    'campaigns preview') list=(--lead --step --html) ;;
    'campaigns forecast') list=(--leads --add-senders --build-up --no-build-up --answers --no-answers --start --utc) ;;
    'campaigns pause') list=(--all --all-profiles --by-limits --undo-limits --dry-run --yes -y) ;;
    'campaigns resume') list=(--accept --fresh --dry-run --yes -y --max-credits --max-usd --max-recipients --once --once-local --again) ;;
    'campaigns schedule') list=(--days --from --to --min-gap --max-gap --dry-run --yes -y) ;;
    'campaigns why') list=(--all-profiles) ;;
    'campaigns guard') list=(--all-profiles --pause --dry-run --yes -y) ;;
    'campaigns pull'|'campaigns diff') list=(--values) ;;
    'campaigns plan') list=(--detailed-exitcode --markdown --addresses --out --values --overwrite-drift --overwrite-conflicts --recreate --pause-first --allow-live --accept) ;;
    'campaigns apply') list=(--values --overwrite-drift --overwrite-conflicts --recreate --pause-first --allow-live --accept --leads --keep --start --dry-run --yes -y --max-credits --max-usd --max-recipients --once --once-local --again) ;;
    'campaigns sequence show') list=(--out) ;;
    'finder search') list=(--job-title --exclude-job-title --seniority --job-function --country --exclude-country --region --continent --state --city --industry --exclude-industry --size --revenue --headquarters --exclude-headquarters --domain --exclude-domain --company-name --keywords --technology --filters-file --page --limit --all) ;;
    'finder import') list=(--campaign --ref --verify --no-verify --count --from-start --job-title --exclude-job-title --seniority --job-function --country --exclude-country --region --continent --state --city --industry --exclude-industry --size --revenue --headquarters --exclude-headquarters --domain --exclude-domain --company-name --keywords --technology --filters-file --accept --dry-run --yes -y --max-credits --max-usd --max-recipients --usd-per-credit --usd-per-check --once --once-local --again --wait --no-wait --wait-timeout --interval) ;;
    'finder imports list'|'dfy orders list'|'autopilot list'|'verification jobs records') list=(--status --page --limit --all --sort) ;;
    'finder imports wait'|'dfy orders wait'|'verification jobs get') list=(--wait --no-wait --wait-timeout --interval) ;;
    'prospects source') list=(--icp --campaign --count --accept --dry-run --yes -y --max-credits --max-usd --max-recipients --usd-per-credit --once --once-local --again) ;;
    'dfy domains search') list=(--param --page --limit --all) ;;
    'dfy orders create') list=(--domain --mailbox --forward-to --mailbox-usd --idempotency-key --dry-run --yes -y --max-credits --max-usd --once --once-local --again --wait --no-wait --wait-timeout --interval) ;;
    'icps list'|'verification jobs list'|'placement runs') list=(--page --limit --all --sort) ;;
    'icps create') list=(--summary --title --seniority --industry --size --location --keyword --primary --dry-run --yes -y --once --once-local --again) ;;
    'icps update') list=(--name --summary --title --seniority --industry --size --location --keyword --clear --dry-run --yes -y) ;;
    'audience size') list=(--title --seniority --industry --size --location --keyword) ;;
    'copilot plan') list=(--description --context --out) ;;
    'copilot launch') list=(--sequence --icp --search-url --session-file --dry-run --yes -y --once --once-local --again) ;;
    'autopilot plan') list=(--budget-usd --max-mailboxes --platform-usd) ;;
    'autopilot start') list=(--budget-usd --max-mailboxes --reply-mode --target-prospects --dry-run --yes -y --once --once-local --again --wait --no-wait --wait-timeout --interval) ;;
    'autopilot watch') list=(--until --wait --no-wait --wait-timeout --interval) ;;
    'autopilot approve') list=(--accept --dry-run --yes -y --max-credits --max-usd --max-recipients --usd-per-credit --once --once-local --again --wait --no-wait --wait-timeout --interval) ;;
    'autopilot kill') list=(--reason --all --all-profiles --dry-run --yes -y) ;;
    'replies list') list=(--category --campaign --lead --since --until --unanswered --verify --page --limit --all --sort --utc) ;;
    'replies desk') list=(--every-category --max-credits --max-usd --max-recipients --once --once-local --again) ;;
    'replies next') list=(--claim --every-category) ;;
    'replies done') list=(--as --until --from --utc) ;;
    'replies watch') list=(--once --every --for --limit) ;;
    'drafts list') list=(--category --campaign --since --until --lead --full --page --limit --all --sort --utc) ;;
    'drafts show') list=(--digest) ;;
    'drafts edit') list=(--subject --body --file --dry-run --yes -y) ;;
    'drafts send') list=(--expect --events --accept --dry-run --yes -y --max-credits --max-usd --max-recipients --once --once-local --again) ;;
    'webhooks create'|'webhooks ensure') list=(--url --type --name --dry-run --yes -y --once --once-local --again) ;;
    'webhooks update') list=(--url --type --name --dry-run --yes -y) ;;
    'webhooks listen') list=(--port --forward-to --allow-remote --forward-timeout --secret-file --secret-stdin --allow-unsigned --tolerance --save --once --count --for) ;;
    'webhooks verify') list=(--timestamp --signature --secret-file --secret-stdin --tolerance --at --utc) ;;
    'webhooks trigger') list=(--to --secret-file --secret-stdin --field --tamper --dry-run) ;;
    'webhooks replay') list=(--to --secret-file --secret-stdin --unsigned) ;;
    'blocklist list') list=(--scope --value --page --limit --all --sort) ;;
    'blocklist add'|'blocklist remove') list=(--scope --dry-run --yes -y) ;;
    'blocklist update') list=(--value --scope --dry-run --yes -y) ;;
    'blocklist import') list=(--encoding --only --column --delimiter --scope --strict --dry-run --yes -y) ;;
    'blocklist export') list=(--scope --limit) ;;
    'blocklist sync') list=(--all-profiles --from-events --dry-run --yes -y) ;;
    'credits balance') list=(--min) ;;
    'credits transactions') list=(--since --until --page --limit --all --sort --utc) ;;
    'credits buy') list=(--dry-run --yes -y --max-credits --max-usd --usd-per-credit --once --once-local --again) ;;
    'report outcomes') list=(--since --until --campaign --by-campaign --all-profiles --html --markdown --title --without-cost --utc) ;;
    'report daily') list=(--since --until --campaign --html --markdown --utc) ;;
    'report compare') list=(--metric --variants --step --plan --html --markdown) ;;
    'imports instantly start') list=(--key-stdin --key-file --dry-run --yes -y --once --once-local --again) ;;
    'imports instantly accounts') list=(--key-stdin --key-file --csv-file) ;;
    'verification jobs create') list=(--campaign --file --encoding --name --dry-run --yes -y --max-credits --max-usd --usd-per-check --once --once-local --again --wait --no-wait --wait-timeout --interval) ;;
    'placement create') list=(--sender --name --frequency --dry-run --yes -y --max-credits --max-usd --max-recipients --once --once-local --again) ;;
    'workspaces create') list=(--dry-run --yes -y --once --once-local --again) ;;
    'workspaces key create') list=(--scope --name --dry-run --yes -y --once --once-local --again) ;;
    'billing update') list=(--first-name --last-name --company --address-line-one --address-line-two --city --state --postal-code --country --phone --phone-cc --dry-run --yes -y) ;;
    'journal list') list=(--open --limit --all --page) ;;
    'journal settle') list=(--done --not-done --force) ;;
    'journal forget') list=(--before --utc) ;;
    'journal move') list=(--to --dry-run --yes -y) ;;
    'journal accept') list=(--everywhere) ;;
    'approvals list'|'budgets list') list=(--all --page --limit) ;;
    'approvals approve') list=(--next) ;;
    'approvals protect') list=(--remove) ;;
    'budgets add') list=(--credits --usd --until --commands) ;;
    'sandbox serve') list=(--port --rate-limits) ;;
    'sandbox exec') list=(--seed --faults) ;;
    'sandbox ledger') list=(--operation --page --limit --all --assert-once --within) ;;
    'sandbox deliveries') list=(--failed --show --page --limit --all) ;;
    'sandbox secrets') list=(--webhook --rotate) ;;
    'sandbox fidelity') list=(--status --section) ;;
    'sandbox seed') list=(--yes -y --check) ;;
    'sandbox reset') list=(--yes -y --seed) ;;
    'sandbox clock advance') list=(--by-day) ;;
    'sandbox clock set') list=(--by-day --utc) ;;
    'sandbox snapshot save') list=(--replace) ;;
    'sandbox fault add') list=(--kind --phase --nth --times --probability --seed --preset) ;;
    'sandbox outbox list'|'sandbox outbox search') list=(--campaign --to --from --missing --answers --page --limit --all) ;;
    'sandbox outbox show') list=(--eml) ;;
    'sandbox outbox export') list=(--campaign --to --from --missing --answers) ;;
    'api') list=(--list --site --param --query --field --raw-field --input --include --dry-run --yes -y --max-credits --max-usd --max-recipients --usd-per-credit --usd-per-check --once --once-local --again) ;;
    'mcp call') list=(--field --raw-field --input --dry-run --yes -y --max-credits --max-usd --max-recipients --usd-per-credit --usd-per-check --once --once-local --again) ;;
    'mcp serve') list=(--tools --all-tools --groups --folder) ;;
    'commands') list=(--compact --short --schemas) ;;
    'completion install'|'completion uninstall') list=(--dry-run) ;;
  esac
  list+=(--profile --json --ndjson --csv --header --fields --live --pager --no-color --quiet -q --no-input --debug --timeout --help -h)
}

# What the value of option $2 of command $1 is: its kind, the kind of names to ask for, whether commas part several, and the
# words that are known; nothing for a flag.
_outreach_value() {
  kind='' of='' many='' list=()
  case "$1 $2" in
    'status --every'|'status --done'|'login --base-url'|'login --mcp-url'|'login --workspace'|'profiles list --page'|'profiles list --limit'|'profiles set --workspace'|'profiles set --base-url'|'profiles set --mcp-url'|'profiles set --site-url'|'profiles set --journal'|'profiles set --max-credits'|'profiles set --max-usd'|'profiles set --max-credits-per-day'|'profiles set --max-usd-per-day'|'profiles set --low-credits'|'profiles set --accept'|'profiles set --until'|'leads list --email'|'leads list --since'|'leads list --until'|'leads list --name'|'leads list --company'|'leads list --page'|'leads list --limit'|'leads add --middle-name'|'leads add --first-name'|'leads add --last-name'|'leads add --company'|'leads add --title'|'leads add --phone'|'leads add --website'|'leads add --linkedin'|'leads add --var'|'leads add --accept'|'leads add --max-recipients'|'leads import --map'|'leads import --variables'|'leads import --delimiter'|'leads import --encoding'|'leads import --default'|'leads import --expect'|'leads import --accept'|'leads import --max-recipients'|'leads audit --map'|'leads audit --variables'|'leads audit --delimiter'|'leads audit --encoding'|'leads export --limit'|'leads update --email'|'leads update --first-name'|'leads update --last-name'|'leads update --company'|'leads update --title'|'leads update --phone'|'leads update --website'|'leads update --linkedin'|'leads update --var'|'leads move --accept'|'leads move --max-recipients'|'senders list --space'|'senders list --below'|'senders list --page'|'senders list --limit'|'senders connect --imap'|'senders connect --smtp'|'senders connect --login'|'senders connect --first-name'|'senders connect --last-name'|'senders connect --once'|'senders connect-csv --encoding'|'senders connect-csv --once'|'senders update --domain'|'senders update --given-name'|'senders update --family-name'|'senders update --signature'|'senders update --daily-limit'|'senders update --max-limit'|'senders update --min-limit'|'senders plan --emails'|'senders plan --by'|'senders plan --domains'|'senders plan --from'|'senders plan --to'|'senders plan --sender-limit'|'senders watch --below'|'senders watch --every'|'senders watch --for'|'senders warmup set --domain'|'senders warmup set --start-limit'|'senders warmup set --increase-by'|'senders warmup set --cap-limit'|'campaigns list --name'|'campaigns list --page'|'campaigns list --limit'|'campaigns create --emoji'|'campaigns create --daily-limit'|'campaigns create --sender-limit'|'campaigns create --sender-variation'|'campaigns create --min-gap'|'campaigns create --max-gap'|'campaigns create --min-health'|'campaigns create --once'|'campaigns update --name'|'campaigns update --emoji'|'campaigns update --daily-limit'|'campaigns update --sender-limit'|'campaigns update --sender-variation'|'campaigns update --min-gap'|'campaigns update --max-gap'|'campaigns update --min-health'|'campaigns check --accept'|'campaigns check --sample'|'campaigns check --limit'|'campaigns preview --lead'|'campaigns preview --step'|'campaigns forecast --leads'|'campaigns forecast --add-senders'|'campaigns forecast --start'|'campaigns resume --accept'|'campaigns resume --max-credits'|'campaigns resume --max-usd'|'campaigns resume --max-recipients'|'campaigns resume --once'|'campaigns schedule --from'|'campaigns schedule --to'|'campaigns schedule --min-gap'|'campaigns schedule --max-gap'|'campaigns plan --accept'|'campaigns apply --accept'|'campaigns apply --max-credits'|'campaigns apply --max-usd'|'campaigns apply --max-recipients'|'campaigns apply --once'|'campaigns sequence set --accept'|'campaigns sequence set --max-recipients'|'finder search --job-title'|'finder search --exclude-job-title'|'finder search --state'|'finder search --city'|'finder search --domain'|'finder search --exclude-domain'|'finder search --company-name'|'finder search --keywords'|'finder search --technology'|'finder search --page'|'finder search --limit'|'finder import --ref'|'finder import --count'|'finder import --job-title'|'finder import --exclude-job-title'|'finder import --state'|'finder import --city'|'finder import --domain'|'finder import --exclude-domain'|'finder import --company-name'|'finder import --keywords'|'finder import --technology'|'finder import --accept'|'finder import --max-credits'|'finder import --max-usd'|'finder import --max-recipients'|'finder import --usd-per-credit'|'finder import --usd-per-check'|'finder import --once'|'finder import --wait-timeout'|'finder import --interval'|'finder imports list --page'|'finder imports list --limit'|'finder imports wait --wait-timeout'|'finder imports wait --interval'|'prospects source --count'|'prospects source --accept'|'prospects source --max-credits'|'prospects source --max-usd'|'prospects source --max-recipients'|'prospects source --usd-per-credit'|'prospects source --once'|'dfy domains search --param'|'dfy domains search --page'|'dfy domains search --limit'|'dfy orders list --page'|'dfy orders list --limit'|'dfy orders create --domain'|'dfy orders create --mailbox'|'dfy orders create --forward-to'|'dfy orders create --mailbox-usd'|'dfy orders create --idempotency-key'|'dfy orders create --max-credits'|'dfy orders create --max-usd'|'dfy orders create --once'|'dfy orders create --wait-timeout'|'dfy orders create --interval'|'dfy orders wait --wait-timeout'|'dfy orders wait --interval'|'icps list --page'|'icps list --limit'|'icps create --summary'|'icps create --title'|'icps create --keyword'|'icps create --once'|'icps update --name'|'icps update --summary'|'icps update --title'|'icps update --keyword'|'audience size --title'|'audience size --keyword'|'copilot plan --description'|'copilot plan --context'|'copilot launch --search-url'|'copilot launch --once'|'autopilot plan --budget-usd'|'autopilot plan --max-mailboxes'|'autopilot plan --platform-usd'|'autopilot start --budget-usd'|'autopilot start --max-mailboxes'|'autopilot start --target-prospects'|'autopilot start --once'|'autopilot start --wait-timeout'|'autopilot start --interval'|'autopilot list --page'|'autopilot list --limit'|'autopilot watch --wait-timeout'|'autopilot watch --interval'|'autopilot approve --accept'|'autopilot approve --max-credits'|'autopilot approve --max-usd'|'autopilot approve --max-recipients'|'autopilot approve --usd-per-credit'|'autopilot approve --once'|'autopilot approve --wait-timeout'|'autopilot approve --interval'|'autopilot kill --reason'|'replies list --lead'|'replies list --since'|'replies list --until'|'replies list --page'|'replies list --limit'|'replies desk --max-credits'|'replies desk --max-usd'|'replies desk --max-recipients'|'replies desk --once'|'replies next --claim'|'replies done --until'|'replies watch --every'|'replies watch --for'|'replies watch --limit'|'drafts list --since'|'drafts list --until'|'drafts list --lead'|'drafts list --page'|'drafts list --limit'|'drafts edit --subject'|'drafts edit --body'|'drafts send --expect'|'drafts send --accept'|'drafts send --max-credits'|'drafts send --max-usd'|'drafts send --max-recipients'|'drafts send --once'|'webhooks list --page'|'webhooks list --limit'|'webhooks create --url'|'webhooks create --name'|'webhooks create --once'|'webhooks ensure --url'|'webhooks ensure --name'|'webhooks ensure --once'|'webhooks update --url'|'webhooks update --name'|'webhooks listen --port'|'webhooks listen --forward-to'|'webhooks listen --forward-timeout'|'webhooks listen --tolerance'|'webhooks listen --count'|'webhooks listen --for'|'webhooks verify --timestamp'|'webhooks verify --signature'|'webhooks verify --tolerance'|'webhooks verify --at'|'webhooks trigger --to'|'webhooks trigger --field'|'webhooks replay --to'|'blocklist list --value'|'blocklist list --page'|'blocklist list --limit'|'blocklist update --value'|'blocklist import --encoding'|'blocklist import --column'|'blocklist import --delimiter'|'blocklist export --limit'|'credits balance --min'|'credits transactions --since'|'credits transactions --until'|'credits transactions --page'|'credits transactions --limit'|'credits buy --max-credits'|'credits buy --max-usd'|'credits buy --usd-per-credit'|'credits buy --once'|'report outcomes --since'|'report outcomes --until'|'report outcomes --title'|'report daily --since'|'report daily --until'|'report compare --step'|'report compare --plan'|'imports instantly start --once'|'verification jobs list --page'|'verification jobs list --limit'|'verification jobs create --encoding'|'verification jobs create --name'|'verification jobs create --max-credits'|'verification jobs create --max-usd'|'verification jobs create --usd-per-check'|'verification jobs create --once'|'verification jobs create --wait-timeout'|'verification jobs create --interval'|'verification jobs get --wait-timeout'|'verification jobs get --interval'|'verification jobs records --page'|'verification jobs records --limit'|'placement runs --page'|'placement runs --limit'|'placement tests --page'|'placement tests --limit'|'placement create --name'|'placement create --max-credits'|'placement create --max-usd'|'placement create --max-recipients'|'placement create --once'|'placement reputation --page'|'placement reputation --limit'|'workspaces list --page'|'workspaces list --limit'|'workspaces create --once'|'workspaces key create --name'|'workspaces key create --once'|'billing update --first-name'|'billing update --last-name'|'billing update --company'|'billing update --address-line-one'|'billing update --address-line-two'|'billing update --city'|'billing update --state'|'billing update --postal-code'|'billing update --phone'|'billing update --phone-cc'|'journal list --limit'|'journal list --page'|'journal forget --before'|'journal move --to'|'approvals list --page'|'approvals list --limit'|'budgets list --page'|'budgets list --limit'|'budgets add --credits'|'budgets add --usd'|'budgets add --until'|'budgets add --commands'|'sandbox serve --port'|'sandbox ledger --operation'|'sandbox ledger --page'|'sandbox ledger --limit'|'sandbox ledger --within'|'sandbox deliveries --show'|'sandbox deliveries --page'|'sandbox deliveries --limit'|'sandbox fidelity --section'|'sandbox reset --seed'|'sandbox snapshot list --page'|'sandbox snapshot list --limit'|'sandbox fault add --kind'|'sandbox fault add --phase'|'sandbox fault add --nth'|'sandbox fault add --times'|'sandbox fault add --probability'|'sandbox fault add --seed'|'sandbox fault list --page'|'sandbox fault list --limit'|'sandbox outbox list --to'|'sandbox outbox list --page'|'sandbox outbox list --limit'|'sandbox outbox search --to'|'sandbox outbox search --page'|'sandbox outbox search --limit'|'sandbox outbox export --to'|'api --param'|'api --query'|'api --field'|'api --raw-field'|'api --max-credits'|'api --max-usd'|'api --max-recipients'|'api --usd-per-credit'|'api --usd-per-check'|'api --once'|'mcp call --field'|'mcp call --raw-field'|'mcp call --max-credits'|'mcp call --max-usd'|'mcp call --max-recipients'|'mcp call --usd-per-credit'|'mcp call --usd-per-check'|'mcp call --once'|'mcp serve --groups') kind=text ;;
    'login --key-file'|'doctor --report'|'leads import --rejects'|'leads import --before'|'leads audit --sequence'|'leads audit --fix'|'leads export --output'|'leads categorize --from'|'leads export-subject --output'|'senders connect --password-file'|'senders update --signature-file'|'campaigns check --events'|'campaigns preview --html'|'campaigns pull --values'|'campaigns plan --out'|'campaigns plan --values'|'campaigns diff --values'|'campaigns apply --values'|'campaigns apply --leads'|'campaigns sequence show --out'|'finder search --filters-file'|'finder import --filters-file'|'copilot plan --out'|'copilot launch --sequence'|'copilot launch --icp'|'copilot launch --session-file'|'replies done --from'|'drafts edit --file'|'drafts send --events'|'webhooks listen --secret-file'|'webhooks listen --save'|'webhooks verify --secret-file'|'webhooks trigger --secret-file'|'webhooks replay --secret-file'|'blocklist sync --from-events'|'report outcomes --html'|'report daily --html'|'report compare --html'|'imports instantly start --key-file'|'imports instantly accounts --key-file'|'imports instantly accounts --csv-file'|'verification jobs create --file'|'sandbox exec --seed'|'api --input'|'mcp call --input') kind=file ;;
    'login --storage') kind=words list=(file keychain) ;;
    'profiles set --consent') kind=words list=(person) ;;
    'profiles set --unset') kind=words many=1 list=(workspace base-url mcp-url site-url journal max-credits max-usd max-credits-per-day max-usd-per-day read-only consent low-credits accept) ;;
    'leads list --campaign'|'leads add --campaign'|'leads import --campaign'|'leads export --campaign'|'senders list --campaign'|'senders update --campaign'|'senders watch --campaign'|'senders warmup set --campaign'|'finder import --campaign'|'prospects source --campaign'|'replies list --campaign'|'drafts list --campaign'|'report outcomes --campaign'|'report daily --campaign'|'verification jobs create --campaign'|'sandbox outbox list --campaign'|'sandbox outbox search --campaign'|'sandbox outbox export --campaign') kind=words of=campaigns ;;
    'leads list --category') kind=words many=1 list=(interested not_interested bounced out_of_office delivery_incomplete meeting_booked none) ;;
    'leads list --sort'|'senders list --sort'|'campaigns list --sort'|'finder imports list --sort'|'dfy orders list --sort'|'icps list --sort'|'autopilot list --sort'|'replies list --sort'|'drafts list --sort'|'blocklist list --sort'|'credits transactions --sort'|'verification jobs list --sort'|'verification jobs records --sort'|'placement runs --sort') kind=words of=sortFields ;;
    'leads import --keep') kind=words many=1 list=(invalid opted-out forgotten) ;;
    'leads audit --leave-out') kind=words many=1 list=(risky-share role-address disposable-address personal-mailbox test-address) ;;
    'senders plan --days'|'campaigns schedule --days') kind=words many=1 list=(mon-fri daily weekend mon tue wed thu fri sat sun) ;;
    'senders warmup set --timezone') kind=words of=zones ;;
    'campaigns list --status') kind=words many=1 list=(draft running paused completed) ;;
    'campaigns create --flow'|'campaigns update --flow') kind=words list=(multiple_leads_scheduled api) ;;
    'campaigns check --only') kind=words many=1 list=(copy recipients senders schedule capacity) ;;
    'campaigns check --duplicates') kind=words list=(running all off) ;;
    'campaigns check --rule') kind=words list=(merge-tag-unknown merge-tag-empty merge-tag-not-text merge-tag-collision placeholder-left known-invalid opted-out risky-share not-verified malformed-address role-address disposable-address typo-domain personal-mailbox test-address name-shape own-domain blocklisted bounced-before said-no replied-before already-running unsubscribed) ;;
    'campaigns apply --keep') kind=words many=1 list=(invalid) ;;
    'finder search --seniority'|'finder import --seniority'|'icps create --seniority'|'icps update --seniority'|'audience size --seniority') kind=words of=seniorities ;;
    'finder search --job-function'|'finder import --job-function') kind=words of=jobFunctions ;;
    'finder search --country'|'finder search --exclude-country'|'finder search --headquarters'|'finder search --exclude-headquarters'|'finder import --country'|'finder import --exclude-country'|'finder import --headquarters'|'finder import --exclude-headquarters') kind=words of=countries many=1 ;;
    'finder search --region'|'finder import --region') kind=words of=regions ;;
    'finder search --continent'|'finder import --continent') kind=words of=continents ;;
    'finder search --industry'|'finder search --exclude-industry'|'finder import --industry'|'finder import --exclude-industry'|'icps create --industry'|'icps update --industry'|'audience size --industry') kind=words of=industries ;;
    'finder search --size'|'finder import --size'|'icps create --size'|'icps update --size'|'audience size --size') kind=words of=companySizes ;;
    'finder search --revenue'|'finder import --revenue') kind=words of=revenue ;;
    'finder imports list --status') kind=words many=1 list=(running completed failed canceled) ;;
    'prospects source --icp') kind=words of=icps ;;
    'dfy orders list --status') kind=words many=1 list=(created pending_approval processing completed failed partially_completed canceled) ;;
    'icps create --location'|'icps update --location'|'audience size --location'|'billing update --country') kind=words of=countries ;;
    'icps update --clear') kind=words many=1 list=(title seniority industry size location keyword) ;;
    'autopilot start --reply-mode') kind=words list=(off draft approve auto) ;;
    'autopilot list --status') kind=words many=1 list=(pending building_icp writing_sequence sourcing_prospects awaiting_approval provisioning_infrastructure running paused completed failed killed) ;;
    'autopilot watch --until') kind=words list=(pending building_icp writing_sequence sourcing_prospects awaiting_approval provisioning_infrastructure running paused completed failed) ;;
    'replies list --category'|'drafts list --category') kind=words many=1 list=(interested not_interested bounced out_of_office delivery_incomplete meeting_booked pending) ;;
    'replies done --as') kind=words list=(answered skipped blocked later) ;;
    'webhooks create --type'|'webhooks update --type') kind=words list=(EmailSent EmailReply EmailBounce EmailUnsubscribe LeadCategoryUpdate LeadCreated CampaignStatusChanged CreditBalanceLow AutopilotRunStatusChanged DfyOrderCompleted) ;;
    'webhooks ensure --type') kind=words many=1 list=(EmailSent EmailReply EmailBounce EmailUnsubscribe LeadCategoryUpdate LeadCreated CampaignStatusChanged CreditBalanceLow AutopilotRunStatusChanged DfyOrderCompleted) ;;
    'webhooks trigger --tamper') kind=words list=(signature body timestamp unsigned) ;;
    'blocklist list --scope'|'blocklist add --scope'|'blocklist update --scope'|'blocklist import --scope'|'blocklist export --scope') kind=words list=(workspace global) ;;
    'blocklist remove --scope') kind=words list=(workspace global all) ;;
    'blocklist import --only') kind=words list=(opted-out invalid) ;;
    'report compare --metric') kind=words list=(replies positive) ;;
    'verification jobs records --status') kind=words many=1 list=(valid invalid catch-all unknown) ;;
    'placement create --sender') kind=words of=senders many=1 ;;
    'placement create --frequency') kind=words list=(once weekly) ;;
    'workspaces key create --scope') kind=words list=(read read_write) ;;
    'sandbox exec --faults'|'sandbox fault add --preset') kind=words list=(flaky lost-answers rate-limited down) ;;
    'sandbox secrets --webhook') kind=words of=webhooks ;;
    'sandbox fidelity --status') kind=words many=1 list=(done approximated open different) ;;
    'sandbox outbox list --from'|'sandbox outbox search --from'|'sandbox outbox export --from') kind=words of=senders ;;
    'mcp serve --tools') kind=words list=(read work effects) ;;
    'mcp serve --folder') kind=folder ;;
    *)
      case $2 in
        '--profile') kind=words of=profiles ;;
        '--fields') kind=words of=fields many=1 ;;
        '--timeout') kind=text ;;
      esac
      ;;
  esac
}

# What the argument number $2 of command $1 is.
_outreach_place() {
  kind='' of='' many='' list=()
  case "$1 $2" in
    'profiles set 0'|'profiles remove 0') kind=words of=savedProfiles ;;
    'profiles use 0'|'profiles show 0') kind=words of=profiles ;;
    'leads import 0'|'leads audit *'|'senders connect-csv 0'|'campaigns sequence set 1'|'webhooks replay *'|'blocklist import 0'|'sandbox seed 0') kind=file ;;
    'leads categorize 1') kind=words list=(interested not_interested bounced out_of_office delivery_incomplete meeting_booked) ;;
    'leads move 1'|'campaigns get 0'|'campaigns update 0'|'campaigns check 0'|'campaigns preview 0'|'campaigns forecast 0'|'campaigns pause 0'|'campaigns resume 0'|'campaigns schedule 0'|'campaigns health 0'|'campaigns why 0'|'campaigns guard *'|'campaigns stats 0'|'campaigns pull *'|'campaigns sequence show 0'|'campaigns sequence set 0'|'campaigns senders attach 0'|'report compare 0'|'report compare 1') kind=words of=campaigns ;;
    'senders get 0'|'senders update *'|'senders dns 0'|'senders reputation 0'|'senders warmup show 0'|'senders warmup set *'|'campaigns senders attach *') kind=words of=senders ;;
    'campaigns pull 0'|'campaigns plan 0'|'campaigns diff 0'|'campaigns apply 0'|'report outcomes 0'|'sandbox outbox export 0') kind=folder ;;
    'finder filters 0') kind=words list=(seniorities jobFunctions companySizes revenue industries countries headquartersCountries regions continents) ;;
    'finder imports get 0'|'finder imports wait 0') kind=words of=imports ;;
    'dfy orders get 0'|'dfy orders wait 0') kind=words of=orders ;;
    'icps get 0'|'icps set-primary 0'|'icps update 0'|'icps size 0'|'icps delete 0') kind=words of=icps ;;
    'autopilot get 0'|'autopilot watch 0'|'autopilot approve 0'|'autopilot kill 0') kind=words of=runs ;;
    'drafts show 0'|'drafts edit 0'|'drafts send 0') kind=words of=drafts ;;
    'webhooks update 0'|'webhooks enable 0'|'webhooks disable 0'|'webhooks delete 0') kind=words of=webhooks ;;
    'webhooks trigger 0') kind=words list=(EmailSent EmailReply EmailBounce EmailUnsubscribe LeadCategoryUpdate LeadCreated CampaignStatusChanged CreditBalanceLow AutopilotRunStatusChanged DfyOrderCompleted) ;;
    'verification jobs get 0'|'verification jobs records 0'|'verification jobs cancel 0') kind=words of=jobs ;;
    'workspaces key create 0') kind=words of=workspaces ;;
    'sandbox snapshot load 0'|'sandbox snapshot remove 0') kind=words of=snapshots ;;
    'api 0') kind=words list=(GET POST PUT DELETE leads.list leads.upsert leads.get leads.update leads.delete leads.setCategory leads.markMeeting leads.clearMeeting leads.move leads.conversation senders.list senders.connect senders.get senders.update senders.dns senders.warmup senders.setWarmup campaigns.list campaigns.create campaigns.get campaigns.update campaigns.resume campaigns.pause campaigns.schedule campaigns.getSchedule campaigns.sequence campaigns.replaceSequence campaigns.attachSenders campaigns.health campaigns.stats finder.filters finder.search finder.imports finder.startImport finder.import prospects.source dfy.checkDomain dfy.checkDomains dfy.searchDomains dfy.orders dfy.order dfy.createOrder icps.list icps.primary icps.get icps.create icps.update icps.delete icps.refreshAudienceSize icps.setPrimary audience.size copilot.plan copilot.launch autopilot.plan autopilot.runs autopilot.start autopilot.run autopilot.approve autopilot.kill replies.list drafts.list drafts.update drafts.send webhooks.list webhooks.create webhooks.update webhooks.delete blocklist.list blocklist.add blocklist.update blocklist.remove blocklist.removeEntry credits.balance credits.transactions credits.purchase report.outcomes imports.instantly imports.instantlyAccounts verification.jobs verification.createJob verification.job verification.records verification.cancel verification.rates placement.runs placement.tests placement.createTest placement.reputation workspaces.list workspaces.create workspaces.createKey billing.get billing.update setup.ping) ;;
    'mcp call 0') kind=words list=(list_leads upsert_leads get_lead update_lead delete_lead set_lead_category mark_lead_meeting clear_lead_meeting move_lead get_lead_conversation list_senders connect_sender get_sender update_sender check_sender_dns get_sender_warmup set_sender_warmup list_campaigns create_campaign get_campaign update_campaign resume_campaign pause_campaign set_campaign_schedule get_campaign_schedule get_campaign_sequence replace_campaign_sequence attach_campaign_senders get_campaign_health get_campaign_stats get_lead_finder_filters search_lead_finder list_lead_finder_imports start_lead_finder_import get_lead_finder_import source_prospects check_dfy_domain check_dfy_domains search_dfy_domains list_dfy_orders get_dfy_order create_dfy_order list_icps get_primary_icp get_icp create_icp update_icp delete_icp refresh_icp_audience_size set_primary_icp get_audience_size plan_copilot launch_copilot plan_autopilot list_autopilot_runs start_autopilot_run get_autopilot_run approve_autopilot_run kill_autopilot_run list_replies list_reply_drafts update_reply_draft send_reply_draft list_webhooks create_webhook update_webhook delete_webhook list_blocklist add_to_blocklist update_blocklist remove_from_blocklist remove_blocklist_entry get_credit_balance list_credit_transactions purchase_credits get_outcomes_report import_from_instantly list_instantly_accounts list_verification_jobs create_verification_job get_verification_job list_verification_records cancel_verification_job get_verification_rates list_placement_runs list_placement_tests create_placement_test get_sender_reputation list_workspaces create_workspace create_workspace_key get_billing_profile update_billing_profile ping) ;;
    'commands *') kind=commands ;;
    'completion install 0'|'completion uninstall 0') kind=words list=(bash zsh fish powershell) ;;
    'help *') kind=commands list=(environment exit-codes output options safety sandbox lead-files campaign-files agents) ;;
  esac
}

# What the program knows of kind $of, with $1 typed so far, and what each name means: a number says nothing. Waits a second where the program does not answer.
_outreach_names() {
  local name end=$((SECONDS + 2))
  command -v outreach >/dev/null 2>&1 || return
  while ((${#list[@]} < 600 && SECONDS < end)) && IFS= read -r -t 1 name; do
    meanings[${#list[@]}]=${name#*$'\t'}
    name=${name%%$'\t'*}
    [[ $name ]] && list+=("$name")
  done < <(outreach __names "$of" "$path" "$profile" "$1" </dev/null 2>/dev/null)
}

_outreach_known() {
  local word
  for word in "${list[@]}"; do [[ $word == "$1" ]] && return 0; done
  return 1
}

# Sets `bare` to the word $1 without its quotes, and `open` to the quote that is not closed. Expands nothing.
_outreach_unquote() {
  local rest=$1 char
  bare='' open=''
  while [[ $rest ]]; do
    char=${rest:0:1}
    rest=${rest:1}
    case $open$char in
      "''" | '""') open='' ;;
      "'" | '"') open=$char ;;
      '\') bare+=${rest:0:1} rest=${rest:1} ;;
      '"\')
        case ${rest:0:1} in
          '"' | '\' | '$' | '`') bare+=${rest:0:1} rest=${rest:1} ;;
          *) bare+=$char ;;
        esac
        ;;
      *) bare+=$char ;;
    esac
  done
}

# Sets `quoted` to the text $1 as it is typed within the quote $open, or without one. Each letter by itself: words that begin
# alike stay so, and readline inserts what they have in common. (`printf %q` escapes a comma in some words and not in others.)
_outreach_quote() {
  local char n
  quoted=''
  for ((n = 0; n < ${#1}; n++)); do
    char=${1:n:1}
    case $open$char in
      [][[:blank:]\!\"\#\$\&\'\(\)\*\;\<\>\?\\\^\`\{\|\}\~]) char=\\$char ;;
      "''") char="'\\''" ;;
      '"!') char='"\!"' ;;
      '""' | '"\' | '"$' | '"`') char=\\$char ;;
    esac
    quoted+=$char
  done
  [[ $open ]] || return 0
  # readline closes the quote, unless the text ends with one, and takes a quote that begins the text for the typed one.
  [[ $quoted == *"$open" ]] && quoted+=$open
  [[ $quoted == "$open"* ]] && quoted=$open$quoted
}

# Takes the words out of the list that are in $1, with commas between, and `help`, which goes alone.
_outreach_leave() {
  local word left=()
  for word in "${list[@]}"; do [[ ",$1,help," == *",$word,"* ]] || left+=("$word"); done
  list=("${left[@]}") meanings=()
}

# Offers the words of the list, behind $1, that begin with what is typed; bash itself leaves the first $keep letters alone.
# A second Tab (63) inserts nothing, and shows what they mean.
_outreach_offer() {
  _outreach_match "$1"
  # Names match in any case, as the commands take them.
  if ((${#COMPREPLY[@]} == 0)) && [[ $of ]] && ! shopt -q nocasematch; then
    shopt -s nocasematch
    _outreach_match "$1"
    shopt -u nocasematch
  fi
}

_outreach_match() {
  local word quoted i
  for ((i = 0; i < ${#list[@]}; i++)); do
    word=$1${list[i]}
    if [[ $word == "$current"* && ${COMP_TYPE-} == 63 && ${meanings[i]-} ]]; then
      COMPREPLY+=("$word  (${meanings[i]})")
    elif [[ $word == "$current"* ]]; then
      _outreach_quote "${word:keep}"
      COMPREPLY+=("$quoted")
    fi
  done
}

# Puts the words into `line`: bash cuts them at `=`, `:` and `@`, and only COMP_LINE shows where blanks are.
_outreach_words() {
  local word blank glued i rest=${COMP_LINE-} blanks=$' \t\n'
  rest=${rest:0:${COMP_POINT:-${#rest}}}
  if [[ $rest == *"${COMP_WORDS[0]}"* ]]; then rest=${rest#*"${COMP_WORDS[0]}"}; else rest=''; fi
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ $rest ]]; then
      blank=${rest%%[!$blanks]*}
      rest=${rest#"$blank"}
      glued=''
      [[ $blank ]] || glued=1
      # The cursor may be within the last word.
      ((i == COMP_CWORD)) && [[ $word == "$rest"* ]] && word=$rest
      rest=${rest#"$word"}
    else
      glued=''
      ((${#line[@]} > 0)) && [[ $word == [=:]* || ${line[${#line[@]}-1]} == *[=:] ]] && glued=1
    fi
    if [[ $glued ]]; then
      line[${#line[@]}-1]+=$word
    else
      line+=("$word")
    fi
  done
}

_outreach() {
  local path='' profile='' pending='' plain='' kind='' of='' many='' current word bare open quoted i
  local -i keep=0
  local -a list=() meanings=() line=() given=()
  COMPREPLY=()
  _outreach_words

  for ((i = 0; i < ${#line[@]} - 1; i++)); do
    _outreach_unquote "${line[i]}"
    word=$bare
    if [[ $pending ]]; then
      [[ $pending == --profile ]] && profile=$word
      pending=''
    elif [[ $plain || $word != -* || $word == - ]]; then
      _outreach_commands "$path"
      if ((${#given[@]} == 0)) && _outreach_known "$word"; then
        path=${path:+$path }$word
      else
        given+=("$word")
      fi
    elif [[ $word == -- ]]; then
      plain=1
    elif [[ $word == --profile=* ]]; then
      profile=${word#*=}
    elif [[ $word != *=* ]]; then
      _outreach_value "$path" "$word"
      [[ $kind ]] && pending=$word
    fi
  done

  # What is replaced is the second argument: the part behind the last `=` or `:`, without an opening quote.
  current=${line[${#line[@]}-1]}
  word=${2-${COMP_WORDS[COMP_CWORD]}}
  (($# < 2)) && [[ $word == [=:]* ]] && word=''
  _outreach_unquote "${current%"$word"}"
  keep=${#bare}
  _outreach_unquote "$current"
  current=$bare

  local prefix=''
  kind='' of='' many='' list=()
  if [[ $pending ]]; then
    _outreach_value "$path" "$pending"
  elif [[ ! $plain && $current == --*=* ]]; then
    prefix=${current%%=*}=
    _outreach_value "$path" "${current%%=*}"
  elif [[ ! $plain && $current == -* ]]; then
    _outreach_options "$path"
    kind=words
  else
    _outreach_commands "$path"
    kind=words
    if ((${#list[@]} == 0)); then
      _outreach_place "$path" "${#given[@]}"
      [[ $kind ]] || _outreach_place "$path" '*'
    fi
  fi

  word=${current#"$prefix"}
  if [[ $many && $word == *,* ]]; then
    prefix+=${word%,*},
    word=${word##*,}
  fi
  [[ $of ]] && _outreach_names "$word"
  [[ $many && $prefix == *, ]] && _outreach_leave "${prefix#--*=}"
  case $kind in
    words) _outreach_offer "$prefix" ;;
    commands)
      ((${#given[@]} == 0)) && _outreach_offer ''
      _outreach_commands "${given[*]}"
      _outreach_offer ''
      ;;
    file | folder)
      local raw=''
      compopt -o filenames 2>/dev/null && raw=1
      while IFS= read -r word; do
        word=$prefix$word
        word=${word:keep}
        [[ $raw ]] && quoted=$word || _outreach_quote "$word"
        COMPREPLY+=("$quoted")
      done < <(compgen -A "${kind/folder/directory}" -- "$word")
      ;;
  esac
}

complete -o nosort -F _outreach outreach 2>/dev/null || complete -F _outreach outreach
