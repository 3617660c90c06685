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

# What the value of option $2 of command $1 is; nothing for a flag.
_outreach_value() {
  kind='' list=()
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
  kind='' list=()
  case "$1 $2" in
@@places@@
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
    file | folder)
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do
        COMPREPLY+=("$prefix$word")
      done < <(compgen "-A" "${kind/folder/directory}" -- "$current")
      ;;
  esac
}

complete -o nosort -F _outreach outreach 2>/dev/null || complete -F _outreach outreach
