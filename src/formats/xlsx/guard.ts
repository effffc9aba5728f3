import { DomainError, validationError } from '../../errors.ts'
import {
  FAR_COLUMN,
  HEADER_ROWS,
  MAX_ROWS,
  createRefusal,
  createTooManyColumnsError,
  createTooManyRowsError,
} from '../spreadsheet/sheet.ts'
import { readZip, type ZipEntry } from '../zip-reader.ts'
import { changesDigits } from './cell-text.ts'

const MAX_PARTS = 2000
const MAX_UNPACKED = 200 * 1024 * 1024
const SHEET = /^xl\/worksheets\/[^/]*\.xml$/i
/** Overlap of two chunks, so that a tag across their border is found. */
const OVERLAP = 128
/** A non-empty cell far to the right or far down; text never contains `<`. */
const FAR_CELL =
  /<(?:\w+:)?c\s(?:[^<>]{0,60}\s)?r\s*=\s*["'](?:([A-Z]{2,3})\d+|[A-Z]{1,3}(\d{5,}))["'][^<>]{0,60}(?<!\/)>/g

export interface WorkbookFacts {
  /** Number of sheets with cells. */
  sheets: number
  /** Positions of charts and dialogs, which are sheets without cells. */
  withoutCells: ReadonlySet<number>
  /** Whether number formats matter; reading them takes memory for each cell. */
  hasNumberFormats: boolean
}

/**
 * Checks a workbook before the library reads it. Throws 422 with the file name for macros, links to other files, entities,
 * DTDs, sheets with too many rows, and invalid archives (rule C-84).
 */
export function guardWorkbook(filename: string, bytes: Uint8Array): WorkbookFacts {
  try {
    return guardParts(filename, readZip(bytes, { entries: MAX_PARTS, bytes: MAX_UNPACKED }))
  } catch (error) {
    const shortName = filename.slice(0, 255)
    if (!(error instanceof DomainError) || error.message.includes(shortName)) throw error
    throw validationError(error.reason, 'file', `The file ${shortName}: ${error.message}`)
  }
}

function guardParts(filename: string, parts: readonly ZipEntry[]): WorkbookFacts {
  const names = parts.map(({ name }) => name.toLowerCase())
  if (!names.includes('[content_types].xml') || !names.includes('xl/workbook.xml')) {
    throw createRefusal(filename, 'is not an XLSX workbook')
  }
  if (names.some((name) => /vbaproject|\/macrosheets\/|\/activex\//.test(name))) {
    throw createRefusal(filename, 'has macros')
  }
  if (names.some((name) => name.startsWith('xl/externallinks/'))) {
    throw createRefusal(filename, 'has links to other files')
  }
  for (const part of parts) guardPart(filename, part)
  return {
    sheets: names.filter((name) => SHEET.test(name)).length,
    withoutCells: findSheetsWithoutCells(parts),
    hasNumberFormats: findNumberFormats(parts),
  }
}

const RELATIONSHIP = /<(?:\w+:)?Relationship\s(?:[^<"'>]|"[^"<]*"|'[^'<]*')*>/g
const SHEET_ENTRY = /<(?:\w+:)?sheet\s(?:[^<"'>]|"[^"<]*"|'[^'<]*')*>/g

function findSheetsWithoutCells(parts: readonly ZipEntry[]): Set<number> {
  const relationships = readText(parts, 'xl/_rels/workbook.xml.rels').match(RELATIONSHIP) ?? []
  const ids = new Set(
    relationships
      .filter((tag) => /\/(?:chart|dialog)sheet["']/.test(tag))
      .map((tag) => /\sId\s*=\s*["']([^"']*)/.exec(tag)?.[1]),
  )
  const entries = ids.size === 0 ? [] : (readText(parts, 'xl/workbook.xml').match(SHEET_ENTRY) ?? [])
  return new Set(
    entries.flatMap((tag, index) => (ids.has(/\s\w+:id\s*=\s*["']([^"']*)/.exec(tag)?.[1]) ? [index] : [])),
  )
}

const NUMBER_FORMAT = /<(?:\w+:)?numFmt\s(?:[^<"'>]|"[^"<]*"|'[^'<]*')*>/g
const CELL_FORMAT = /<(?:\w+:)?xf\s(?:[^<"'>]|"[^"<]*"|'[^'<]*')*>/g
/** Percentages among the formats that every workbook has. */
const PERCENTAGES = ['9', '10']

/** Whether cells may have a number format that shows other digits than those of the number. */
function findNumberFormats(parts: readonly ZipEntry[]): boolean {
  const styles = readText(parts, 'xl/styles.xml')
  const custom = (styles.match(NUMBER_FORMAT) ?? []).flatMap((tag) => {
    const code = /\sformatCode\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(tag)
    return changesDigits(code?.[1] ?? code?.[2] ?? '') ? [/\snumFmtId\s*=\s*["'](\d+)/.exec(tag)?.[1]] : []
  })
  const ids = new Set([...PERCENTAGES, ...custom])
  return (styles.match(CELL_FORMAT) ?? []).some((tag) => ids.has(/\snumFmtId\s*=\s*["'](\d+)/.exec(tag)?.[1]))
}

/** Reads a part as text; empty if the workbook has none of that name. */
function readText(parts: readonly ZipEntry[], name: string): string {
  const part = parts.find((item) => item.name.toLowerCase() === name)
  return part ? Buffer.concat(Array.from(part.read(), (piece) => piece.slice())).toString() : ''
}

/** Rejects a huge declared dimension before the library allocates the sheet. */
function assertDimension(filename: string, xml: string): void {
  for (const [, column, row] of xml.matchAll(FAR_CELL)) {
    if (row !== undefined && Number(row) > MAX_ROWS + HEADER_ROWS) throw createTooManyRowsError(filename)
    if (column !== undefined && toColumnNumber(column) > FAR_COLUMN) throw createTooManyColumnsError(filename)
  }
}

/** Whether a tag has an external target, and names an external link after it. */
function hasExternalLink(xml: string): boolean {
  return xml.split('>').some((tag) => {
    const external = tag.search(/TargetMode\s*=\s*["']External["']/)
    return external !== -1 && tag.includes('externalLink', external)
  })
}

const toColumnNumber = (letters: string) =>
  Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)

function guardPart(filename: string, { name, read }: ZipEntry): void {
  if (!/\.(xml|rels|vml)$/i.test(name)) return
  const sheet = SHEET.test(name)
  let [rows, before] = [0, '']
  for (const piece of read()) {
    if (
      before === '' &&
      ((piece[0] === 0xff && piece[1] === 0xfe) || (piece[0] === 0xfe && piece[1] === 0xff))
    ) {
      throw createRefusal(filename, `has a part in an unusual encoding, ${name}`)
    }
    const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
    const window = before + text
    if (/<!(DOCTYPE|ENTITY)/i.test(window)) throw createRefusal(filename, `has a DTD or entities in ${name}`)
    if (/content_types|rels/i.test(name) && (window.includes('macroEnabled') || hasExternalLink(window))) {
      throw createRefusal(filename, 'has macros or links to other files')
    }
    if (sheet) {
      rows +=
        (window.match(/<(?:\w+:)?row[\s/>]/g)?.length ?? 0) -
        (before.match(/<(?:\w+:)?row[\s/>]/g)?.length ?? 0)
    }
    if (rows > MAX_ROWS + HEADER_ROWS) throw createTooManyRowsError(filename)
    if (sheet) assertDimension(filename, window)
    before = window.slice(-OVERLAP)
  }
}
