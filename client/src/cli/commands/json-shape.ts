import type { CommandUnknownOpts } from '@commander-js/extra-typings'

const shapes = new WeakMap<CommandUnknownOpts, string>()

/** Remembers what a command prints with `--json`, and says so in its help. */
export function printsJson(command: CommandUnknownOpts, shape: string): void {
  shapes.set(command, shape)
  command.addHelpText('after', `\nWith --json: ${shape}`)
}

/** What a command prints with `--json`; null where it takes no such option. */
export function findJsonShape(command: CommandUnknownOpts): string | null {
  return shapes.get(command) ?? null
}
