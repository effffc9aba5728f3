import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { ENTRIES } from './launch.ts'
import { summarizeError } from './lib/error-summary.ts'
import { ROOT } from './lib/root.ts'
import { isStale, markBuilt, findNewestSource, type OutputName } from './outputs.ts'

const SERVICE = join(ROOT, 'dist/service')
/** Packages that load their own files, and those that are intentionally missing. */
const EXTERNAL = [/^(@node-rs\/argon2|@ruby\/prism)(\/|$)/, /^(piscina|pg-native|pg-cloudflare)$/]
/** A running service may still load parts of an older build. */
const OLD_MS = 24 * 3_600_000
/** The bundler appends the source to its message. */
const MAX_MESSAGE = 200

/** Bundles the service and its libraries: loading 1,900 modules takes half of the startup time. */
async function buildService(): Promise<void> {
  const draft = `${SERVICE}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  try {
    const { build } = await import('rolldown')
    await build({
      cwd: ROOT,
      platform: 'node',
      tsconfig: false,
      input: {
        ...Object.fromEntries(ENTRIES.map((name) => [name, `src/${name}.ts`])),
        worker: 'src/workers/worker.ts',
      },
      external: EXTERNAL,
      transform: { typescript: { onlyRemoveTypeImports: true } },
      onLog(_, { code, message }) {
        if (code === 'UNRESOLVED_IMPORT' || code === 'IMPORT_IS_UNDEFINED') throw new Error(message)
      },
      output: {
        dir: draft,
        keepNames: true,
        // Keeps the comments that name the source of each module, for stacks in the log.
        minify: false,
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        comments: { legal: false, jsdoc: false },
      },
    })
    install(draft)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Renames each file into place, so that no start reads an incomplete one, and deletes those of old builds. */
function install(draft: string): void {
  mkdirSync(SERVICE, { recursive: true })
  for (const name of readdirSync(draft)) renameSync(join(draft, name), join(SERVICE, name))
  const isOld = (path: string) =>
    (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < Date.now() - OLD_MS
  for (const path of readdirSync(SERVICE).map((name) => join(SERVICE, name))) {
    if (isOld(path)) rmSync(path, { recursive: true, force: true })
  }
}

const BUILDS: Record<OutputName, () => Promise<void>> = {
  service: buildService,
  web: async () => (await import('../web/build.ts')).buildWeb(),
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'if-stale': { type: 'boolean' } },
})

/** `npm run build` builds both; `node src/build.ts [--if-stale] web` builds one. Prints one line for each that fails. */
for (const name of ['service', 'web'] as const) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  if (values['if-stale'] && !isStale(name)) continue
  try {
    const time = findNewestSource(name)
    await BUILDS[name]()
    markBuilt(name, time)
  } catch (error) {
    const message = stripVTControlCharacters(summarizeError(error)).slice(0, MAX_MESSAGE)
    process.stderr.write(`${message}\n`)
    process.exitCode = 1
  }
}
