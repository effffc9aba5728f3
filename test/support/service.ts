import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { ENVIRONMENT, type EntryName, V8_FLAGS } from '../../src/launch.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The file of the bundle that an npm script runs. */
export const bundled = (name: EntryName): string => join(ROOT, `dist/service/${name}.js`)
/** The Node.js that npm scripts run on. */
const NODE = join(ROOT, 'node_modules/.bin/node')

/** A started process of the service, or of a script like it. */
export interface Service {
  process: ChildProcessByStdio<null, Readable, Readable>
  /** Everything it has printed. */
  stdout: () => string
  stderr: () => string
  /** The address of its readiness line; rejects with its output when it ends before. */
  ready: Promise<string>
  /** The exit code; null when a signal ended it. */
  ended: Promise<number | null>
  /** Resolves as soon as the output contains this text; rejects when the process ends before. */
  says: (text: string) => Promise<void>
  /** Stops it gracefully and returns the exit code. */
  stop: () => Promise<number | null>
}

export interface Start {
  /** Environment variables in addition to PATH; a free port by default. */
  env?: Record<string, string>
  /** The working directory. */
  cwd: string
  script?: string
  /** Arguments of the script. */
  given?: string[]
  /** A module that is loaded before the script. */
  preload?: string
}

/** Starts the bundled service as the launcher does, with nothing of this process's environment but the path. */
export function startService({
  env = {},
  cwd,
  script = bundled('server'),
  preload,
  given = [],
}: Start): Service {
  const child = spawn(
    NODE,
    [...V8_FLAGS, ...(preload === undefined ? [] : ['--import', preload]), script, ...given],
    {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...ENVIRONMENT, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = once(child, 'close').then(() => child.exitCode)
  const says = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (!stdout.includes(text)) return
        child.stdout.off('data', look)
        resolve()
      }
      child.stdout.on('data', look)
      look()
      void ended.then(() => reject(new Error(`the process ended:\n${stdout}${stderr}`)))
    })
  const ready = says('is ready at').then(() => /is ready at (\S+)/.exec(stdout)?.[1] ?? '')
  ready.catch(() => undefined)
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { process: child, stdout: () => stdout, stderr: () => stderr, ready, ended, says, stop }
}

/**
 * A new directory that `remove` deletes; the account of an embedded database reaches what is in it. The database of a
 * killed service writes there until it has noticed.
 */
export async function freshDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'rulewright-e2e-'))
  await chmod(path, 0o711)
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }) }
}
