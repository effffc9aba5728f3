import { readReferenceDocument } from '../../formats/reference/read-document.ts'
import type { ReferenceHeader } from '../../formats/reference/types.ts'
import type { ByteSource } from '../../lib/temp-files/byte-range.ts'
import type { ReferenceKind } from '../../vocabulary.ts'
import { collectGarbageAfter } from '../collect-garbage.ts'

/** Characters of entries that one statement inserts. */
const PART_LENGTH = 1_000_000

export interface ReferenceInput {
  filename: string
  content: ByteSource
}

/** A reference document, with its entries as JSON lists of rows. */
export interface ReadReference {
  kind: ReferenceKind
  header: ReferenceHeader
  entriesCount: number
  parts: string[]
}

/** Reads a CCI list or an OSCAL catalog. Throws the 422s of src/formats/reference. */
export function readReferenceFile({ content }: ReferenceInput): ReadReference {
  const { kind, header, entries } = readReferenceDocument(content)
  const parts: string[] = []
  let part: string[] = []
  let length = 0
  const end = () => {
    if (part.length > 0) parts.push(`[${part.join(',')}]`)
    part = []
    length = 0
  }
  for (const entry of entries) {
    const row = JSON.stringify(entry)
    if (length + row.length > PART_LENGTH) end()
    part.push(row)
    length += row.length
  }
  end()
  collectGarbageAfter(content.byteLength)
  return { kind, header, entriesCount: entries.length, parts }
}
