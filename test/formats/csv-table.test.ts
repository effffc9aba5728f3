import { parseCsv } from 'hucre/csv'
import { expect, test } from 'vitest'
import { DomainError } from '../../src/errors.ts'
import { readCsvTable } from '../../src/formats/spreadsheet/csv-table.ts'

/** Rows without empty cells at their ends and without empty rows at the end, which have no meaning. */
function toExpected(table: readonly (readonly unknown[])[]): unknown[][] {
  const rows = table.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1))
  return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1)
}

test('values are parsed like in another CSV reader, with any quoting', () => {
  const pieces = ['a', '"', ',', '\n', '\r', '\r\n', ' ', '""', 'b,', 'é']
  let seed = 7
  const nextRandom = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) >> 8
  let read = 0
  for (let each = 0; each < 5000; each += 1) {
    const text = Array.from(
      { length: 1 + (nextRandom() % 12) },
      () => pieces[nextRandom() % pieces.length],
    ).join('')
    try {
      expect(toExpected(readCsvTable('a.csv', text, ',')), JSON.stringify(text)).toEqual(
        toExpected(parseCsv(text, { delimiter: ',' })),
      )
      read += 1
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
    }
  }
  expect(read).toBeGreaterThan(2000)
})
