import { expect } from 'vitest'
import { listCommandRows } from '../../../client/src/cli/overview.ts'
import { createProgram } from '../../../client/src/cli/program.ts'

/** The documented `--json` output of each command, by its words. */
const documented = listCommandRows(createProgram('')).flatMap(({ usage, json }) =>
  json === null
    ? []
    : [
        {
          words: usage
            .replaceAll(/ [<[].*/g, '')
            .split(' ')
            .slice(1),
          json,
        },
      ],
)
const seen = new Set<string>()

/** Compares the `--json` output of a command with its help, and records that it was checked. */
export function expectDocumentedOutput(args: readonly string[], out: string): void {
  const command = documented.find(({ words }) => words.every((word, index) => args[index] === word))
  if (command === undefined) throw new Error(`${args.join(' ')} documents no JSON`)
  const { words, json } = command
  const shapes = [...(args.includes('--no-wait') ? '{id, state, result_url}' : json).matchAll(/\{([^}]*)\}/g)]
  const alternatives = shapes.map(([, members = '']) => members.split(', ').filter((name) => name !== '…'))
  const printed = json.startsWith('lines') ? out.split('\n').filter((line) => line !== '') : [out]
  for (const text of printed) {
    const value: Record<string, unknown> = JSON.parse(text)
    const fits = alternatives.some((members) => members.every((name) => name in value))
    expect(fits || json.includes('or the answer'), `${words.join(' ')} prints ${json}, not ${text}`).toBe(
      true,
    )
  }
  if (printed.length > 0) seen.add(words.join(' '))
}

/** The commands whose JSON no test has seen. */
export function listUnseenOutputs(): string[] {
  return documented.map(({ words }) => words.join(' ')).filter((words) => !seen.has(words))
}
