import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { readInheritedEnvironment } from '../../config/env.ts'
import type { Account } from './account.ts'

/** Environment variables to pass on; PostgreSQL's own (PGDATA, PGPORT, ...) must not reach the programs. */
const INHERITED = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH']

/** Spawn options for PostgreSQL programs: its account, UTC, English messages. */
export function toProgramOptions(account: Account | null): Pick<SpawnOptions, 'uid' | 'gid' | 'env' | 'cwd'> {
  const inherited = readInheritedEnvironment()
  return {
    env: {
      ...Object.fromEntries(INHERITED.flatMap((name) => (inherited[name] ? [[name, inherited[name]]] : []))),
      TZ: 'UTC',
      LC_MESSAGES: 'C',
    },
    // The account may not be able to reach this process's working directory.
    cwd: '/',
    ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
  }
}

/** Runs a program until it exits. Throws a one-line Error with its error message. */
export async function runProgram(
  program: string,
  args: readonly string[],
  account: Account | null,
): Promise<void> {
  const child = spawn(program, args, { ...toProgramOptions(account), stdio: ['ignore', 'ignore', 'pipe'] })
  const [[code, signal], errors] = await Promise.all([once(child, 'close'), text(child.stderr)])
  if (code !== 0) throw new Error(findErrorLine(errors) ?? `it ended with ${String(code ?? signal)}`)
}

/** Returns the output of a short program; null if it fails. */
export function runForOutput(
  program: string,
  args: readonly string[],
  account: Account | null,
): string | null {
  const { status, stdout } = spawnSync(program, args, { ...toProgramOptions(account), encoding: 'utf8' })
  return status === 0 ? stdout : null
}

/** Prefix of messages: time and process of a server under `initdb`, program name, severity. */
const PREFIX = /^(\d{4}-\S+ \S+ \w+ \[\d+\] |\w+: )?((error|fatal|panic): +)?/i

/** Finds the error line in a PostgreSQL program's standard error; null if it is empty. */
export function findErrorLine(errors: string): string | null {
  const lines = errors.split('\n').filter((line) => line.trim() !== '')
  const line =
    lines.find((item) => /\b(PANIC|FATAL):/.test(item)) ??
    lines.find((item) => /\berror:/i.test(item)) ??
    lines.find((item) => /could not/.test(item)) ??
    lines.at(-1)
  return line?.replace(PREFIX, '').trim() ?? null
}
