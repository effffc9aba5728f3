import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings'
import { findJsonShape } from './commands/json-shape.ts'
import { EXIT, EXIT_MEANINGS } from './exit-codes.ts'

/** A command as the overview and the README list it. */
export interface Row {
  usage: string
  description: string
  /** What it prints with `--json`; null if it has no such option. */
  json: string | null
}

/** Lists every command in the order of the help. */
export function listCommandRows(program: Command): Row[] {
  return program.commands
    .filter((command) => !isHidden(program, command.name()))
    .flatMap((command) => listRows(command, 'rulewright'))
}

/** Lists every exit code with its meaning. */
export function exitRows(): { code: number; description: string }[] {
  return Object.entries(EXIT_MEANINGS).map(([name, meaning]) => ({
    code: EXIT[name as keyof typeof EXIT],
    description: meaning,
  }))
}

/** Returns the text that `rulewright --help` prints. */
export function formatOverview(program: Command): string {
  const rows = listCommandRows(program)
  const width = Math.max(...rows.map(({ usage }) => usage.length))
  return [
    'Usage: rulewright <command> [options]',
    '',
    program.description(),
    'Each command has its options with --help, such as: rulewright triage --help',
    '',
    'Commands:',
    ...rows.map(({ usage, description }) => `  ${usage.padEnd(width)}  ${description}`),
    '',
    'Exit codes:',
    ...exitRows().map(({ code, description }) => `  ${String(code).padEnd(width)}  ${description}`),
    '',
    'Environment:',
    `  ${'RULEWRIGHT_URL'.padEnd(width)}  address of the service`,
    `  ${'RULEWRIGHT_TOKEN'.padEnd(width)}  personal access token, used instead of the stored one`,
    `  ${'NODE_EXTRA_CA_CERTS'.padEnd(width)}  file of further certificate authorities`,
    '',
  ].join('\n')
}

function isHidden(program: Command, name: string): boolean {
  return !program
    .createHelp()
    .visibleCommands(program)
    .some((command) => command.name() === name)
}

function listRows(command: CommandUnknownOpts, before: string): Row[] {
  const path = `${before} ${command.name()}`
  if (command.commands.length > 0) return command.commands.flatMap((inner) => listRows(inner, path))
  const argumentNames = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`
    return argument.required ? `<${name}>` : `[${name}]`
  })
  return [
    {
      usage: [path, ...argumentNames].join(' '),
      description: command.description(),
      json: findJsonShape(command),
    },
  ]
}
