#compdef outreach
# zsh completion for outreach. Generated from its commands; do not edit.

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
    (*)
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

_outreach() {
  local where='' pending='' plain='' kind='' word
  local -a list given
  local -i i

  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    if [[ -n $pending ]]; then
      pending=''
    elif [[ -n $plain || $word != -* || $word == - ]]; then
      _outreach_commands "$where"
      if (( $#given == 0 )) && [[ -n ${(M)list:#$word:*} ]]; then
        where=${where:+$where }$word
      else
        given+=("$word")
      fi
    elif [[ $word == -- ]]; then
      plain=1
    elif [[ $word != *=* ]]; then
      _outreach_value "$where" "$word"
      [[ -n $kind ]] && pending=$word
    fi
  done

  kind='' list=()
  if [[ -n $pending ]]; then
    _outreach_value "$where" "$pending"
  elif [[ -z $plain && $PREFIX == --*=* ]]; then
    _outreach_value "$where" "${PREFIX%%=*}"
    compset -P '*='
  elif [[ -z $plain && $PREFIX == -* ]]; then
    _outreach_options "$where"
    _describe -o option list
    return
  else
    _outreach_commands "$where"
    kind=words
    if (( $#list == 0 )); then
      _outreach_place "$where" $#given
      [[ -n $kind ]] || _outreach_place "$where" '*'
    fi
  fi

  case $kind in
    (list)
      compset -P '*,'
      _describe value list
      ;;
    (words) _describe value list ;;
    (commands)
      local -a known=()
      (( $#given == 0 )) && known=("${list[@]}")
      _outreach_commands "${(j: :)given}"
      list=("${known[@]}" "${list[@]}")
      _describe value list
      ;;
    (file) _files ;;
    (folder) _files -/ ;;
    (*) _message 'no more to offer' ;;
  esac
}

if [[ $funcstack[1] == _outreach ]]; then
  _outreach "$@"
else
  compdef _outreach outreach
fi
