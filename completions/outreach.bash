# bash completion for outreach. Generated from its commands; do not edit.

_outreach_commands() {
  list=()
  case $1 in
    '') list=(start login logout whoami doctor profiles leads senders campaigns finder replies drafts credits report sandbox api commands completion help) ;;
    'profiles') list=(list use show set remove route) ;;
    'leads') list=(list get add import export update delete categorize move conversation meeting) ;;
    'leads meeting') list=(mark clear) ;;
    'senders') list=(list get connect update dns warmup) ;;
    'senders warmup') list=(show set) ;;
    'campaigns') list=(list get create update pause resume schedule health stats sequence senders) ;;
    'campaigns sequence') list=(show set) ;;
    'campaigns senders') list=(attach) ;;
    'finder') list=(filters search import imports) ;;
    'finder imports') list=(list get wait) ;;
    'replies') list=(list show) ;;
    'drafts') list=(list show edit send) ;;
    'credits') list=(balance transactions buy) ;;
    'report') list=(outcomes) ;;
    'sandbox') list=(info serve reset clock) ;;
    'sandbox clock') list=(show advance set) ;;
    'completion') list=(bash zsh fish powershell) ;;
  esac
}

_outreach_options() {
  list=()
  case $1 in
    '') list=(--version) ;;
    'login') list=(--base-url --key-stdin --key-file --workspace) ;;
    'profiles set') list=(--base-url --mcp-url --site-url --workspace --max-credits-per-day --max-usd-per-day --unset) ;;
    'profiles remove') list=(--yes -y) ;;
    'profiles route') list=(--clear) ;;
    'leads list') list=(--email --campaign --page --limit --all) ;;
    'leads add') list=(--middle-name --campaign --first-name --last-name --company --title --phone --website --linkedin --var --dry-run --yes -y) ;;
    'leads import') list=(--campaign --map --delimiter --rejects --strict --dry-run --yes -y) ;;
    'leads export') list=(--campaign --page --limit --all) ;;
    'leads update') list=(--email --first-name --last-name --company --title --phone --website --linkedin --var --dry-run --yes -y) ;;
    'leads delete'|'leads categorize'|'leads move'|'leads meeting mark'|'leads meeting clear'|'campaigns pause'|'campaigns sequence set'|'campaigns senders attach') list=(--dry-run --yes -y) ;;
    'senders list') list=(--campaign --space --connected --no-connected --page --limit --all) ;;
    'senders connect') list=(--imap --smtp --login --password-file --first-name --last-name --dry-run --yes -y) ;;
    'senders update') list=(--given-name --family-name --signature --signature-file --daily-limit --max-limit --min-limit --build-up --no-build-up --dry-run --yes -y) ;;
    'senders warmup set') list=(--enabled --no-enabled --start-limit --increase-by --cap-limit --replies --no-replies --weekdays-only --no-weekdays-only --timezone --dry-run --yes -y) ;;
    'campaigns list'|'finder imports list'|'replies list'|'drafts list'|'credits transactions') list=(--page --limit --all) ;;
    'campaigns create') list=(--emoji --flow --daily-limit --sender-limit --sender-variation --min-gap --max-gap --min-health --non-business --no-non-business --ignore-out-of-office --no-ignore-out-of-office --catch-all-validated --no-catch-all-validated --email-verifier --no-email-verifier --ignore-hard-bounced --no-ignore-hard-bounced --ignore-responded --no-ignore-responded --llm --no-llm --skip-existing --no-skip-existing --stop-for-company --no-stop-for-company --stop-on-reply --no-stop-on-reply --dry-run --yes -y) ;;
    'campaigns update') list=(--name --stop-across-campaigns --no-stop-across-campaigns --emoji --flow --daily-limit --sender-limit --sender-variation --min-gap --max-gap --min-health --non-business --no-non-business --ignore-out-of-office --no-ignore-out-of-office --catch-all-validated --no-catch-all-validated --email-verifier --no-email-verifier --ignore-hard-bounced --no-ignore-hard-bounced --ignore-responded --no-ignore-responded --llm --no-llm --skip-existing --no-skip-existing --stop-for-company --no-stop-for-company --stop-on-reply --no-stop-on-reply --dry-run --yes -y) ;;
    'campaigns resume'|'drafts send'|'credits buy') list=(--dry-run --yes -y --max-credits --max-usd) ;;
    'campaigns schedule') list=(--days --from --to --min-gap --max-gap --dry-run --yes -y) ;;
    'campaigns sequence show') list=(--out) ;;
    'finder search') list=(--job-title --exclude-job-title --seniority --job-function --industry --exclude-industry --size --revenue --country --exclude-country --region --continent --state --city --headquarters --exclude-headquarters --domain --exclude-domain --company-name --keywords --technology --filters-file --page --limit --all) ;;
    'finder import') list=(--campaign --count --ref --from-start --verify --no-verify --job-title --exclude-job-title --seniority --job-function --industry --exclude-industry --size --revenue --country --exclude-country --region --continent --state --city --headquarters --exclude-headquarters --domain --exclude-domain --company-name --keywords --technology --filters-file --dry-run --yes -y --max-credits --max-usd --wait --no-wait --wait-timeout --interval) ;;
    'finder imports wait') list=(--wait --no-wait --wait-timeout --interval) ;;
    'drafts edit') list=(--subject --body --file --dry-run --yes -y) ;;
    'report outcomes') list=(--since --until --campaign) ;;
    'sandbox serve') list=(--port) ;;
    'sandbox reset') list=(--yes -y --keep --seed) ;;
    'api') list=(--list --param --query --field --raw-field --input --include --dry-run --yes -y --max-credits --max-usd) ;;
    'commands') list=(--schemas) ;;
  esac
  list+=(--profile --json --ndjson --csv --fields --no-color --quiet -q --no-input --debug --timeout --help -h)
}

