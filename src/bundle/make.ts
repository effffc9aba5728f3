import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rolldown, type OutputChunk } from 'rolldown'
import { reasonOf } from '../server/reason.ts'
import { lineTable, TABLE } from './lines.ts'
import { atTheirPlaces } from './own-places.ts'
import { bundlesIn, ENTRIES, ROOT } from './places.ts'
import { digestOf, digestOfFile, keepRecord, RECORD, stampOf, type Source } from './record.ts'

/** What finds files beside itself, or is not there on purpose; loaded from node_modules as ever. */
const LEFT_OUT = [
  /^(@electric-sql\/pglite|@node-rs\/argon2|@ruby\/prism)(\/|$)/,
  /^(piscina|vite|rolldown|pg-native|pg-cloudflare)$/,
]
/** What a bundle depends on beside its modules: the versions of the libraries, and how it is made. */
const ALSO = ['package-lock.json', ...readdirSync(import.meta.dirname).map((name) => `src/bundle/${name}`)]
/** Sources may change under the bundler; who goes on changing them is left to the next start. */
const TRIES = 3
/** Earlier bundles that are left to the processes that run them. */
const KEPT = 5
/** Nobody takes so long to make one. */
const LEFT_MS = 3_600_000
const BUNDLE = /^[0-9a-f]{32}$/

type Chunk = Pick<OutputChunk, 'fileName' | 'code' | 'map'>

interface Made {
  chunks: Chunk[]
  /** The modules of the service that went in, and their content. */
  digests: Map<string, string>
}

/**
 * Makes the bundle of the sources as they are, aside, and gives it its name when it is whole; the record comes last. So
 * nobody ever runs half of one, and two that are made at once do no harm. Throws when it cannot be made or written.
 */
export async function makeBundle(root: string = ROOT): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { chunks, digests } = await bundled(root)
    for (const path of ALSO) digests.set(path, digestOfFile(join(root, path)))
    const taken = Date.now()
    const sources = [...digests].map(([path, digest]): Source => {
      const stamp = stampOf(join(root, path))
      return { path, stamp, digest }
    })
    const isAsBundled = ({ path, digest }: Source) => digestOfFile(join(root, path)) === digest
    if (!sources.every(isAsBundled)) {
      if (tries < TRIES) continue
      throw new Error('the sources keep changing')
    }
    const written = chunks.flatMap((chunk): [string, string][] => [
      [chunk.fileName, chunk.code],
      [`${chunk.fileName}${TABLE}`, lineTable(chunk)],
    ])
    const folder = digestOf(JSON.stringify(written)).slice(0, 32)
    keepFiles(join(bundlesIn(root), folder), written)
    const files = written.map(([name, text]): [string, number] => [name, Buffer.byteLength(text)])
    keepRecord(root, { folder, taken, files, sources })
    removeOld(root, folder)
    return
  }
}

async function bundled(root: string): Promise<Made> {
  const digests = new Map<string, string>()
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    input: { ...ENTRIES },
    tsconfig: false,
    external: (id, importer) =>
      id.startsWith('node:') || LEFT_OUT.some((kept) => kept.test(id)) || isOfWebBuild(id, importer),
    transform: { typescript: { onlyRemoveTypeImports: true } },
    plugins: [
      {
        name: 'own modules',
        transform: {
          filter: { id: { exclude: /[\\/]node_modules[\\/]|^\0/ } },
          handler(code, id) {
            const path = relative(root, id)
            digests.set(path, digestOf(code))
            // No line moves.
            return { code: atTheirPlaces(code, path), map: null }
          },
        },
      },
    ],
    onLog(_, { code, message }) {
      if (code === 'UNRESOLVED_IMPORT' || code === 'IMPORT_IS_UNDEFINED') throw new Error(message)
    },
  })
  try {
    const { output } = await bundle.generate({
      format: 'esm',
      keepNames: true,
      sourcemap: 'hidden',
      minify: false,
      entryFileNames: '[name].js',
      chunkFileNames: 'part-[name]-[hash].js',
      comments: { legal: false, jsdoc: false },
    })
    return { chunks: output.filter((one) => one.type === 'chunk').map(inOneByte), digests }
  } finally {
    await bundle.close()
  }
}

/** What makes the web application is a process of its own; the service only looks whether it must be started. */
function isOfWebBuild(id: string, importer: string | undefined): boolean {
  return id.startsWith('.') && importer?.endsWith('/web/built.ts') === true
}

/**
 * Node.js keeps a text in half the memory when no character of it needs two bytes. What is itself escaped, or looked at
 * as it is written, must stay.
 */
function inOneByte({ fileName, code, map }: OutputChunk): Chunk {
  if (/\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f`]/.test(code)) return { fileName, code, map }
  const plain = code.replaceAll(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return { fileName, code: plain, map }
}

function keepFiles(folder: string, files: [name: string, text: string][]): void {
  const aside = `${folder}.${randomUUID()}`
  mkdirSync(aside, { recursive: true })
  try {
    for (const [name, text] of files) writeFileSync(join(aside, name), text)
    if (isWhole(folder, files)) return
    // Somebody has damaged it; what may still run from it keeps it under another name.
    if (existsSync(folder)) renameSync(folder, `${aside}.damaged`)
    renameSync(aside, folder)
  } catch (error) {
    // Somebody else's of the same sources may have come first.
    if (!isWhole(folder, files)) throw error
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

function isWhole(folder: string, files: [name: string, text: string][]): boolean {
  return files.every(([name, text]) => digestOfFile(join(folder, name)) === digestOf(text))
}

/** Removes bundles that are old enough to be nobody's, and what killed processes have left. */
function removeOld(root: string, newest: string): void {
  const place = bundlesIn(root)
  const found = readdirSync(place)
    .filter((name) => name !== newest && name !== RECORD)
    .map((name) => ({
      path: join(place, name),
      whole: BUNDLE.test(name),
      at: stampOf(join(place, name))?.changed ?? 0,
    }))
    .toSorted((a, b) => b.at - a.at)
  const old = found.filter(({ whole }) => whole).slice(KEPT)
  const left = found.filter(({ whole, at }) => !whole && at < Date.now() - LEFT_MS)
  for (const { path } of [...old, ...left]) rmSync(path, { recursive: true, force: true })
}

if (import.meta.main) {
  try {
    await makeBundle()
  } catch (error) {
    process.stderr.write(reasonOf(error))
    process.exitCode = 1
  }
}
