function _picocli_nephila_community() {
  # Get completion data
  local curr_word=${COMP_WORDS[COMP_CWORD]}
  local prev_word=${COMP_WORDS[COMP_CWORD-1]}

  local commands=""
  local flag_opts="'-h' '--help' '--allow-private' '--impact' '--no-index' '--json'"
  local arg_opts="'-d' '--dir' '--seed-file' '--scope' '--include' '--exclude' '--max-pages' '--delay' '-w' '--workers' '--agent' '--contact' '--topic' '--example' '--example-file' '--not' '--words' '--relevance-floor' '--harvest-floor' '--depth' '--from' '--base' '--graph' '--urls' '--local' '--select' '--iterations' '--budget' '--discarded' '--reference' '--seed' '--out' '--svg'"

  type compopt &>/dev/null && compopt +o default

  case ${prev_word} in
    '-d'|'--dir')
      local IFS=$'\n'
      type compopt &>/dev/null && compopt -o filenames
      COMPREPLY=( $( compgen -f -- "${curr_word}" ) ) # files
      return $?
      ;;
    '--seed-file')
      local IFS=$'\n'
      type compopt &>/dev/null && compopt -o filenames
      COMPREPLY=( $( compgen -f -- "${curr_word}" ) ) # files
      return $?
      ;;
    '--scope')
      return
      ;;
    '--include')
      return
      ;;
    '--exclude')
      return
      ;;
    '--max-pages')
      return
      ;;
    '--delay')
      return
      ;;
    '-w'|'--workers')
      return
      ;;
    '--agent')
      return
      ;;
    '--contact')
      return
      ;;
    '--topic')
      return
      ;;
    '--example')
      return
      ;;
    '--example-file')
      local IFS=$'\n'
      type compopt &>/dev/null && compopt -o filenames
      COMPREPLY=( $( compgen -f -- "${curr_word}" ) ) # files
      return $?
      ;;
    '--not')
      return
      ;;
    '--words')
      return
      ;;
    '--relevance-floor')
      return
      ;;
    '--harvest-floor')
      return
      ;;
    '--depth')
      return
      ;;
    '--from')
      local IFS=$'\n'
      type compopt &>/dev/null && compopt -o filenames
      COMPREPLY=( $( compgen -f -- "${curr_word}" ) ) # files
      return $?
      ;;
    '--base')
      return
      ;;
    '--graph')
      return
      ;;
    '--urls')
      local IFS=$'\n'
      type compopt &>/dev/null && compopt -o filenames
      COMPREPLY=( $( compgen -f -- "${curr_word}" ) ) # files
      return $?
      ;;
    '--local')
      local IFS=$'\n'
      type compopt &>/dev/null && compopt -o filenames
      COMPREPLY=( $( compgen -f -- "${curr_word}" ) ) # files
      return $?
      ;;
    '--select')
      return
      ;;
    '--iterations')
      return
      ;;
    '--budget')
      return
      ;;
    '--discarded')
      local IFS=$'\n'
      type compopt &>/dev/null && compopt -o filenames
      COMPREPLY=( $( compgen -f -- "${curr_word}" ) ) # files
      return $?
      ;;
    '--reference')
      local IFS=$'\n'
      type compopt &>/dev/null && compopt -o filenames
      COMPREPLY=( $( compgen -f -- "${curr_word}" ) ) # files
      return $?
      ;;
    '--seed')
      return
      ;;
    '--out')
      local IFS=$'\n'
      type compopt &>/dev/null && compopt -o filenames
      COMPREPLY=( $( compgen -f -- "${curr_word}" ) ) # files
      return $?
      ;;
    '--svg')
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
    local IFS=$'\n'
    COMPREPLY=( $(compgen -W "${commands// /$'\n'}${IFS}${positionals}" -- "${curr_word}") )
  fi
}
