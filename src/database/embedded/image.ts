import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { MemoryFS, PGlite } from '@electric-sql/pglite'
import { unpackTar } from 'modern-tar'

/** A file of a cluster, or a folder; folders come before what is in them. */
interface Entry {
  path: string
  contents: Uint8Array | null
}

const GZIP = [0x1f, 0x8b]
const unpacked = new WeakMap<Blob, Promise<Entry[]>>()

/** What an image of a cluster (`dumpDataDir`, packed or not) holds; one that is copied often is read once. */
export function entriesOf(image: Blob): Promise<Entry[]> {
  const known = unpacked.get(image) ?? unpack(image)
  unpacked.set(image, known)
  return known
}

async function unpack(image: Blob): Promise<Entry[]> {
  const bytes = new Uint8Array(await image.arrayBuffer())
  const packed = GZIP.every((byte, index) => bytes[index] === byte)
  const entries = await unpackTar(packed ? gunzipSync(bytes) : bytes)
  return entries.map(({ header: { name, type }, data }) => ({
    path: name.replace(/^\/+|\/+$/g, ''),
    contents: type === 'directory' ? null : (data ?? new Uint8Array()),
  }))
}

/** Copies an image into an empty folder. The engine's own way starts it twice and reads each byte in JavaScript. */
export async function copyImage(image: Blob, folder: string): Promise<void> {
  for (const { path, contents } of await entriesOf(image)) {
    const to = join(folder, path)
    if (contents === null) await mkdir(to, { recursive: true, mode: 0o700 })
    else await writeFile(to, contents, { mode: 0o600 })
  }
}

/** Memory in which a copy of an image is there from the start. */
export class CopiedMemory extends MemoryFS {
  readonly #entries: Entry[]

  constructor(entries: Entry[]) {
    super()
    this.#entries = entries
  }

  override initialSyncFs(): Promise<void> {
    const files = this.pg?.Module.FS
    const root = PGlite.paths.PGDATA
    files?.mkdirTree(root)
    for (const { path, contents } of this.#entries) {
      if (contents === null) files?.mkdirTree(`${root}/${path}`)
      else files?.writeFile(`${root}/${path}`, contents)
    }
    return Promise.resolve()
  }
}
