function _picocli_nephila_cluster_worker() {
  # Get completion data
  local curr_word=${COMP_WORDS[COMP_CWORD]}
  local prev_word=${COMP_WORDS[COMP_CWORD-1]}

  local commands=""
  local flag_opts="'-h' '--help' '--until-finished' '-q' '--quiet' '--no-fetch' '--allow-private' '--continuous' '--near-duplicates' '--sitemaps' '--no-archive' '--requisites' '--cookies' '--insecure' '--small-edge'"
  local arg_opts="'--kafka' '--crawl' '--kafka-config' '-X' '--partitions' '--replication' '--split' '--id' '-d' '--dir' '--standbys' '--threads' '--commit-millis' '--config' '--seed-file' '--profile' '--scope' '--include' '--exclude' '--focus' '--select' '--focus-by' '--importance' '--window' '--links' '--internal' '--dynamic' '--by' '--preference' '--max-pages' '--budget' '--max-time' '--depth' '--delay' '-w' '--workers' '--agent' '--contact' '--refresh' '--discovery-share' '--steer' '--refresh-power' '--min-age' '--gone-after' '--host-share' '--allow-network' '--gzip' '--max-requisites' '--max-requisite-bytes' '--max-bytes' '--memory' '--timeout' '--proxy' '--damping'"
  local archivesearchdata_option_args=("archive" "search" "data") # --profile values

  type compopt &>/dev/null && compopt +o default

  case ${prev_word} in
    '--kafka')
      return
      ;;
    '--crawl')
      return
      ;;
    '--kafka-config')
      local IFS=$'\n'
      type compopt &>/dev/null && compopt -o filenames
      COMPREPLY=( $( compgen -f -- "${curr_word}" ) ) # files
      return $?
      ;;
    '-X')
      return
      ;;
    '--partitions')
      return
      ;;
    '--replication')
      return
      ;;
    '--split')
      return
      ;;
    '--id')
      return
      ;;
    '-d'|'--dir')
      local IFS=$'\n'
      type compopt &>/dev/null && compopt -o filenames
      COMPREPLY=( $( compgen -f -- "${curr_word}" ) ) # files
      return $?
      ;;
    '--standbys')
      return
      ;;
    '--threads')
      return
      ;;
    '--commit-millis')
      return
      ;;
    '--config')
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
    '--profile')
      local IFS=$'\n'
      COMPREPLY=( $( compReplyArray "${archivesearchdata_option_args[@]}" ) )
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
    '--focus')
      return
      ;;
    '--select')
      return
      ;;
    '--focus-by')
      return
      ;;
    '--importance')
      return
      ;;
    '--window')
      return
      ;;
    '--links')
      return
      ;;
    '--internal')
      return
      ;;
    '--dynamic')
      return
      ;;
    '--by')
      return
      ;;
    '--preference')
      return
      ;;
    '--max-pages')
      return
      ;;
    '--budget')
      return
      ;;
    '--max-time')
      return
      ;;
    '--depth')
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
    '--refresh')
      return
      ;;
    '--discovery-share')
      return
      ;;
    '--steer')
      return
      ;;
    '--refresh-power')
      return
      ;;
    '--min-age')
      return
      ;;
    '--gone-after')
      return
      ;;
    '--host-share')
      return
      ;;
    '--allow-network')
      return
      ;;
    '--gzip')
      return
      ;;
    '--max-requisites')
      return
      ;;
    '--max-requisite-bytes')
      return
      ;;
    '--max-bytes')
      return
      ;;
    '--memory')
      return
      ;;
    '--timeout')
      return
      ;;
    '--proxy')
      return
      ;;
    '--damping')
      return
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
