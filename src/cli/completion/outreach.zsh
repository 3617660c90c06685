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

# What the value of option $2 of command $1 is: its kind, the kind of names to ask for, whether commas part several, and the
# words that are known; nothing for a flag.
_outreach_value() {
  kind='' of='' many='' list=()
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
  kind='' of='' many='' list=()
  case "$1 $2" in
@@places@@
  esac
}

# What the program knows of kind $of, with $1 typed so far. Waits a second where the program does not answer.
_outreach_names() {
  local name about
  local -i answer end=$((SECONDS + 2))
  whence outreach >/dev/null || return
  # Opened by itself: at the end of a loop zsh would wait for the program.
  exec {answer}< <(outreach __names "$of" "$where" "$profile" "$1" </dev/null 2>/dev/null)
  while (( $#list < 600 && SECONDS < end )) && IFS= read -r -t 1 -u $answer name; do
    about=${${(M)name:#*$'\t'*}#*$'\t'}
    name=${${name%%$'\t'*}//\\/\\\\}
    [[ -n $name ]] && list+=("${name//:/\\:}${about:+:$about}")
  done
  exec {answer}<&-
}

_outreach() {
  local where='' profile='' pending='' plain='' kind='' of='' many='' word
  local -a list given
  local -i i

  for ((i = 2; i < CURRENT; i++)); do
    word=${(Q)words[i]}
    if [[ -n $pending ]]; then
      [[ $pending == --profile ]] && profile=$word
      pending=''
    elif [[ -n $plain || $word != -* || $word == - ]]; then
      _outreach_commands "$where"
      if (( $#given == 0 )) && [[ -n ${(M)list:#${(b)word}(|:*)} ]]; then
        where=${where:+$where }$word
      else
        given+=("$word")
      fi
    elif [[ $word == -- ]]; then
      plain=1
    elif [[ $word == --profile=* ]]; then
      profile=${word#*=}
    elif [[ $word != *=* ]]; then
      _outreach_value "$where" "$word"
      [[ -n $kind ]] && pending=$word
    fi
  done

  kind='' of='' many='' list=()
  if [[ -n $pending ]]; then
    _outreach_value "$where" "$pending"
  elif [[ -z $plain && $PREFIX == --*=* ]]; then
    _outreach_value "$where" "${PREFIX%%=*}"
    compset -P 1 '*='
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

  local given_before=''
  [[ -n $many && $PREFIX == *,* ]] && given_before=${(Q)PREFIX%,*},help && compset -P '*,'
  [[ -n $of ]] && _outreach_names "${(Q)PREFIX}"
  # Not what is in the list already, and not `help`, which goes alone.
  for word in "${(@s:,:)given_before}"; do list=("${(@)list:#${(b)word}(|:*)}"); done
  case $kind in
    (words)
      # Names match in any case, as the commands take them.
      local -a anyCase=()
      [[ -n $of ]] && anyCase=(-M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}')
      _describe -V value list "${anyCase[@]}"
      ;;
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

# Loaded by compinit from a folder of fpath, by a file of `completion install`, or by `source` in .zshrc. There compinit may
# come later: it is waited for until the first prompt, and is run where there is none.
_outreach_register() {
  add-zsh-hook -d precmd _outreach_register
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
  compdef _outreach outreach
}

if [[ $funcstack[1] == _outreach || $funcstack[2] == _outreach ]]; then
  _outreach "$@"
else
  (( $+functions[compdef] )) && compdef _outreach outreach
  [[ $_comps[outreach] == _outreach ]] || { autoload -Uz add-zsh-hook && add-zsh-hook precmd _outreach_register }
fi
