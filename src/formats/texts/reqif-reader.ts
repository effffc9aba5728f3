import { SaxesParser, type SaxesTagNS } from 'saxes'
import { DomainError, validationError } from '../../errors.ts'
import { formatCount } from '../../lib/format-count.ts'
import { REQIF_TOOL } from '../reqif-names.ts'
import { XhtmlReader } from './reqif-xhtml.ts'

/** A requirement of a ReqIF file with values by attribute name. */
export interface ReqifObject {
  line: number
  identifier: string
  name: string | null
  /** By upper-case attribute name; the value of an enumeration is the name of its member. */
  values: Map<string, ReqifValue>
}

/** The value of one attribute of an object. */
export interface ReqifValue {
  text: string
  /** The value is formatted and lost its runs of blanks. */
  isCollapsed: boolean
}

/** A ReqIF document: its header and its requirements. */
export interface ReqifDocument {
  /** The title of its first specification, otherwise of its header. */
  title: string | null
  created: Date | null
  /** True if this service exported the document. */
  isOwn: boolean
  objects: ReqifObject[]
  /** Names of the attributes that are defined or have values, by upper-case name. */
  attributes: Map<string, string>
  /** Ignored parts of the document. */
  unread: { line: number | null; what: string; why: string }[]
}

const NAMESPACE = 'http://www.omg.org/spec/ReqIF/20110401/reqif.xsd'
const MAX_DEPTH = 100
const MAX_OBJECTS = 20_000
const MAX_VALUES = 200

interface ReqifReader {
  /** Names of attributes and of enumeration values, by identifier. */
  names: Map<string, string>
  /** Identifiers of attributes that the type of an object defines. */
  definitions: Set<string>
  objects: Map<string, ReqifObject & { raw: RawValue[] }>
  /** Identifiers of objects, in the order of the specifications. */
  order: string[]
  /** The title, the time and the source tool in the header. */
  header: { TITLE: string; 'CREATION-TIME': string; 'SOURCE-TOOL-ID': string }
  specification: string | null
  relations: number
  unread: ReqifDocument['unread']
}

interface RawValue {
  definition: string
  texts: string[]
  isCollapsed: boolean
}

/**
 * Reads the requirements of a ReqIF 1.0 to 1.2 document in the order of its specifications; objects outside of them come
 * last. Throws 422 with file and line for other or malformed documents, a DTD, too deep nesting and too many objects.
 */
export function readReqif(filename: string, xml: string): ReqifDocument {
  const reading: ReqifReader = {
    names: new Map(),
    definitions: new Set(),
    objects: new Map(),
    order: [],
    header: { TITLE: '', 'CREATION-TIME': '', 'SOURCE-TOOL-ID': '' },
    specification: null,
    relations: 0,
    unread: [],
  }
  const parser = new SaxesParser({ xmlns: true })
  const name = filename.slice(0, 255)
  const fail = (problem: string): DomainError =>
    validationError('reqif.unreadable', 'file', `The file ${name} ${problem} (line ${parser.line}).`)
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
    isOwn: header['SOURCE-TOOL-ID'].trim() === REQIF_TOOL,
    objects: orderObjects(reading),
    attributes: collectAttributes(reading),
    unread: [...reading.unread, ...warnUnreadRelations(reading.relations)],
  }
}

function warnUnreadRelations(count: number): ReqifDocument['unread'] {
  if (count === 0) return []
  return [
    {
      line: null,
      what: formatCount(count, 'relation between objects', 'relations between objects'),
      why: 'Relations are not read.',
    },
  ]
}

class Handler {
  readonly #reading: ReqifReader
  readonly #fail: (problem: string) => DomainError
  readonly #line: () => number
  readonly #path: string[] = []
  #object: ReqifReader['objects'] extends Map<string, infer O> ? O | null : never = null
  #value: RawValue | null = null
  #xhtml: XhtmlReader | null = null
  /** An enumeration value without a name: some tools write only its key. */
  #nameless: string | null = null

  constructor(reading: ReqifReader, fail: (problem: string) => DomainError, line: () => number) {
    this.#reading = reading
    this.#fail = fail
    this.#line = line
  }

