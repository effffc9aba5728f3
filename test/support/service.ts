import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { ENVIRONMENT, type EntryName, V8_FLAGS } from '../../src/launch.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The bundled file of an npm script. */
export const bundlePath = (name: EntryName): string => join(ROOT, `dist/service/${name}.js`)
/** The Node.js of npm scripts. */
const NODE = join(ROOT, 'node_modules/.bin/node')

/** A process of the service or of one of its scripts. */
export interface Service {
  process: ChildProcessByStdio<null, Readable, Readable>
  /** The output so far. */
  stdout: () => string
  stderr: () => string
  /** Resolves with the address in the readiness line; rejects with the output if the process ends before. */
  ready: Promise<string>
  /** The exit code; null if a signal ended it. */
  ended: Promise<number | null>
  /** Resolves when the output contains this text; rejects if the process ends before. */
  says: (text: string) => Promise<void>
  /** Stops it gracefully and returns the exit code. */
  stop: () => Promise<number | null>
}

export interface StartOptions {
  /** Environment variables in addition to PATH; a free port by default. */
  env?: Record<string, string>
  /** The working directory. */
  cwd: string
  script?: string
  /** Arguments of the script. */
  args?: string[]
  /** A module that is loaded before the script. */
  preload?: string
}

/** Starts the bundled service like the launcher; it inherits only PATH. */
export function startService({
  env = {},
  cwd,
  script = bundlePath('server'),
  preload,
  args = [],
}: StartOptions): Service {
  const child = spawn(
    NODE,
    [...V8_FLAGS, ...(preload === undefined ? [] : ['--import', preload]), script, ...args],
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
 * Creates a directory that the account of an embedded database can reach; `remove` deletes it. The database of a killed
 * service may still write there for a moment.
 */
export async function createDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'rulewright-e2e-'))
  await chmod(path, 0o711)
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }) }
}
