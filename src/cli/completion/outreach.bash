# bash completion for outreach. Generated from its commands; do not edit.

_outreach_commands() {
  list=()
  case $1 in
@@commands@@
  esac
}

_outreach_options() {
  list=()
  case $1 in
@@options@@
  esac
  list+=(@@everywhere@@)
}

# What the value of option $2 of command $1 is: its kind, the kind of names to ask for, whether commas part several, and the
# words that are known; nothing for a flag.
_outreach_value() {
  kind='' of='' many='' list=()
  case "$1 $2" in
@@values@@
    *)
      case $2 in
@@everywhereValues@@
      esac
      ;;
  esac
}

# What the argument number $2 of command $1 is.
_outreach_place() {
  kind='' of='' many='' list=()
  case "$1 $2" in
@@places@@
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
