import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WEB = join(ROOT, 'web')
/** Where the service finds the built web application. */
export const DIST = join(WEB, 'dist')
const MARK = 'built.json'

/** Everything that a build depends on: the sources, what they share with the service, and the libraries. */
const SOURCES = [
  'web/**/*.*',
  'src/vocabulary.ts',
  'src/computing/word-diff.ts',
  'openapi/reasons.ts',
  'openapi/reasons/*.ts',
  'sample/*.xml',
]
const LIBRARIES = 'package-lock.json'

/**
 * Makes `web/dist` when it is missing or older than its sources, by a process of its own, and answers whether it had to.
 * Without sources, as in an image, what was built before is taken as it is.
 * @throws when there is nothing built and building fails
 */
export async function ensureBuilt(): Promise<boolean> {
  if (await isFresh()) return false
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error(`The web application could not be built. ${said.trim()}`)
  return true
}

/** Whether `web/dist` is what its sources say. */
async function isFresh(): Promise<boolean> {
  if (!existsSync(join(WEB, 'index.html'))) return existsSync(join(DIST, MARK))
  const mark = await readFile(join(DIST, MARK), 'utf8').catch(() => '{}')
  return (JSON.parse(mark) as { digest?: string }).digest === (await digestOfSources())
}

/** One digest of the names and contents of all sources. */
async function digestOfSources(): Promise<string> {
  const names = [LIBRARIES]
  for await (const name of glob(SOURCES, { cwd: ROOT })) names.push(name)
  const hash = createHash('sha256')
  for (const name of names.filter(isSource).sort()) {
    hash
      .update(`${name}\0`)
      .update(await readFile(join(ROOT, name)))
      .update('\0')
  }
  return hash.digest('hex')
}

function isSource(name: string): boolean {
  return !name.startsWith(relative(ROOT, DIST)) && !name.startsWith('web/.made-')
}

/** Builds aside and renames into place, so that nobody ever sees half of it; two builds at once do no harm. */
async function build(): Promise<void> {
  const digest = await digestOfSources()
  const aside = join(WEB, `.made-${process.pid}`)
  try {
    const { build: bundle } = await import('vite')
    const configFile = join(WEB, 'vite.config.ts')
    await bundle({ configFile, logLevel: 'error', build: { outDir: aside, emptyOutDir: true } })
    const { weigh } = await import('./budget.ts')
    const { writePageFiles } = await import('./page-files.ts')
    const { compress } = await import('./compress.ts')
    await compress(aside)
    await weigh(aside)
    await writePageFiles(WEB, aside)
    await mkdir(dirname(join(aside, MARK)), { recursive: true })
    await writeFile(join(aside, MARK), JSON.stringify({ digest }))
    await replace(aside)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

async function replace(aside: string): Promise<void> {
  const before = `${aside}-before`
  await rename(DIST, before).catch(() => undefined)
  // Somebody else's build of the same sources may have come first.
  await rename(aside, DIST).catch((error: unknown) => {
    if (!existsSync(join(DIST, MARK))) throw error
  })
  await rm(before, { recursive: true, force: true })
}

if (import.meta.main && !(process.argv.includes('--if-stale') && (await isFresh()))) await build()
