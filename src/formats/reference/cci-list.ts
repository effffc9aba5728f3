import { SaxesParser, type SaxesTagNS } from 'saxes'
import type { ByteSource } from '../../lib/temp-files/byte-range.ts'
import type { CciReference } from '../../vocabulary.ts'
import { decodeXml } from '../xccdf/decode.ts'
import { runParser } from '../xccdf/tree.ts'
import { parseControlName } from './control-name.ts'
import {
  assertStorable,
  createInvalidEntryError,
  createUnreadableError,
  createWrongKindError,
  toShortName,
} from './errors.ts'
import { type CciDefinition, MAX_REFERENCE_ENTRIES, type ReferenceHeader } from './types.ts'

const NAMESPACES = new Set(['http://iase.disa.mil/cci', 'http://cyber.mil/cci', 'https://cyber.mil/cci'])
const MAX_DEPTH = 20
/** The depth of the texts of a CCI; markup in them is deeper. */
const TEXT_DEPTH = 4
const LONG = 20_000
const SHORT = 2000
/** References, types, parameters and notes of one CCI. */
const MAX_PARTS = 100

/** Texts of a CCI that can occur once or several times, with their limits. */
const TEXTS: ReadonlyMap<string, number> = new Map([
  ['status', SHORT],
  ['publishdate', SHORT],
  ['contributor', SHORT],
  ['definition', LONG],
  ['type', SHORT],
  ['parameter', LONG],
  ['note', LONG],
])

/** An open `cci_item`. */
interface OpenItem {
  cci: string
  line: number
  texts: Map<string, string[]>
  references: CciReference[]
}

/**
 * Reads DISA's list of CCIs, in any encoding that `decodeXml` supports. Throws 422 for other or malformed XML or a
 * DOCTYPE, and for an entry with a wrong id, a long text or too many parts.
 */
export function readCciList(source: ByteSource): { header: ReferenceHeader; entries: CciDefinition[] } {
  const parser = new SaxesParser({ xmlns: true })
  const handler = new Handler(() => parser.line)
  parser.on('doctype', () => {
    throw createUnreadableError('The file has a DOCTYPE declaration, which is not accepted.', parser.line)
  })
  parser.on('opentag', (tag) => handler.open(tag))
  parser.on('text', (text) => handler.append(text))
  parser.on('cdata', (text) => handler.append(text))
  parser.on('closetag', () => handler.close())
  runParser(parser, decodeXml(source))
  if (handler.entries.length === 0) throw createInvalidEntryError('The list has no CCIs.')
  return { header: handler.header, entries: handler.entries }
}

class Handler {
  readonly entries: CciDefinition[] = []
  readonly header: ReferenceHeader = { title: null, version: null, published: null }
  readonly #line: () => number
  readonly #path: string[] = []
  /** The path joined with slashes. */
  #location = ''
  readonly #lines = new Map<string, number>()
  #item: OpenItem | null = null
  #text = ''

  constructor(line: () => number) {
    this.#line = line
  }

