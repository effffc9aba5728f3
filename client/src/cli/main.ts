#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { CommanderError } from '@commander-js/extra-typings'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { Failure, toFailure, isObject } from './failure.ts'
import { createProgram } from './program.ts'
import { interrupted, listenForInterrupts } from './terminal/interrupt.ts'
import { plain, plainJson } from './terminal/plain.ts'
import { clearBar } from './terminal/progress.ts'

// A reader that has enough, such as head, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? EXIT.done : told(error, process.argv.includes('--json'), EXIT.file))
})
listenForInterrupts()
process.exitCode = await run(process.argv)
// A board's connection or an unfinished upload must not keep the process.
if (interrupted.aborted) process.exit()

async function run(given: string[]): Promise<ExitCode> {
  const json = given.includes('--json')
  try {
    await createProgram(readVersion(), json).parseAsync(given)
    return EXIT.done
  } catch (error) {
    if (!(error instanceof CommanderError)) return told(error, json)
    if (error.exitCode === 0) return EXIT.done
    if (json) told(new Failure(EXIT.usage, error.message.replace(/^error: /, '')), json)
    return EXIT.usage
  }
}

/** Says on stderr what went wrong: in words, or as one document of JSON. */
function told(error: unknown, json: boolean, code?: ExitCode): ExitCode {
  clearBar()
  const { exit: known, message, facts } = toFailure(error)
  const exit = code ?? known
  const text = json
    ? plainJson({ error: { message, exit_code: exit, ...facts } })
    : [`rulewright: ${plain(message)}`, ...formatFieldErrors(facts.errors, message)].join('\n')
  process.stderr.write(`${text}\n`)
  return exit
}

/** Which fields were refused, but for what the message says already. */
function formatFieldErrors(errors: Record<string, unknown> = {}, message: string): string[] {
  return Object.entries(errors)
    .map(([field, texts]) => ({ field, text: Array.isArray(texts) ? texts.join(', ') : String(texts) }))
    .map(({ field, text }) => plain(text === message ? `  field: ${field}` : `  ${field}: ${text}`))
}

function readVersion(): string {
  const found: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return isObject(found) ? String(found['version']) : 'unknown'
}
