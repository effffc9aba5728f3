import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MIGRATIONS } from '../options.ts'

const DIRECTORY = fileURLToPath(new URL('../../../node_modules/.cache/rulewright', import.meta.url))
/** By `createRequire`, because `import.meta.resolve` is unknown to the runner of our tests. */
const ENGINE = join(
  dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')),
  '../package.json',
)

/**
 * An embedded database that is migrated and holds nothing, made at installation (src/prepare.ts): a first start takes
 * a copy instead of making its own. Its path; undefined when there is none for these migrations and this engine.
 */
export function preparedImage(): string | undefined {
  const path = imagePath()
  return existsSync(path) ? path : undefined
}

/** Keeps the image, whole or not at all, and removes those of other migrations. */
export async function keepImage(image: Blob): Promise<void> {
  mkdirSync(DIRECTORY, { recursive: true })
  const path = imagePath()
  const draft = `${path}.${process.pid}`
  await writeFile(draft, Buffer.from(await image.arrayBuffer()))
  renameSync(draft, path)
  for (const name of readdirSync(DIRECTORY)) {
    const other = join(DIRECTORY, name)
    if (name.startsWith('embedded-') && other !== path) rmSync(other, { force: true })
  }
}

/** Named after what is in it, so that a change of a migration or of the engine leaves it unused. */
function imagePath(): string {
  const hash = createHash('sha256').update(readFileSync(ENGINE))
  for (const name of readdirSync(MIGRATIONS).toSorted()) {
    if (name.endsWith('.ts')) hash.update(`\n${name}\n`).update(readFileSync(join(MIGRATIONS, name)))
  }
  return join(DIRECTORY, `embedded-${hash.digest('hex').slice(0, 32)}.tar.gz`)
}
