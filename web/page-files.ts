import { glob, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { PageFiles } from '../src/http/web/static-files.ts'
import { collectFiles, collectFirstFiles, readManifest } from './manifest.ts'

const PATH = /^ {2}path: '([^']+)',$/m
const VIEW = /^ {2}view: \(\) => import\('([^']+)'\),$/m

/**
 * Writes the list of files for each page into the build. The service preloads them, so that no script waits for
 * another.
 * @throws if a route file doesn't declare its path and view as the others do
 */
export async function writePageFiles(web: string, folder: string): Promise<void> {
  const manifest = await readManifest(folder)
  const first = await collectFirstFiles(folder, manifest)
  const pages: PageFiles[] = []
  for await (const name of glob('pages/**/*.route.ts', { cwd: web })) {
    const source = await readFile(join(web, name), 'utf8')
    const path = PATH.exec(source)?.[1]
    const view = VIEW.exec(source)?.[1]
    if (path === undefined || view === undefined) throw new Error(`${name} names no path and view.`)
    const key = relative(web, join(web, dirname(name), view))
    pages.push({ path, files: [...collectFiles(manifest, key)].filter((file) => !first.has(file)) })
  }
  await writeFile(join(folder, 'pages.json'), JSON.stringify(pages))
}