  open(tag: SaxesTagNS): void {
    const { local, uri } = tag
    if (this.#path.length === 0 && (local !== 'REQ-IF' || uri !== NAMESPACE)) {
      throw this.#fail('is not a ReqIF document')
    }
    if (this.#path.length === MAX_DEPTH) throw this.#fail(`is nested deeper than ${MAX_DEPTH} levels`)
    this.#path.push(uri === NAMESPACE ? local : '')
    if (this.#xhtml) this.#xhtml.open(local, attribute(tag, 'style'))
    if (uri !== NAMESPACE || this.#xhtml) return
    const identifier = attribute(tag, 'IDENTIFIER')
    const name = attribute(tag, 'LONG-NAME')
    if (/^ATTRIBUTE-DEFINITION-\w+$/.test(local) || local === 'ENUM-VALUE') {
      if (identifier !== null) this.#reading.names.set(identifier, name?.trim() || identifier)
      if (identifier !== null && this.#path.includes('SPEC-OBJECT-TYPE')) {
        this.#reading.definitions.add(identifier)
      }
      this.#nameless = local === 'ENUM-VALUE' && name === null ? identifier : null
    } else if (local === 'EMBEDDED-VALUE') this.#nameByKey(attribute(tag, 'KEY'))
    else if (local === 'SPECIFICATION') this.#reading.specification ??= name?.trim() || null
    else if (local === 'SPEC-RELATION') this.#reading.relations += 1
    else if (local === 'SPEC-OBJECT') this.#begin(identifier ?? '', name)
    else if (/^ATTRIBUTE-VALUE-\w+$/.test(local) && this.#object) {
      const attributeValue = attribute(tag, 'THE-VALUE')
      this.#value = {
        definition: '',
        texts: attributeValue === null ? [] : [attributeValue],
        isCollapsed: false,
      }
    } else if (local === 'THE-VALUE' && this.#value) this.#xhtml = new XhtmlReader()
  }

  text(text: string): void {
    const parent = this.#path.at(-1) ?? ''
    if (this.#xhtml) this.#xhtml.addText(text)
    else if (this.#value && /^ATTRIBUTE-DEFINITION-\w+-REF$/.test(parent)) {
      this.#value.definition += text.trim()
    } else if (this.#value && parent === 'ENUM-VALUE-REF' && text.trim() !== '') {
      this.#value.texts.push(this.#reading.names.get(text.trim()) ?? text.trim())
    } else if (parent === 'SPEC-OBJECT-REF' && this.#path.at(-3) === 'SPEC-HIERARCHY') {
      this.#reading.order.push(text.trim())
    } else if (
      (parent === 'TITLE' || parent === 'CREATION-TIME' || parent === 'SOURCE-TOOL-ID') &&
      this.#path.at(-2) === 'REQ-IF-HEADER'
    ) {
      this.#reading.header[parent] += text
    }
  }

  close(tag: SaxesTagNS): void {
    this.#path.pop()
    if (this.#xhtml && (tag.uri !== NAMESPACE || tag.local !== 'THE-VALUE')) this.#xhtml.close(tag.local)
    if (tag.uri !== NAMESPACE) return
    if (tag.local === 'SPEC-OBJECT') this.#object = null
    else if (tag.local === 'THE-VALUE' && this.#value && this.#xhtml) {
      this.#endXhtml(this.#value, this.#xhtml)
      this.#xhtml = null
    } else if (/^ATTRIBUTE-VALUE-\w+$/.test(tag.local) && this.#value) {
      this.#object?.raw.push(this.#value)
      if ((this.#object?.raw.length ?? 0) > MAX_VALUES) {
        throw this.#fail(`has more than ${MAX_VALUES} values of one object`)
      }
      this.#value = null
    }
  }

  #endXhtml(value: RawValue, xhtml: XhtmlReader): void {
    const { text, isPreserved } = xhtml.readResult()
    value.texts.push(text)
    value.isCollapsed = !isPreserved
    if (xhtml.embedded === 0) return
    this.#reading.unread.push({
      line: this.#line(),
      what: `${xhtml.embedded} images or embedded files`,
      why: 'Only the text of a formatted value is read.',
    })
  }

  #nameByKey(key: string | null): void {
    if (this.#nameless !== null && key !== null) this.#reading.names.set(this.#nameless, key)
  }

  #begin(identifier: string, name: string | null): void {
    const { objects } = this.#reading
    if (identifier === '' || objects.has(identifier)) {
      throw this.#fail('has an object without an identifier, or with that of another one')
    }
    if (objects.size === MAX_OBJECTS) throw this.#fail(`has more than ${MAX_OBJECTS} objects`)
    this.#object = { line: this.#line(), identifier, name, values: new Map(), raw: [] }
    objects.set(identifier, this.#object)
  }
}

function attribute(tag: SaxesTagNS, name: string): string | null {
  return Object.values(tag.attributes).find(({ local, uri }) => local === name && uri === '')?.value ?? null
}

function orderObjects({
  names,
  objects,
  order,
}: Pick<ReqifReader, 'names' | 'objects' | 'order'>): ReqifObject[] {
  const identifiers = [...new Set([...order, ...objects.keys()])]
  return identifiers.flatMap((identifier) => {
    const entry = objects.get(identifier)
    if (!entry) return []
    const { raw, ...object } = entry
    for (const { definition, texts, isCollapsed } of raw) {
      const name = (names.get(definition) ?? definition).trim().toUpperCase()
      const before = object.values.get(name)
      const text = texts.join(', ')
      if (text === '') continue
      object.values.set(name, {
        text: before === undefined ? text : `${before.text}\n\n${text}`,
        isCollapsed: isCollapsed || before?.isCollapsed === true,
      })
    }
    return [object]
  })
}

function collectAttributes({ names, definitions, objects }: ReqifReader): Map<string, string> {
  const identifiers = new Set(definitions)
  for (const { raw } of objects.values()) for (const { definition } of raw) identifiers.add(definition)
  const attributeNames = [...identifiers].map((identifier) => (names.get(identifier) ?? identifier).trim())
  return new Map(attributeNames.map((name) => [name.toUpperCase(), name]))
}
