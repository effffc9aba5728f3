import type { Argument, CommandUnknownOpts, Option } from '@commander-js/extra-typings'

/** Completions of the last word of a line: words with descriptions, or a file. */
export interface Candidates {
  words: { word: string; description: string }[]
  files: boolean
}

const NO_CANDIDATES: Candidates = { words: [], files: false }

/**
 * Finds completions for the last of these words. It reads only the definitions of the commands and sends no request
 * to the service.
 */
export function findCandidates(program: CommandUnknownOpts, words: readonly string[]): Candidates {
  const typed = words.at(-1) ?? ''
  let command = program
  let argumentCount = 0
  let pendingOption: Option | undefined
  for (const word of words.slice(0, -1)) {
    if (pendingOption !== undefined) pendingOption = undefined
    else if (word.startsWith('-') && word !== '-') pendingOption = findValueOption(command, word)
    else {
      const inner =
        argumentCount === 0 ? listVisibleCommands(command).find((each) => each.name() === word) : undefined
      if (inner === undefined) argumentCount += 1
      else command = inner
    }
  }
  if (pendingOption !== undefined) {
    return completeValue(pendingOption.argChoices, takesFile(pendingOption.flags), typed)
  }
  if (typed.startsWith('-')) return filterByPrefix(typed, listOptions(command))
  const commands = listVisibleCommands(command).map((each) => ({
    word: each.name(),
    description: each.description(),
  }))
  if (commands.length > 0) return argumentCount === 0 ? filterByPrefix(typed, commands) : NO_CANDIDATES
  const argument = findArgument(command, argumentCount)
  return argument === undefined
    ? NO_CANDIDATES
    : completeValue(argument.argChoices, argument.name() === 'file', typed)
}

/** Formats the candidates for the shell scripts. */
export function formatCandidates({ words, files }: Candidates): string[] {
  return [
    ...words.map(({ word, description }) => `${word}\t${description.split('\n')[0] ?? ''}`),
    ...(files ? [':files'] : []),
  ]
}

function completeValue(choices: readonly string[] | undefined, files: boolean, typed: string): Candidates {
  if (choices === undefined) return { words: [], files }
  return filterByPrefix(
    typed,
    choices.map((word) => ({ word, description: '' })),
  )
}

function filterByPrefix(typed: string, words: Candidates['words']): Candidates {
  return { words: words.filter(({ word }) => word.startsWith(typed)), files: false }
}

function listVisibleCommands(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
}

function listOptions(command: CommandUnknownOpts): Candidates['words'] {
  const visibleOptions = command.createHelp().visibleOptions(command)
  return visibleOptions.flatMap(({ long, description }) => (long ? [{ word: long, description }] : []))
}

function findValueOption(command: CommandUnknownOpts, word: string): Option | undefined {
  const option = command.options.find(({ long, short }) => word === long || word === short)
  return option?.required ? option : undefined
}

function findArgument(command: CommandUnknownOpts, index: number): Argument | undefined {
  const all = command.registeredArguments
  const last = all.at(-1)
  return all[index] ?? (last?.variadic ? last : undefined)
}

function takesFile(flags: string): boolean {
  return flags.includes('<file>')
}
