import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { hasHelpFlag } from './lib/help-flag.ts'
import { ROOT } from './lib/root.ts'
import { isStale, OUTPUTS, type OutputName } from './outputs.ts'

/** Uses small heaps and few arenas, so that freed memory is returned to the system (docs/reliability.md, "Memory"). */
export const V8_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=50']
export const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/rulewright/compiled'),
}

export const ENTRIES = ['server', 'demo', 'admin', 'backup', 'restore'] as const
export type EntryName = (typeof ENTRIES)[number]
/** The entries that serve the web application. */
const WITH_WEB: EntryName[] = ['server', 'demo']

const NO_BUILDER = 'only `npm ci` installs what building needs; `npm prune --omit=dev` removes it afterwards.'

/** Builds missing or stale outputs, and prints one line for each failure. */
export function buildIfStale(names: OutputName[]): void {
  const stale = names.filter(isStale)
  if (stale.length === 0) return
  const reason = isBuilderInstalled() ? build(stale) : NO_BUILDER
  for (const name of stale.filter(isStale)) process.stderr.write(`${OUTPUTS[name].problem}: ${reason}\n`)
}

/** Builds in a separate process, and returns its output. */
function build(names: OutputName[]): string {
  if (names.includes('web')) {
    process.stdout.write('Building the web application (once, about 20 seconds)...\n')
  }
  const { error, stderr } = spawnSync(process.execPath, [join(ROOT, 'src/build.ts'), ...names], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  return error?.message ?? stderr.trim()
}

/** True if the build dependencies are installed; `npm ci --omit=dev` omits them. */
export function isBuilderInstalled(): boolean {
  return ['rolldown', 'vite'].every((name) => existsSync(join(ROOT, 'node_modules', name)))
}

/** Returns the file to run: the bundle, or the source if the bundle can't be built. */
function toEntryFile(name: EntryName): string {
  const source = join(ROOT, `src/${name}.ts`)
  return isStale('service') && existsSync(source) ? source : join(ROOT, `dist/service/${name}.js`)
}

/** Replaces this process with the service, which frees the launcher's memory and receives its signals. */
function run(file: string, args: string[]): void {
  const command = [...process.execArgv, ...V8_FLAGS, file, ...args]
  // Variables of the environment take precedence.
  const env = { ...ENVIRONMENT, ...process.env }
  // Exit handlers don't run in a replaced process.
  flushCompileCache()
  if (process.execve) process.execve(process.execPath, [process.execPath, ...command], env)
  // Windows has no `execve`.
  const child = spawn(process.execPath, command, { stdio: 'inherit', env })
  child.on('exit', (code) => process.exit(code ?? 1))
}

const USAGE = `Usage: node bin/rulewright.js ${ENTRIES.join('|')}
Settings are environment variables or lines of .env; .env.example lists them.
`
const WRONG_USAGE = 2

/**
 * Runs `node bin/rulewright.js ENTRY ...`, which npm scripts, the image and systemd use to start the service and its
 * commands. Prints the usage and exits if the entry is unknown, or on `--help`.
 */
export function launch([entryName = '', ...args]: string[]): void {
  const name = ENTRIES.find((entry) => entry === entryName)
  const isHelp = hasHelpFlag([entryName, ...args])
  if (name === undefined || (isHelp && WITH_WEB.includes(name))) {
    const stream = isHelp ? process.stdout : process.stderr
    stream.write(USAGE)
    process.exit(isHelp ? 0 : WRONG_USAGE)
  }
  buildIfStale(WITH_WEB.includes(name) ? ['service', 'web'] : ['service'])
  run(toEntryFile(name), args)
}
