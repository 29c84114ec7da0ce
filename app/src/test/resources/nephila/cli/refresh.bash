function _picocli_nephila_refresh() {
  # Get completion data
  local curr_word=${COMP_WORDS[COMP_CWORD]}
  local prev_word=${COMP_WORDS[COMP_CWORD-1]}

  local commands=""
  local flag_opts="'-h' '--help' '--allow-private' '--no-head' '--everything' '--json'"
  local arg_opts="'--links' '-d' '--dir' '--order' '--sample' '--find' '--closed' '--patience' '--until' '--confidence' '--budget' '--delay' '-w' '--workers' '--timeout' '--agent' '--contact' '--seed' '--into'"

  type compopt &>/dev/null && compopt +o default

  case ${prev_word} in
    '--links')
      local IFS=$'\n'
      type compopt &>/dev/null && compopt -o filenames
      COMPREPLY=( $( compgen -f -- "${curr_word}" ) ) # files
      return $?
      ;;
    '-d'|'--dir')
      local IFS=$'\n'
      type compopt &>/dev/null && compopt -o filenames
      COMPREPLY=( $( compgen -f -- "${curr_word}" ) ) # files
      return $?
      ;;
    '--order')
      return
      ;;
    '--sample')
      return
      ;;
    '--find')
      return
      ;;
    '--closed')
      return
      ;;
    '--patience')
      return
      ;;
    '--until')
      return
      ;;
    '--confidence')
      return
      ;;
    '--budget')
      return
      ;;
    '--delay')
      return
      ;;
    '-w'|'--workers')
      return
      ;;
    '--timeout')
      return
      ;;
    '--agent')
      return
      ;;
    '--contact')
      return
      ;;
    '--seed')
      return
      ;;
    '--into')
      local IFS=$'\n'
      type compopt &>/dev/null && compopt -o filenames
      COMPREPLY=( $( compgen -f -- "${curr_word}" ) ) # files
      return $?
      ;;
  esac

  if [[ "${curr_word}" == -* ]]; then
    COMPREPLY=( $(compgen -W "${flag_opts} ${arg_opts}" -- "${curr_word}") )
  else
    local positionals=""
    local currIndex
    currIndex=$(currentPositionalIndex "refresh" "${arg_opts}" "${flag_opts}")
    if (( currIndex >= 0 && currIndex <= 2147483647 )); then
      local IFS=$'\n'
      type compopt &>/dev/null && compopt -o filenames
      positionals=$( compgen -f -- "${curr_word}" ) # files
    fi
    local IFS=$'\n'
    COMPREPLY=( $(compgen -W "${commands// /$'\n'}${IFS}${positionals}" -- "${curr_word}") )
  fi
}
