import { SaxesParser, type SaxesTagNS } from 'saxes'
import { DomainError, invalid } from '../../errors.ts'

/** A requirement of a ReqIF file, its values by the names that their tool gave them. */
export interface ReqifObject {
  line: number
  identifier: string
  name: string | null
  /** By upper-case name; enumerations are told by the names of their values. */
  values: Map<string, string>
}

/** A ReqIF document: what it says of itself, and its requirements. */
export interface ReqifDocument {
  /** Of its first specification, else of its header. */
  title: string | null
  created: Date | null
  objects: ReqifObject[]
}

const NAMESPACE = 'http://www.omg.org/spec/ReqIF/20110401/reqif.xsd'
const MAX_DEPTH = 100
const MAX_OBJECTS = 20_000
const MAX_VALUES = 200

interface Reading {
  /** Names of attributes and of enumeration values, by identifier. */
  names: Map<string, string>
  objects: Map<string, ReqifObject & { raw: { definition: string; texts: string[] }[] }>
  /** Objects as the specifications have them. */
  order: string[]
  /** Of the header: its title and when it was made. */
  header: { TITLE: string; 'CREATION-TIME': string }
  specification: string | null
}

/**
 * The requirements of a ReqIF 1.0 to 1.2 document in the order of its specifications, those that stand in none behind.
 * Throws 422 naming the file and the line: other documents, malformed ones, a DTD, nesting and numbers beyond bounds.
 */
export function readReqif(filename: string, xml: string): ReqifDocument {
  const reading: Reading = {
    names: new Map(),
    objects: new Map(),
    order: [],
    header: { TITLE: '', 'CREATION-TIME': '' },
    specification: null,
  }
  const parser = new SaxesParser({ xmlns: true })
  const fail = (what: string): DomainError =>
    invalid('reqif.unreadable', 'file', `The file ${filename.slice(0, 255)} ${what} (line ${parser.line}).`)
  const handler = new Handler(reading, fail, () => parser.line)
  parser.on('doctype', () => {
    throw fail('has a DOCTYPE declaration, which is not accepted')
  })
  parser.on('opentag', (tag) => handler.open(tag))
  parser.on('text', (text) => handler.text(text))
  parser.on('cdata', (text) => handler.text(text))
  parser.on('closetag', (tag) => handler.close(tag))
  try {
    parser.write(xml).close()
  } catch (error) {
    if (error instanceof DomainError || !(error instanceof Error)) throw error
    throw fail('is not well-formed XML, or it is cut off')
  }
  const { header, specification } = reading
  const created = new Date(header['CREATION-TIME'].trim())
  return {
    title: specification ?? (header.TITLE.trim() || null),
    created: Number.isNaN(created.getTime()) ? null : created,
    objects: ordered(reading),
  }
}

class Handler {
  readonly #reading: Reading
  readonly #fail: (what: string) => DomainError
  readonly #line: () => number
  readonly #path: string[] = []
  #object: Reading['objects'] extends Map<string, infer O> ? O | null : never = null
  #value: { definition: string; texts: string[] } | null = null
  #xhtml: string | null = null
  /** An enumeration's value without a name, which some tools give by its key alone. */
  #nameless: string | null = null

  constructor(reading: Reading, fail: (what: string) => DomainError, line: () => number) {
    this.#reading = reading
    this.#fail = fail
    this.#line = line
  }

