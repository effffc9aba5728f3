import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** In bytes; smaller files fit in the packet of their headers. */
const SMALLEST = 256
const TEXTS = /\.(js|css|svg|json|html|xml)$/

/** Writes a Brotli and a gzip copy of each asset that becomes smaller. */
export async function compress(folder: string): Promise<void> {
  const assets = join(folder, 'assets')
  const names = (await readdir(assets)).filter((name) => TEXTS.test(name))
  await Promise.all(
    names.map(async (name) => {
      const path = join(assets, name)
      const bytes = await readFile(path)
      if (bytes.length < SMALLEST) return
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      await writeFile(`${path}.br`, await brotli(bytes, { params }))
      await writeFile(`${path}.gz`, await zip(bytes, { level: 9 }))
    }),
  )
}
