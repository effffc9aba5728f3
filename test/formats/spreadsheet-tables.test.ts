import { describe, expect, test } from 'vitest'
import type { WarningList } from '../../src/formats/archive/warnings.ts'
import { parseTarget } from '../../src/formats/exported/comment-sheet.ts'
import {
  readCommentSheet,
  readDispositionSheet,
  readRequirementSheet,
} from '../../src/workers/tasks/sheet.ts'
import {
  writeWorkbook,
  writeCsv,
  writeSheet,
  type SheetRows,
  encodeWindows1252,
  changePart,
} from '../support/sheets.ts'

/** The rows that a reader found: for each its number, and the text of the column that all cases use. */
interface ParsedTable {
  rows: { row: number; text: string | null | undefined }[]
  passedOver: WarningList
}

interface Kind {
  headers: string[]
  /** A row about one record with this text. */
  row: (text: string) => string[]
  read: (filename: string, content: Uint8Array) => Promise<ParsedTable>
}

const kinds: Record<string, Kind> = {
  'a sheet of requirements': {
    headers: ['IA Control', 'SRGID', 'STIGID', 'Requirement'],
    row: (text) => ['', 'SRG-APP-000001', 'ABCD-01-000001', text],
    read: async (filename, content) => {
      const { rows, skipped } = await readRequirementSheet({ filename, content, purpose: 'update' })
      return { rows: rows.map(({ row, title }) => ({ row, text: title })), passedOver: skipped }
    },
  },
  'a comment sheet': {
    headers: ['Requirement', 'Commenter', 'Comment', 'Row'],
    row: (text) => ['ABCD-01-000001', 'Sponsor', text, '1/1/whole/0123456789abcdef'],
    read: async (filename, content) => {
      const { rows, skipped } = await readCommentSheet({ filename, content })
      return { rows: rows.map(({ row, comment }) => ({ row, text: comment })), passedOver: skipped }
    },
  },
  'a disposition matrix': {
    headers: ['Component', 'Comment ID', 'Triage Status', 'Comment'],
    row: (text) => ['ABCD - Component', '12', 'concur', text],
    read: async (filename, content) => {
      const { rows, skipped } = await readDispositionSheet({ filename, content })
      return { rows: rows.map(({ row, comment }) => ({ row, text: comment })), passedOver: skipped }
    },
  },
}