  open(tag: SaxesTagNS): void {
    const { local, uri } = tag
    if (this.#path.length === 0 && (local !== 'REQ-IF' || uri !== NAMESPACE))
      throw this.#fail('is no ReqIF document')
    if (this.#path.length === MAX_DEPTH) throw this.#fail(`is nested deeper than ${MAX_DEPTH} levels`)
    this.#path.push(uri === NAMESPACE ? local : '')
    if (uri !== NAMESPACE) {
      if (this.#xhtml !== null && /^(p|div|br|li|tr|h\d|pre)$/.test(local)) this.#xhtml += '\n'
      return
    }
    const identifier = attribute(tag, 'IDENTIFIER')
    const name = attribute(tag, 'LONG-NAME')
    if (/^ATTRIBUTE-DEFINITION-\w+$/.test(local) || local === 'ENUM-VALUE') {
      if (identifier !== null) this.#reading.names.set(identifier, name ?? identifier)
      this.#nameless = local === 'ENUM-VALUE' && name === null ? identifier : null
    } else if (local === 'EMBEDDED-VALUE') this.#nameByKey(attribute(tag, 'KEY'))
    else if (local === 'SPECIFICATION') this.#reading.specification ??= name?.trim() || null
    else if (local === 'SPEC-OBJECT') this.#begin(identifier ?? '', name)
    else if (/^ATTRIBUTE-VALUE-\w+$/.test(local) && this.#object) {
      const given = attribute(tag, 'THE-VALUE')
      this.#value = { definition: '', texts: given === null ? [] : [given] }
    } else if (local === 'THE-VALUE' && this.#value) this.#xhtml = ''
  }

  text(text: string): void {
    const at = this.#path.at(-1) ?? ''
    if (this.#xhtml !== null) this.#xhtml += text
    else if (this.#value && /^ATTRIBUTE-DEFINITION-\w+-REF$/.test(at)) this.#value.definition += text.trim()
    else if (this.#value && at === 'ENUM-VALUE-REF' && text.trim() !== '')
      this.#value.texts.push(this.#reading.names.get(text.trim()) ?? text.trim())
    else if (at === 'SPEC-OBJECT-REF' && this.#path.at(-3) === 'SPEC-HIERARCHY')
      this.#reading.order.push(text.trim())
    else if ((at === 'TITLE' || at === 'CREATION-TIME') && this.#path.at(-2) === 'REQ-IF-HEADER')
      this.#reading.header[at] += text
  }

  close(tag: SaxesTagNS): void {
    this.#path.pop()
    if (tag.uri !== NAMESPACE) return
    if (tag.local === 'SPEC-OBJECT') this.#object = null
    else if (tag.local === 'THE-VALUE' && this.#value && this.#xhtml !== null) {
      this.#value.texts.push(plainText(this.#xhtml))
      this.#xhtml = null
    } else if (/^ATTRIBUTE-VALUE-\w+$/.test(tag.local) && this.#value) {
      this.#object?.raw.push(this.#value)
      if ((this.#object?.raw.length ?? 0) > MAX_VALUES)
        throw this.#fail(`has more than ${MAX_VALUES} values of one object`)
      this.#value = null
    }
  }

  #nameByKey(key: string | null): void {
    if (this.#nameless !== null && key !== null) this.#reading.names.set(this.#nameless, key)
  }

  #begin(identifier: string, name: string | null): void {
    const { objects } = this.#reading
    if (identifier === '' || objects.has(identifier))
      throw this.#fail('has an object without an identifier, or with that of another one')
    if (objects.size === MAX_OBJECTS) throw this.#fail(`has more than ${MAX_OBJECTS} objects`)
    this.#object = { line: this.#line(), identifier, name, values: new Map(), raw: [] }
    objects.set(identifier, this.#object)
  }
}

function attribute(tag: SaxesTagNS, name: string): string | null {
  return Object.values(tag.attributes).find(({ local, uri }) => local === name && uri === '')?.value ?? null
}

/** What is left of formatted text: its lines. */
function plainText(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function ordered({ names, objects, order }: Pick<Reading, 'names' | 'objects' | 'order'>): ReqifObject[] {
  const places = [...new Set([...order, ...objects.keys()])]
  return places.flatMap((identifier) => {
    const found = objects.get(identifier)
    if (!found) return []
    const { raw, ...object } = found
    for (const { definition, texts } of raw) {
      const name = (names.get(definition) ?? definition).trim().toUpperCase()
      const before = object.values.get(name)
      const text = texts.join(', ')
      if (text !== '') object.values.set(name, before === undefined ? text : `${before}\n\n${text}`)
    }
    return [object]
  })
}
