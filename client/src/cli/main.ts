#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { CommanderError } from '@commander-js/extra-typings'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { Failure, toFailure, isObject } from './failure.ts'
import { createProgram } from './program.ts'
import { interrupted, listenForInterrupts } from './terminal/interrupt.ts'
import { removeControlCharacters, toSafeJson } from './terminal/plain.ts'
import { clearBar } from './terminal/progress.ts'

// A reader that stops early, such as head, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(
    error.code === 'EPIPE' ? EXIT.done : reportFailure(error, process.argv.includes('--json'), EXIT.file),
  )
})
listenForInterrupts()
process.exitCode = await run(process.argv)
// An open board connection or unfinished upload must not keep the process alive.
if (interrupted.aborted) process.exit()

async function run(args: string[]): Promise<ExitCode> {
  const json = args.includes('--json')
  try {
    await createProgram(readVersion(), json).parseAsync(args)
    return EXIT.done
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportFailure(error, json)
    if (error.exitCode === 0) return EXIT.done
    if (json) reportFailure(new Failure(EXIT.usage, error.message.replace(/^error: /, '')), json)
    return EXIT.usage
  }
}

/** Prints an error to stderr, as text or as a JSON document. */
function reportFailure(error: unknown, json: boolean, code?: ExitCode): ExitCode {
  clearBar()
  const { exit: failureExit, message, facts } = toFailure(error)
  const exit = code ?? failureExit
  const text = json
    ? toSafeJson({ error: { message, exit_code: exit, ...facts } })
    : [`rulewright: ${removeControlCharacters(message)}`, ...formatFieldErrors(facts.errors, message)].join(
        '\n',
      )
  process.stderr.write(`${text}\n`)
  return exit
}

/** Formats the field errors, without repeating the message. */
function formatFieldErrors(errors: Record<string, unknown> = {}, message: string): string[] {
  return Object.entries(errors)
    .map(([field, texts]) => ({ field, text: Array.isArray(texts) ? texts.join(', ') : String(texts) }))
    .map(({ field, text }) =>
      removeControlCharacters(text === message ? `  field: ${field}` : `  ${field}: ${text}`),
    )
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return isObject(manifest) ? String(manifest['version']) : 'unknown'
}