describe.each(Object.entries(kinds))('C-90: %s', (_, { headers, row, read }) => {
  const toBytes = (...lines: string[]) => new TextEncoder().encode(lines.join('\n'))
  const expected = [{ row: 2, text: 'Text' }]
  const readWarnings = async (filename: string, content: Uint8Array) => {
    const { rows, passedOver } = await read(filename, content)
    return { rows, warnings: passedOver.warnings }
  }

  /** Reads rows as CSV and as a workbook. */
  async function testBothFormats(
    rows: SheetRows,
  ): Promise<{ rows: ParsedTable['rows']; warnings: readonly string[] }[]> {
    return [await readWarnings('a.csv', writeCsv(rows)), await readWarnings('a.xlsx', await writeSheet(rows))]
  }

  test('reports a row above the headers', async () => {
    for (const { rows, warnings } of await testBothFormats([['UNCLASSIFIED'], headers, row('Text')])) {
      expect(rows).toEqual([{ row: 3, text: 'Text' }])
      expect(warnings).toEqual([expect.stringMatching(/row 1: "UNCLASSIFIED" is above the headers/)])
    }
  })

  test('may begin with a blank row', async () => {
    for (const { rows, warnings } of await testBothFormats([[], headers, row('Text')])) {
      expect(rows).toEqual([{ row: 3, text: 'Text' }])
      expect(warnings).toEqual([])
    }
  })

  test('has its headers within 25 rows', async () => {
    const createLinesAbove = (count: number) => Array.from({ length: count }, () => ['UNCLASSIFIED'])
    for (const { rows } of await testBothFormats([...createLinesAbove(24), headers, row('Text')])) {
      expect(rows).toEqual([{ row: 26, text: 'Text' }])
    }
    await expect(read('a.csv', writeCsv([...createLinesAbove(25), headers, row('Text')]))).rejects.toThrow(
      /a\.csv lacks these headers/,
    )
  })

  test.each(['UNCLASSIFIED', 'Page 1 of 3', 'Generated on 2026-01-02 12:00'])(
    'reports the footer %s in any column',
    async (footer) => {
      for (const column of headers.keys()) {
        // In a matrix, whatever is in this column is a comment.
        if (headers[column] === 'Comment' && headers.includes('Triage Status')) continue
        const last = headers.map((_, index) => (index === column ? footer : ''))
        for (const { rows, warnings } of await testBothFormats([headers, row('Text'), [], last])) {
          expect(rows).toEqual(expected)
          expect(warnings).toEqual([expect.stringContaining(`row 4: "${footer}" names no`)])
        }
      }
    },
  )

  test('has line feeds as line ends within cells, from any program', async () => {
    const ended = row('One\r\ntwo\rthree\n')
    const workbook = await writeSheet([headers, row('One_x000D_\ntwo\rthree')])
    for (const { rows } of await testBothFormats([headers, ended])) {
      expect(rows.map((item) => item.text?.trim())).toEqual(['One\ntwo\nthree'])
    }
    expect((await read('a.xlsx', workbook)).rows[0]?.text).toBe('One\ntwo\nthree')
  })

  test.each([
    [0.5, '0%', '50%'],
    [0.125, '0%', '12.5%'],
    [0.07, '0.00%', '7%'],
    [-0.5, '0%;[Red]-0%', '-50%'],
    [7, '000', '007'],
    [7.5, '000', '7.5'],
    [5, '0"%"', '5'],
    [1234.5, '#,##0.00', '1234.5'],
  ])('reads the number %d with the format %s as %s', async (number, format, text) => {
    const bytes = await writeSheet([headers, row('Text')], (sheet) => {
      const cell = sheet.getRow(2).getCell(row('Text').indexOf('Text') + 1)
      cell.value = number
      cell.numFmt = format
    })
    expect((await read('a.xlsx', bytes)).rows).toEqual([{ row: 2, text }])
  })

  test('shows numbers as spreadsheets do, with 15 digits', async () => {
    const bytes = await writeWorkbook((book) => {
      const cells: (string | number)[] = row('Text')
      book.addWorksheet('Data').addRows([headers, cells.map((cell) => (cell === 'Text' ? 0.1 + 0.2 : cell))])
    })
    expect((await read('a.xlsx', bytes)).rows[0]?.text).toBe('0.3')
  })

  test('reports headers that are repeated after a page break', async () => {
    for (const { rows, warnings } of await testBothFormats([headers, row('Text'), headers, row('More')])) {
      expect(rows.map((item) => item.text)).toEqual(['Text', 'More'])
      expect(warnings).toEqual([expect.stringContaining('row 3: ')])
    }
  })

  test('reports a note to the right of the table and an unknown column', async () => {
    const messages = [
      [...headers, 'Owner'],
      [...row('Text'), 'Ann', '', 'Ask Bob about this'],
    ]
    for (const { rows, warnings } of await testBothFormats(messages)) {
      expect(rows).toEqual(expected)
      expect(warnings).toEqual([
        expect.stringMatching(/row 2: "Ask Bob about this" is in a column without a header/),
        expect.stringMatching(/row 1: the column Owner is not known and is not read/),
      ])
    }
  })

  test('is found behind a chart that has a sheet of its own', async () => {
    const book = await writeWorkbook((sheets) => {
      sheets.addWorksheet('Chart')
      const sheet = sheets.addWorksheet('Table')
      for (const line of [headers, row('Text')]) sheet.addRow(line)
    })
    const bytes = changePart(book, 'xl/_rels/workbook.xml.rels', (xml) =>
      xml.replace(/worksheet"([^>]*)worksheets\/sheet1/, 'chartsheet"$1chartsheets/sheet1'),
    )
    expect((await read('a.xlsx', bytes)).rows).toEqual(expected)
  })

  test('reports the notes of cells in a workbook', async () => {
    const bytes = await writeSheet([headers, row('Text')], (sheet) => (sheet.getCell('B2').note = 'See me'))
    const { rows, passedOver } = await read('a.xlsx', bytes)
    expect(rows).toEqual(expected)
    expect(passedOver.warnings).toEqual(['a.xlsx, row 2: the note "See me" of a cell is not read.'])
  })

  test('loses the apostrophe of a CSV file that a spreadsheet saved as a workbook', async () => {
    for (const [text, escaped] of [
      ['=1+1', "'=1+1"],
      ["'@home", "''@home"],
      ["'quoted'", "'quoted'"],
    ]) {
      const bytes = await writeSheet([headers, row(escaped ?? '')])
      expect((await read('a.xlsx', bytes)).rows[0]?.text).toBe(text)
    }
  })

  test('may have merged cells in ignored places, and is rejected for others with their row and column', async () => {
    const rows = [['UNCLASSIFIED'], [...headers, 'Owner'], [...row('Text'), 'Ann'], [...row('More'), '']]
    const writeMerged = (range: string) => writeSheet(rows, (sheet) => sheet.mergeCells(range))
    for (const range of ['A1:D1', 'E3:E4']) {
      expect((await read('a.xlsx', await writeMerged(range))).rows.map((item) => item.text)).toEqual([
        'Text',
        'More',
      ])
    }
    await expect(read('a.xlsx', await writeMerged('D3:D4'))).rejects.toThrow(
      `a.xlsx has merged cells in ${headers[3]} (row 3)`,
    )
  })

  test('is on the first visible sheet that has its headers', async () => {
    const bytes = await writeWorkbook((book) => {
      book.addWorksheet('Hidden', { state: 'hidden' }).addRows([headers, row('Hidden')])
      book.addWorksheet('Instructions').addRows([['How to fill this in'], ['Write into the white cells.']])
      book.addWorksheet('Data').addRows([headers, row('Text')])
      book.addWorksheet('Old').addRows([headers, row('Old')])
    })
    expect(await readWarnings('a.xlsx', bytes)).toEqual({
      rows: expected,
      warnings: [
        'a.xlsx: the sheet Instructions lacks the headers and is not read.',
        'a.xlsx: the sheet Old is not read, because Data is.',
      ],
    })
  })

  test.each([
    [',', 'sep=,\n'],
    [';', 'sep=;\r\n'],
    ['|', 'sep=|\n'],
    [';', ''],
    ['\t', ''],
  ])('is read with the delimiter %j after %j', async (delimiter, first) => {
    const lines = [headers, row('Text')].map((cells) => cells.join(delimiter))
    expect(await readWarnings('a.csv', toBytes(first + lines.join('\r\n')))).toEqual({
      rows: expected,
      warnings: [],
    })
  })

  test('is read with its delimiter even if the row above the headers contains others', async () => {
    const lines = ['UNCLASSIFIED, for official use, internal', headers.join(';'), row('a, b').join(';')]
    expect((await read('a.csv', toBytes(...lines))).rows).toEqual([{ row: 3, text: 'a, b' }])
  })

  test('is read as windows-1252 with a message, if it is neither UTF-8 nor UTF-16', async () => {
    const lines = [headers, row('“naïve” – 5 €')].map((cells) => cells.join(','))
    expect(await readWarnings('a.csv', encodeWindows1252(lines.join('\n')))).toEqual({
      rows: [{ row: 2, text: '“naïve” – 5 €' }],
      warnings: ['a.csv: it is not UTF-8 and was read as windows-1252.'],
    })
  })

  test('is rejected with its row if its UTF-8 is damaged', async () => {
    const bytes = [...toBytes(headers.join(','), row('naïve – naïve').join(',')), 0x0a, 0xe2, 0x80]
    await expect(read('a.csv', Uint8Array.from(bytes))).rejects.toThrow(/a\.csv is neither UTF-8.*\(row 3\)/)
  })

  test.each(['\n', '\r\n', '\r'])(
    'is rejected with its row if a cell above it has lines (%j)',
    async (end) => {
      const lines = [headers, row(`"One${end}""two""${end}three"`)].map((cells) => cells.join(','))
      const damaged = Uint8Array.from([...toBytes(lines.join(end) + end), 0x8d])
      await expect(read('a.csv', damaged)).rejects.toThrow(/a\.csv is neither UTF-8.*\(row 3\)/)
    },
  )

  test.each([
    ['little', [0xff, 0xfe]],
    ['big', [0xfe, 0xff]],
  ])('is read as UTF-16 in %s-endian order', async (end, mark) => {
    const content = Buffer.from(`${headers.join('\t')}\r\n${row('naïve').join('\t')}`, 'utf16le')
    const bytes = Uint8Array.from([...mark, ...(end === 'big' ? content.swap16() : content)])
    expect(await readWarnings('a.csv', bytes)).toEqual({ rows: [{ row: 2, text: 'naïve' }], warnings: [] })
  })

  test('accepts headers in any letter case, with any spaces and dashes between their words', async () => {
    const written = headers.map((header) => ` ${header.toUpperCase().replaceAll(' ', '\u00A0\u2013 ')} `)
    for (const { rows } of await testBothFormats([written, row('Text')])) expect(rows).toEqual(expected)
  })

  test('accepts headers with colons, and with asterisks that mark required columns', async () => {
    const written = headers.map((header, index) => `${header}${[' *', ':', '*:', ''][index]}`)
    for (const { rows } of await testBothFormats([written, row('Text')])) expect(rows).toEqual(expected)
  })

  test('is rejected without its required headers, which are listed with the closest row', async () => {
    const few = headers.slice(0, 2)
    for (const rows of [[few, row('Text')], [['Nothing', 'of', 'this']]]) {
      await expect(read('a.csv', writeCsv(rows))).rejects.toThrow(/a\.csv lacks these headers: .+ \(row 1\)/)
      await expect(read('a.xlsx', await writeSheet(rows))).rejects.toThrow(/a\.xlsx lacks these headers/)
    }
  })

  test('may have an unknown column with spreadsheet errors', async () => {
    const rows = [
      [...headers, 'Owner'],
      [...row('Text'), '#REF!'],
    ]
    expect((await read('a.csv', writeCsv(rows))).rows).toEqual(expected)
  })

  test('reports the first 500 ignored items, and the number of the rest', async () => {
    const rows = [headers, row('Text'), ...Array.from({ length: 700 }, () => ['UNCLASSIFIED'])]
    const { passedOver } = await read('a.csv', writeCsv(rows))
    expect([passedOver.warnings.length, passedOver.more]).toEqual([500, 200])
  })

  test('is read from workbooks of LibreOffice and Google Sheets', async () => {
    const plain = await writeSheet([headers, row('Text')], (sheet) => {
      sheet.getCell('D2').value = { richText: [{ text: 'Te' }, { text: 'xt', font: { bold: true } }] }
    })
    // Empty cells with a style far behind the table.
    const styled = changePart(plain, 'xl/worksheets/sheet1.xml', (xml) =>
      xml.replace('</sheetData>', '<row r="900"><c r="A900" s="0"/><c r="AMJ900" s="0"/></row></sheetData>'),
    )
    for (const bytes of [plain, styled]) {
      expect(await readWarnings('a.xlsx', bytes)).toEqual({ rows: expected, warnings: [] })
    }
  })
})

test('R-62: the column Row of a comment sheet can name ids of ten digits', () => {
  const target = { componentId: 2_147_483_647, ruleId: 1_000_000_000, section: 'fixtext' }
  expect(parseTarget('2147483647/1000000000/fixtext/0123456789abcdef')).toMatchObject(target)
})
