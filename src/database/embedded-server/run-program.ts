import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { inheritedEnvironment } from '../../config/env.ts'
import type { Account } from './account.ts'

/** Variables that programs need on any system; PostgreSQL's own (PGDATA, PGPORT, ...) must not reach them. */
const INHERITED = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH']

/** How the programs of the database run: as its account, in UTC, with messages in English. */
export function programOptions(account: Account | null): Pick<SpawnOptions, 'uid' | 'gid' | 'env' | 'cwd'> {
  const inherited = inheritedEnvironment()
  return {
    env: {
      ...Object.fromEntries(INHERITED.flatMap((name) => (inherited[name] ? [[name, inherited[name]]] : []))),
      TZ: 'UTC',
      LC_MESSAGES: 'C',
    },
    // The folder that this process is in may be out of reach for the account.
    cwd: '/',
    ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
  }
}

/** Runs a program to its end. Throws an Error of one line with what it says went wrong. */
export async function runProgram(
  program: string,
  args: readonly string[],
  account: Account | null,
): Promise<void> {
  const child = spawn(program, args, { ...programOptions(account), stdio: ['ignore', 'ignore', 'pipe'] })
  const [[code, signal], errors] = await Promise.all([once(child, 'close'), text(child.stderr)])
  if (code !== 0) throw new Error(errorLine(errors) ?? `it ended with ${String(code ?? signal)}`)
}

/** What a program prints when it succeeds, otherwise null. For programs that end at once. */
export function outputOf(program: string, args: readonly string[], account: Account | null): string | null {
  const { status, stdout } = spawnSync(program, args, { ...programOptions(account), encoding: 'utf8' })
  return status === 0 ? stdout : null
}

/** Time and process of a server that `initdb` runs, the name of a program, and the severity. */
const PREFIX = /^(\d{4}-\S+ \S+ \w+ \[\d+\] |\w+: )?((error|fatal|panic): +)?/i

/** The line that says what went wrong, of what a program of PostgreSQL writes to standard error; null when it is silent. */
export function errorLine(errors: string): string | null {
  const lines = errors.split('\n').filter((line) => line.trim() !== '')
  const line =
    lines.find((one) => /\b(PANIC|FATAL):/.test(one)) ??
    lines.find((one) => /\berror:/i.test(one)) ??
    lines.find((one) => /could not/.test(one)) ??
    lines.at(-1)
  return line?.replace(PREFIX, '').trim() ?? null
}
