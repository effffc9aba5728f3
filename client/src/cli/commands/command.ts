import { type Command, InvalidArgumentError, type OptionValues } from '@commander-js/extra-typings'
import { registerJsonShape } from './json-shape.ts'

/** Adds a command with the common options; `json` describes what it prints with `--json`. */
export function addCommand(parent: Command, name: string, description: string, json: string) {
  const command = parent.createCommand(name).copyInheritedSettings(parent)
  parent.addCommand(command)
  registerJsonShape(command, json)
  return command
    .description(description)
    .option('--json', 'print JSON for scripts')
    .option('--url <address>', 'address of the service, instead of RULEWRIGHT_URL or the last sign-in')
}

/** A command with the common options. */
export type LeafCommand = ReturnType<typeof addCommand>

/** Adds the options of commands that can run as a job. */
export function addJobOptions(command: LeafCommand) {
  return command
    .option('--job', 'run it as a background job, which continues if this command is interrupted')
    .option('--no-wait', 'with --job: print the job and do not wait for it')
}

/** Adds the options of commands that write a file. */
export function addFileOptions<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  return command
    .option(
      '-o, --output <file>',
      'the file to write, - for standard output (default: the name from the service)',
    )
    .option('--force', 'replace a file that exists')
}

/** Parses an id. */
export function parseId(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647) return Number(text)
  throw new InvalidArgumentError('An id is a whole number above 0.')
}

/** Parses an id and appends it to the previous ones. */
export function parseIds(text: string, before: number[] | undefined): number[] {
  return [...(before ?? []), parseId(text)]
}

/** Parses a number of 1 or more. */
export function parseCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is a whole number above 0.')
}

/** Parses a date. */
export function parseDay(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  throw new InvalidArgumentError('A day is written as 2026-12-31.')
}