  open(tag: SaxesTagNS): void {
    const { local, uri } = tag
    if (this.#path.length === 0 && (local !== 'cci_list' || !NAMESPACES.has(uri))) {
      throw createWrongKindError(
        `The file is XML, but not a CCI list: its root element is ${toShortName(local)}.`,
      )
    }
    if (this.#path.length === MAX_DEPTH) {
      throw createUnreadableError(`The file is nested deeper than ${MAX_DEPTH} levels.`, this.#line())
    }
    this.#path.push(local)
    this.#location += `/${local}`
    if (this.#path.length <= TEXT_DEPTH) this.#text = ''
    if (this.#isAt('/cci_list/cci_items/cci_item')) this.#begin(tag)
    else if (this.#isAt('/cci_list/cci_items/cci_item/references/reference')) this.#addReference(tag)
  }

  append(text: string): void {
    if (this.#isText()) this.#text += text
  }

  close(): void {
    const name = this.#path.at(-1) ?? ''
    if (this.#item && this.#path.length === TEXT_DEPTH && TEXTS.has(name)) this.#addText(this.#item, name)
    else if (this.#isAt('/cci_list/metadata/version')) this.header.version = this.#readHeader('version')
    else if (this.#isAt('/cci_list/metadata/publishdate')) {
      this.header.published = this.#readHeader('publish date')
    } else if (this.#item && this.#path.length === 3) this.#end(this.#item)
    if (this.#path.length <= TEXT_DEPTH) this.#text = ''
    this.#path.pop()
    this.#location = this.#location.slice(0, -1 - name.length)
  }

  #isAt(path: string): boolean {
    return this.#location === path
  }

  /** Whether the text of the open element is read. */
  #isText(): boolean {
    const depth = this.#path.length
    return (depth >= TEXT_DEPTH && this.#item !== null) || (depth === 3 && this.#path[1] === 'metadata')
  }

  #readHeader(name: string): string | null {
    const text = normalizeBlanks(this.#text)
    assertStorable(text, SHORT, `The ${name} of the list`, this.#line())
    return text === '' ? null : text
  }

  #begin(tag: SaxesTagNS): void {
    const line = this.#line()
    const cci = (readAttribute(tag, 'id') ?? '').trim()
    if (!/^CCI-\d{6}$/.test(cci)) {
      const name = cci === '' ? 'An entry has no id' : `The id ${toShortName(cci)} is not a CCI`
      throw createInvalidEntryError(`${name}; it must be CCI- and six digits.`, line)
    }
    const earlier = this.#lines.get(cci)
    if (earlier !== undefined) {
      throw createInvalidEntryError(`${cci} is in the list twice, first in line ${earlier}.`, line)
    }
    if (this.entries.length === MAX_REFERENCE_ENTRIES) {
      throw createInvalidEntryError(`The list has more than ${MAX_REFERENCE_ENTRIES} CCIs.`, line)
    }
    this.#lines.set(cci, line)
    this.#item = { cci, line, texts: new Map(), references: [] }
  }

  #addText({ cci, texts }: OpenItem, name: string): void {
    const text = normalizeBlanks(this.#text)
    if (text === '') return
    assertStorable(text, TEXTS.get(name) ?? SHORT, `The ${name} of ${cci}`, this.#line())
    const list = texts.get(name) ?? []
    if (list.length === MAX_PARTS) throw this.#createTooManyError(cci, name)
    texts.set(name, [...list, text])
  }

  #addReference(tag: SaxesTagNS): void {
    if (!this.#item) return
    const { cci, references } = this.#item
    if (references.length === MAX_PARTS) throw this.#createTooManyError(cci, 'reference')
    const read = (name: string): string | null => {
      const text = normalizeBlanks(readAttribute(tag, name) ?? '')
      assertStorable(text, SHORT, `The ${name} of a reference of ${cci}`, this.#line())
      return text === '' ? null : text
    }
    const [creator, title, version] = [read('creator'), read('title'), read('version')]
    references.push({ creator, title, version, location: read('location'), index: read('index') })
  }

  #createTooManyError(cci: string, name: string) {
    return createInvalidEntryError(`${cci} has more than ${MAX_PARTS} elements ${name}.`, this.#line())
  }

  #end({ cci, texts, references }: OpenItem): void {
    const read = (name: string) => texts.get(name)?.join('\n\n') ?? null
    this.entries.push({
      cci,
      status: read('status'),
      published: read('publishdate'),
      contributor: read('contributor'),
      definition: read('definition'),
      types: texts.get('type') ?? [],
      parameter: read('parameter'),
      note: read('note'),
      references,
      ...findNewestControl(references),
    })
    this.#item = null
  }
}

/** Finds the control of a CCI in the newest revision of SP 800-53; SP 800-53A numbers its procedures differently. */
function findNewestControl(
  references: readonly CciReference[],
): Pick<CciDefinition, 'base_control' | 'control' | 'revision'> {
  const candidates = references.flatMap(({ title, version, index }) => {
    const name = index !== null && /\b800-53\b/.test(title ?? '') ? parseControlName(index) : null
    if (!name) return []
    const revision = version ?? /Rev(?:ision|\.)? ?(\d)/i.exec(title ?? '')?.[1] ?? null
    return [{ base_control: name.base, control: index, revision }]
  })
  const [newest] = candidates.sort((a, b) => toNumber(b.revision) - toNumber(a.revision))
  return newest ?? { base_control: null, control: null, revision: null }
}

function toNumber(revision: string | null): number {
  const number = Number.parseInt(revision ?? '', 10)
  return Number.isNaN(number) ? 0 : number
}

function readAttribute(tag: SaxesTagNS, name: string): string | null {
  return Object.values(tag.attributes).find(({ local, uri }) => local === name && uri === '')?.value ?? null
}

/** Removes the indentation of the file, and blanks that repeat; line breaks within the text stay. */
function normalizeBlanks(text: string): string {
  const lines = text.split('\n').map((line) => line.split(/\s+/).filter(Boolean).join(' '))
  return lines.join('\n').trim()
}