# What the value of option $2 of command $1 is; nothing for a flag.
_outreach_value() {
  kind='' list=()
  case "$1 $2" in
    'login --base-url'|'login --workspace'|'profiles set --base-url'|'profiles set --mcp-url'|'profiles set --site-url'|'profiles set --workspace'|'profiles set --max-credits-per-day'|'profiles set --max-usd-per-day'|'leads list --email'|'leads list --campaign'|'leads list --page'|'leads list --limit'|'leads add --middle-name'|'leads add --campaign'|'leads add --first-name'|'leads add --last-name'|'leads add --company'|'leads add --title'|'leads add --phone'|'leads add --website'|'leads add --linkedin'|'leads add --var'|'leads import --campaign'|'leads import --map'|'leads import --delimiter'|'leads export --campaign'|'leads export --page'|'leads export --limit'|'leads update --email'|'leads update --first-name'|'leads update --last-name'|'leads update --company'|'leads update --title'|'leads update --phone'|'leads update --website'|'leads update --linkedin'|'leads update --var'|'senders list --campaign'|'senders list --space'|'senders list --page'|'senders list --limit'|'senders connect --imap'|'senders connect --smtp'|'senders connect --login'|'senders connect --first-name'|'senders connect --last-name'|'senders update --given-name'|'senders update --family-name'|'senders update --signature'|'senders update --daily-limit'|'senders update --max-limit'|'senders update --min-limit'|'senders warmup set --start-limit'|'senders warmup set --increase-by'|'senders warmup set --cap-limit'|'senders warmup set --timezone'|'campaigns list --page'|'campaigns list --limit'|'campaigns create --emoji'|'campaigns create --daily-limit'|'campaigns create --sender-limit'|'campaigns create --sender-variation'|'campaigns create --min-gap'|'campaigns create --max-gap'|'campaigns create --min-health'|'campaigns update --name'|'campaigns update --emoji'|'campaigns update --daily-limit'|'campaigns update --sender-limit'|'campaigns update --sender-variation'|'campaigns update --min-gap'|'campaigns update --max-gap'|'campaigns update --min-health'|'campaigns resume --max-credits'|'campaigns resume --max-usd'|'campaigns schedule --days'|'campaigns schedule --from'|'campaigns schedule --to'|'campaigns schedule --min-gap'|'campaigns schedule --max-gap'|'finder search --job-title'|'finder search --exclude-job-title'|'finder search --seniority'|'finder search --job-function'|'finder search --industry'|'finder search --exclude-industry'|'finder search --size'|'finder search --revenue'|'finder search --country'|'finder search --exclude-country'|'finder search --region'|'finder search --continent'|'finder search --state'|'finder search --city'|'finder search --headquarters'|'finder search --exclude-headquarters'|'finder search --domain'|'finder search --exclude-domain'|'finder search --company-name'|'finder search --keywords'|'finder search --technology'|'finder search --page'|'finder search --limit'|'finder import --campaign'|'finder import --count'|'finder import --ref'|'finder import --job-title'|'finder import --exclude-job-title'|'finder import --seniority'|'finder import --job-function'|'finder import --industry'|'finder import --exclude-industry'|'finder import --size'|'finder import --revenue'|'finder import --country'|'finder import --exclude-country'|'finder import --region'|'finder import --continent'|'finder import --state'|'finder import --city'|'finder import --headquarters'|'finder import --exclude-headquarters'|'finder import --domain'|'finder import --exclude-domain'|'finder import --company-name'|'finder import --keywords'|'finder import --technology'|'finder import --max-credits'|'finder import --max-usd'|'finder import --wait-timeout'|'finder import --interval'|'finder imports list --page'|'finder imports list --limit'|'finder imports wait --wait-timeout'|'finder imports wait --interval'|'replies list --page'|'replies list --limit'|'drafts list --page'|'drafts list --limit'|'drafts edit --subject'|'drafts edit --body'|'drafts send --max-credits'|'drafts send --max-usd'|'credits transactions --page'|'credits transactions --limit'|'credits buy --max-credits'|'credits buy --max-usd'|'report outcomes --since'|'report outcomes --until'|'report outcomes --campaign'|'sandbox serve --port'|'sandbox reset --seed'|'api --param'|'api --query'|'api --field'|'api --raw-field'|'api --max-credits'|'api --max-usd') kind=text ;;
    'login --key-file'|'leads import --rejects'|'senders connect --password-file'|'senders update --signature-file'|'campaigns sequence show --out'|'finder search --filters-file'|'finder import --filters-file'|'drafts edit --file'|'api --input') kind=file ;;
    'profiles set --unset') kind=list list=(base-url mcp-url site-url workspace max-credits-per-day max-usd-per-day) ;;
    'campaigns create --flow'|'campaigns update --flow') kind=words list=(multiple_leads_scheduled api) ;;
    *)
      case $2 in
        '--profile'|'--fields'|'--timeout') kind=text ;;
      esac
      ;;
  esac
}

