import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { ROOT } from '../../lib/root.ts'

const DIST = join(ROOT, 'dist/web')

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  // The sample guide for onboarding.
  '.xml': 'text/xml; charset=utf-8',
}

/** One hashed file in each encoding that it can be sent in. */
export interface Asset {
  type: string
  forms: { encoding: 'br' | 'gzip' | null; bytes: Uint8Array<ArrayBuffer> }[]
}

/** Extra scripts that the page of a route needs; a path segment that starts with `$` is a parameter. */
export interface PageFiles {
  path: string
  files: string[]
}

/** A build of the web application: the page with a nonce placeholder, assets by name, and scripts by route. */
export interface WebBuild {
  page: string
  assets: Map<string, Asset>
  pages: readonly PageFiles[]
}

/** Reads a build into memory; null if there is none. */
export async function readWebBuild(folder = DIST): Promise<WebBuild | null> {
  if (!existsSync(join(folder, 'pages.json'))) return null
  const names = await readdir(join(folder, 'assets'))
  const assets = new Map<string, Asset>()
  for (const name of names) {
    const type = TYPES[extname(name)]
    if (type !== undefined) assets.set(name, { type, forms: await readForms(folder, name, names) })
  }
  const [page, pages] = await Promise.all(
    ['index.html', 'pages.json'].map((name) => readFile(join(folder, name), 'utf8')),
  )
  return { page: page ?? '', assets, pages: JSON.parse(pages ?? '[]') as PageFiles[] }
}

/** Reads the encodings of a file, smallest first. */
async function readForms(folder: string, name: string, names: string[]): Promise<Asset['forms']> {
  const read = async (file: string) => new Uint8Array(await readFile(join(folder, 'assets', file)))
  const forms: Asset['forms'] = []
  if (names.includes(`${name}.br`)) forms.push({ encoding: 'br', bytes: await read(`${name}.br`) })
  if (names.includes(`${name}.gz`)) forms.push({ encoding: 'gzip', bytes: await read(`${name}.gz`) })
  return [...forms, { encoding: null, bytes: await read(name) }]
}
