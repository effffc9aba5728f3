/** Completion scripts by shell. They pass the words of the line to the tool and never evaluate them. */
export const SCRIPTS = {
  bash: String.raw`# bash completion for rulewright; in ~/.bashrc: source <(rulewright completion bash)
_rulewright() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :files) compopt -o default -o filenames 2>/dev/null ;;
      *) COMPREPLY+=("${"${line%%$'\\t'*}"}") ;;
    esac
  done < <(rulewright complete -- "${'${COMP_WORDS[@]:1:COMP_CWORD}'}" 2>/dev/null)
}
complete -F _rulewright rulewright
`,
  zsh: String.raw`#compdef rulewright
# zsh completion for rulewright; in ~/.zshrc, behind compinit: source <(rulewright completion zsh)
_rulewright() {
  local line word
  local -a found
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      _files
    else
      word=${"${line%%$'\\t'*}"}
      found+=("${'${word//:/\\\\:}'}:${"${line#*$'\\t'}"}")
    fi
  done < <(rulewright complete -- "${'${(@)words[2,CURRENT]}'}" 2>/dev/null)
  (( ${'${#found}'} )) && _describe rulewright found
}
compdef _rulewright rulewright
`,
  fish: String.raw`# fish completion for rulewright; in config.fish: rulewright completion fish | source
function __rulewright
    set -l words (commandline -opc) (commandline -ct)
    for line in (rulewright complete -- $words[2..-1] 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path (commandline -ct)
        else
            printf '%s\n' $line
        end
    end
end
complete -c rulewright -f -a '(__rulewright)'
`,
} as const

export const SHELLS = ['bash', 'zsh', 'fish'] as const satisfies (keyof typeof SCRIPTS)[]