# What the argument number $2 of command $1 is.
_outreach_place() {
  kind='' list=()
  case "$1 $2" in
    'leads import 0'|'campaigns sequence set 1') kind=file ;;
    'leads categorize 1') kind=words list=(interested not_interested bounced out_of_office delivery_incomplete meeting_booked) ;;
    'finder filters 0') kind=words list=(seniorities jobFunctions companySizes revenue industries countries headquartersCountries regions continents) ;;
    'api 0') kind=words list=(GET POST PUT DELETE leads.list leads.upsert leads.get leads.update leads.delete leads.setCategory leads.markMeeting leads.clearMeeting leads.move leads.conversation senders.list senders.connect senders.get senders.update senders.dns senders.warmup senders.setWarmup campaigns.list campaigns.create campaigns.get campaigns.update campaigns.resume campaigns.pause campaigns.schedule campaigns.getSchedule campaigns.sequence campaigns.replaceSequence campaigns.attachSenders campaigns.health campaigns.stats finder.filters finder.search finder.imports finder.startImport finder.import replies.list drafts.list drafts.update drafts.send credits.balance credits.transactions credits.purchase report.outcomes) ;;
    'commands *') kind=commands ;;
    'help *') kind=commands list=(environment exit-codes output safety sandbox lead-files) ;;
  esac
}

_outreach_known() {
  local word
  for word in "${list[@]}"; do [[ $word == "$1" ]] && return 0; done
  return 1
}

_outreach_offer() {
  local word quoted
  for word in "${list[@]}"; do
    if [[ $word == "$2"* ]]; then
      printf -v quoted %q "$word"
      COMPREPLY+=("$1$quoted")
    fi
  done
}

_outreach() {
  local path='' pending='' plain='' kind='' current word i
  local -a list=() line=() given=()
  COMPREPLY=()

  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((${#line[@]} > 0)) && [[ $word == [=:]* || ${line[${#line[@]}-1]} == *[=:] ]]; then
      line[${#line[@]}-1]+=$word
    else
      line+=("$word")
    fi
  done
  current=${line[${#line[@]}-1]}

  for ((i = 0; i < ${#line[@]} - 1; i++)); do
    word=${line[i]}
    if [[ $pending ]]; then
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
    elif [[ $word != *=* ]]; then
      _outreach_value "$path" "$word"
      [[ $kind ]] && pending=$word
    fi
  done

  local prefix=''
  kind='' list=()
  if [[ $pending ]]; then
    _outreach_value "$path" "$pending"
  elif [[ ! $plain && $current == --*=* ]]; then
    _outreach_value "$path" "${current%%=*}"
    [[ $COMP_WORDBREAKS == *=* ]] || prefix=${current%%=*}=
    current=${current#*=}
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

  case $kind in
    list)
      [[ $current == *,* ]] && prefix+=${current%,*},
      _outreach_offer "$prefix" "${current##*,}"
      ;;
    words) _outreach_offer "$prefix" "$current" ;;
    commands)
      ((${#given[@]} == 0)) && _outreach_offer "$prefix" "$current"
      _outreach_commands "${given[*]}"
      _outreach_offer "$prefix" "$current"
      ;;
    file)
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do COMPREPLY+=("$prefix$word"); done < <(compgen -f -- "$current")
      ;;
  esac
}

complete -o nosort -F _outreach outreach 2>/dev/null || complete -F _outreach outreach
