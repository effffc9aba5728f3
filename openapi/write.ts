import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { openApiDocument } from './document.ts'
import { formatPermissionTable } from './permissions.ts'

/** Creates the committed document, for the default service name and its default URL. */
export function buildCommittedDocument(): string {
  return `${JSON.stringify(openApiDocument('/', 'service'), null, 2)}\n`
}

const FILES: Record<string, () => string> = {
  'openapi/openapi.json': buildCommittedDocument,
  'docs/permissions.md': formatPermissionTable,
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
