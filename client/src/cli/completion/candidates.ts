import type { Argument, CommandUnknownOpts, Option } from '@commander-js/extra-typings'

/** What may stand at the end of a line: words with what they mean, or a file. */
export interface Candidates {
  words: { word: string; about: string }[]
  files: boolean
}

const NOTHING: Candidates = { words: [], files: false }

/**
 * What may stand in place of the last of these words, which is as far as someone typed it. From the commands alone:
 * nothing is asked of a service, and no word is run.
 */
export function candidates(program: CommandUnknownOpts, words: readonly string[]): Candidates {
  const typed = words.at(-1) ?? ''
  let command = program
  let given = 0
  let awaited: Option | undefined
  for (const word of words.slice(0, -1)) {
    if (awaited !== undefined) awaited = undefined
    else if (word.startsWith('-') && word !== '-') awaited = valued(command, word)
    else {
      const inner = given === 0 ? visible(command).find((each) => each.name() === word) : undefined
      if (inner === undefined) given += 1
      else command = inner
    }
  }
  if (awaited !== undefined) return values(awaited.argChoices, fileIn(awaited.flags), typed)
  if (typed.startsWith('-')) return beginning(typed, options(command))
  const commands = visible(command).map((each) => ({ word: each.name(), about: each.description() }))
  if (commands.length > 0) return given === 0 ? beginning(typed, commands) : NOTHING
  const argument = argumentAt(command, given)
  return argument === undefined ? NOTHING : values(argument.argChoices, argument.name() === 'file', typed)
}

/** The candidates as the scripts of the shells read them. */
export function candidateLines({ words, files }: Candidates): string[] {
  return [
    ...words.map(({ word, about }) => `${word}\t${about.split('\n')[0] ?? ''}`),
    ...(files ? [':files'] : []),
  ]
}

function values(choices: readonly string[] | undefined, files: boolean, typed: string): Candidates {
  if (choices === undefined) return { words: [], files }
  return beginning(
    typed,
    choices.map((word) => ({ word, about: '' })),
  )
}

function beginning(typed: string, words: Candidates['words']): Candidates {
  return { words: words.filter(({ word }) => word.startsWith(typed)), files: false }
}

function visible(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
}

function options(command: CommandUnknownOpts): Candidates['words'] {
  const shown = command.createHelp().visibleOptions(command)
  return shown.flatMap(({ long, description }) => (long ? [{ word: long, about: description }] : []))
}

function valued(command: CommandUnknownOpts, word: string): Option | undefined {
  const option = command.options.find(({ long, short }) => word === long || word === short)
  return option?.required ? option : undefined
}

function argumentAt(command: CommandUnknownOpts, at: number): Argument | undefined {
  const all = command.registeredArguments
  const last = all.at(-1)
  return all[at] ?? (last?.variadic ? last : undefined)
}

function fileIn(flags: string): boolean {
  return flags.includes('<file>')
}
