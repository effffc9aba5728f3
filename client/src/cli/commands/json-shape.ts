import type { CommandUnknownOpts } from '@commander-js/extra-typings'

const shapes = new WeakMap<CommandUnknownOpts, string>()

/** Registers what a command prints with `--json`, and adds it to its help. */
export function registerJsonShape(command: CommandUnknownOpts, shape: string): void {
  shapes.set(command, shape)
  command.addHelpText('after', `\nWith --json: ${shape}`)
}

/** Returns what a command prints with `--json`; null without that option. */
export function findJsonShape(command: CommandUnknownOpts): string | null {
  return shapes.get(command) ?? null
}
