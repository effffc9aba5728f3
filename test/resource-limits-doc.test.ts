import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../openapi/document.ts'
import { ArchiveEntries } from '../src/formats/archive/entries.ts'
import { readReferenceDocument } from '../src/formats/reference/read-document.ts'
import { readTexts } from '../src/formats/texts/text-archive.ts'
import { guardWorkbook } from '../src/formats/xlsx/guard.ts'
import { listPackageMembers } from '../src/workers/tasks/package.ts'

const root = new URL('../', import.meta.url).pathname
const [, count = '', table = ''] =
  /All (\d+) operations, by what they grow with:\n\n([\s\S]*?)\n\n/.exec(
    readFileSync(`${root}docs/reliability.md`, 'utf8'),
  ) ?? []
const rows = table
  .split('\n')
  .slice(2)
  .map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()))
const listCode = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? '')
/** The end record of an archive with 65,534 entries, without the entries. */
const MANY = Uint8Array.from(Buffer.from(`504b050600000000fefffeff${'00'.repeat(10)}`, 'hex'))

/** A table of docs/reliability.md lists the cost of each operation. */
describe('the table of limits', () => {
  test('names every operation, the number of operations, and no extra one', () => {
    const { paths } = openApiDocument('http://localhost', 'service')
    const operations = Object.values(Object(paths)).flatMap((methods) =>
      Object.values(Object(methods)).flatMap((item) => {
        const { operationId } = Object(item)
        return typeof operationId === 'string' ? [operationId] : []
      }),
    )
    const operationIds = new Set(rows.flatMap(([, cell]) => listCode(cell)))
    expect([...operationIds].toSorted()).toEqual([...new Set(operations)].toSorted())
    expect(Number(count)).toBe(operationIds.size)
  })

  test('names a limit for each operation, and existing tests', () => {
    const tests = globSync(['test/**/*.test.ts', 'verification/**/*.test.ts'], { cwd: root })
    for (const [, , growth, bound, test = ''] of rows) {
      if (growth !== 'nothing') expect(bound).not.toBe('')
      expect(test).toMatch(/^heavy|`/)
      const missing = listCode(test).filter((word) => !tests.some((file) => file.includes(`/${word}`)))
      expect(missing).toEqual([])
    }
  })

  test.each([
    ['components_importMarkdown', () => readTexts('a.zip', MANY, { ending: '.md', accepts: () => true })],
    ['projects_importBackup', () => new ArchiveEntries('a.zip', MANY)],
    ['guides_upload', () => listPackageMembers({ content: MANY })],
    ['referenceDocuments_upload', () => readReferenceDocument(MANY)],
    ['components_applySpreadsheetUpdate', () => guardWorkbook('a.xlsx', MANY)],
  ] as [string, () => unknown][])(
    'has the number of entries above which an archive of %s is rejected unread',
    async (id, read) => {
      const error: unknown = await Promise.resolve()
        .then(read)
        .catch((error: unknown) => error)
      const [, limit = ''] = /has more than (\d+) entries/.exec(String(error)) ?? []
      const [, , , bound] = rows.find(([, cell]) => listCode(cell).includes(id)) ?? []
      expect(bound).toContain(`${Number(limit).toLocaleString('en')} entries`)
    },
  )
})
