import { createHash } from 'node:crypto'
import { readCsv } from '../formats/spreadsheet/csv-reader.ts'
import { MAX_SHEET_BYTES, refused, type Sheet } from '../formats/spreadsheet/sheet.ts'
import { readXlsx } from '../formats/xlsx/read.ts'
import { invalid } from '../errors.ts'
import { type ByteSource, stretchOf } from './spool/spooled-file.ts'

/** A sheet, and what tells whether a file is the same. */
export interface ReadSheet extends Sheet {
  digest: string
}

export interface GivenSheet {
  filename: string
  content: ByteSource
}

/** Reads an uploaded spreadsheet, `.csv` or `.xlsx`. Throws 422 naming file and row for what cannot be read. */
export async function readSheetFile({ filename, content }: GivenSheet): Promise<ReadSheet> {
  const extension = /\.[^./\\]*$/.exec(filename)?.[0].toLowerCase()
  if (extension !== '.csv' && extension !== '.xlsx') {
    throw invalid('upload.extension', 'file', `The file ${filename.slice(0, 255)} must be .csv or .xlsx.`)
  }
  if (content.byteLength > MAX_SHEET_BYTES) throw refused(filename, 'is larger than 50 MiB')
  if (content.byteLength === 0) throw refused(filename, 'is empty')
  const bytes = stretchOf(content, 0, content.byteLength)
  const digest = createHash('sha256').update(bytes).digest('hex')
  const sheet = extension === '.csv' ? readCsv(filename, bytes) : await readXlsx(filename, bytes)
  return { ...sheet, digest }
}
