import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { openApiDocument } from './document.ts'
import { permissionTable } from './permissions.ts'

/** Creates the committed document, for the default service name and its default URL. */
export function committedDocument(): string {
  return `${JSON.stringify(openApiDocument('/', 'service'), null, 2)}\n`
}

const FILES: Record<string, () => string> = {
  'openapi/openapi.json': committedDocument,
  'docs/permissions.md': permissionTable,
}

if (import.meta.main) {
  mkdirSync(new URL('../docs/', import.meta.url), { recursive: true })
  for (const [path, make] of Object.entries(FILES)) {
    const file = new URL(`../${path}`, import.meta.url)
    if (!process.argv.includes('--check')) writeFileSync(file, make())
    else if (readFileSync(file, 'utf8') !== make()) {
      process.stderr.write(`${path} is out of date: run npm run openapi\n`)
      process.exitCode = 1
    }
  }
}
