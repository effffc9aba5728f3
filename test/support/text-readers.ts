import { parentPort } from 'node:worker_threads'
import { zipSync } from 'fflate'
import { DomainError } from '../../src/errors.ts'
import { parseSatisfactionText } from '../../src/formats/spreadsheet/satisfaction-text.ts'
import { readInspecControls } from '../../src/formats/texts/inspec-reader.ts'
import { readMarkdownRequirement } from '../../src/formats/texts/markdown-reader.ts'
import { readReqif } from '../../src/formats/texts/reqif-reader.ts'
import { readReqifRequirements } from '../../src/formats/texts/reqif-requirements.ts'
import { readRules } from '../../src/formats/xccdf.ts'
import { listDescriptionParts } from '../../src/formats/xccdf/description.ts'
import { guardWorkbook } from '../../src/formats/xlsx/guard.ts'
import { readRequirementSheet } from '../../src/workers/tasks/sheet.ts'

const REQIF = 'http://www.omg.org/spec/ReqIF/20110401/reqif.xsd'
const XCCDF = 'http://checklists.nist.gov/xccdf/1.1'

/** The parsers of uploaded texts by name. An attacker can choose the text. */
const readers = {
  satisfactions: parseSatisfactionText,
  description: listDescriptionParts,
  inspec: (text: string) => readInspecControls([{ path: 'controls.rb', text }]),
  markdown: (text: string) => readMarkdownRequirement({ path: 'a.md', text }),
  reqif: (body: string) => {
    const document = readReqif('a.reqif', `<REQ-IF xmlns="${REQIF}">${body}</REQ-IF>`)
    return readReqifRequirements([{ ...document, file: 'a.reqif' }])
  },
  xccdf: (body: string) =>
    readRules(Buffer.from(createBenchmarkWith(body)), { kind: 'srg' }, () => undefined),
  csv: (text: string) =>
    readRequirementSheet({ filename: 'a.csv', content: Buffer.from(text), purpose: 'detection' }),
  relations: (text: string) => guardPart('xl/_rels/workbook.xml.rels', text),
  sheet: (text: string) => guardPart('xl/worksheets/sheet1.xml', text),
}
export type TextReader = keyof typeof readers

function createBenchmarkWith(body: string): string {
  const header = '<title>T</title><version>1</version><plain-text id="release-info">Release: 1</plain-text>'
  return `<Benchmark id="a" xmlns="${XCCDF}">${header}${body}</Benchmark>`
}

function guardPart(name: string, text: string): void {
  const parts = { '[Content_Types].xml': '<a/>', 'xl/workbook.xml': '<a/>', [name]: text }
  const files = Object.entries(parts).map(([path, content]) => [path, Buffer.from(content)])
  guardWorkbook('a.xlsx', zipSync(Object.fromEntries(files)))
}

/** Runs as a worker: parses each received text and reports the end. A rejected text counts as parsed. */
async function parseTexts({ reader, text }: { reader: TextReader; text: string }): Promise<void> {
  try {
    await readers[reader](text)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
  }
  parentPort?.postMessage('done')
}

parentPort?.on('message', (message: Parameters<typeof parseTexts>[0]) => void parseTexts(message))
