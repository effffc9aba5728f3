import { SaxesParser, type SaxesTagNS } from 'saxes'
import { DomainError } from '../../errors.ts'
import { toPartTag } from './description.ts'
import { createRefusal } from './errors.ts'
import { DUBLIN_CORE, isRequirement, classifyUnread, READ, XCCDF_NAMESPACES } from './vocabulary.ts'
import type { WarningReporter } from './warnings.ts'

/** An element that the import reads, with its text, including that in markup. */
export interface XmlNode {
  name: string
  line: number
  attributes: ReadonlyMap<string, string>
  text: string
  children: XmlNode[]
}

const MAX_DEPTH = 100
/** Maximum length of all substitutions of a file: the size of the largest file. */
const MAX_SUBSTITUTED = 50 * 1024 * 1024
/** XHTML elements that begin and end a line. */
const BLOCKS = new Set('p div li ul ol dl dt dd br hr tr table pre h1 h2 h3 h4 h5 h6 blockquote'.split(' '))

/** Called at the end of an element with its parent; returns true if it need not be retained. */
export type OnElementEnd = (node: XmlNode, parent: XmlNode) => boolean

export interface TreeReading {
  onEnd?: OnElementEnd
  warn?: WarningReporter
}

/**
 * Reads an XCCDF 1.1 or 1.2 document into the elements that the import needs, in one pass. Throws 422 for malformed or
 * truncated XML, another root or namespace, any DOCTYPE (rule C-15), and unknown elements that hold requirements.
 */
export function readBenchmark(xml: Iterable<string>, reading: TreeReading = {}): XmlNode {
  const parser = new SaxesParser({ xmlns: true })
  const tree = new Tree(reading)
  parser.on('doctype', () => {
    throw createRefusal('doctype', 'The file has a DOCTYPE declaration, which is not accepted.', parser.line)
  })
  parser.on('opentag', (tag) => tree.open(tag, parser.line))
  parser.on('text', (text) => tree.append(text, parser.line))
  parser.on('cdata', (text) => tree.append(text, parser.line))
  parser.on('closetag', (tag) => tree.close(tag))
  runParser(parser, xml)
  if (tree.root === null) throw createRefusal('malformed', 'The file has no root element.', parser.line)
  return tree.root
}

/** Runs a parser on a document. Throws 422 for its errors. */
export function runParser(parser: SaxesParser<{ xmlns: true }>, xml: Iterable<string>): void {
  try {
    for (const piece of xml) parser.write(piece)
    parser.close()
  } catch (error) {
    if (error instanceof DomainError || !(error instanceof Error)) throw error
    const fault = error.message.replace(/^\d+:\d+: /, '').slice(0, 200)
    throw createRefusal(
      'malformed',
      `The file is not well-formed XML, or it is cut off: ${fault}`,
      parser.line,
    )
  }
}

/** An open element: its node, or a marker that it is skipped. */
type OpenElement = XmlNode | 'passed over' | { unknown: string; line: number }

class Tree {
  root: XmlNode | null = null
  readonly #open: OpenElement[] = []
  readonly #onEnd: OnElementEnd
  readonly #warn: WarningReporter
  /** Texts that replace `sub` elements, by id. */
  readonly #values = new Map<string, string>()
  #substituted = 0
  /** Whether the current text is empty or at the start of a line. */
  #atLineStart = true

  constructor({ onEnd = () => false, warn = () => undefined }: TreeReading) {
    this.#onEnd = onEnd
    this.#warn = warn
  }

  open(tag: SaxesTagNS, line: number): void {
    if (this.#open.length === MAX_DEPTH) {
      throw createRefusal('malformed', `Elements are nested deeper than ${MAX_DEPTH} levels.`, line)
    }
    const parent = this.#open.at(-1)
    if (parent === undefined) this.#open.push((this.root = createRootNode(tag, line)))
    else this.#open.push(this.#openChild(parent, tag, line))
  }

  append(text: string, line: number): void {
    const node = this.#open.at(-1)
    if (!isNode(node)) return
    if (!holdsElements(node)) this.#grow(node, text)
    else if (/\S/.test(text)) {
      const content = `the text "${text.trim()}" in ${node.name}`
      this.#warn(line, content, 'XCCDF allows no text there.')
    }
  }

  close(tag: SaxesTagNS): void {
    const [node, parent] = [this.#open.pop(), this.#open.at(-1)]
    if (!isNode(node) || !isNode(parent)) return
    if (node === parent) this.#markUp(node, tag, 'end')
    else if (this.#recordValue(node) || this.#onEnd(node, parent)) parent.children.pop()
  }

  #openChild(parent: OpenElement, tag: SaxesTagNS, line: number): OpenElement {
    if (!isNode(parent)) return skipInside(parent, tag, line)
    const name = readName(parent, tag)
    if (name !== null) {
      const child = createNode(name, tag, line)
      parent.children.push(child)
      this.#atLineStart = true
      return child
    }
    return holdsElements(parent) ? this.#skipElement(parent, tag, line) : this.#openMarkup(parent, tag, line)
  }

  /** Skips an element that is not read, with a warning unless it is known to have no content of requirements. */
  #skipElement(parent: XmlNode, tag: SaxesTagNS, line: number): OpenElement {
    const foreign = !XCCDF_NAMESPACES.includes(tag.uri)
    const kind = foreign ? 'unknown' : classifyUnread(parent.name, tag.local)
    if (kind === 'silent') return 'passed over'
    const content = `the element ${tag.name}${formatLocation(parent)}`
    if (kind === 'known') {
      this.#warn(line, content, 'A catalog rule has no field for it; the document that is stored keeps it.')
      return 'passed over'
    }
    const unknown = { unknown: tag.name, line }
    if (isRequirement(tag.local)) throw holdsRequirements(unknown)
    this.#warn(line, content, 'It is not a known XCCDF element there.')
    return unknown
  }

  /** Opens markup inside of a text. */
  #openMarkup(parent: XmlNode, tag: SaxesTagNS, line: number): XmlNode {
    const idref = tag.local === 'sub' ? tag.attributes['idref']?.value : undefined
    if (idref === undefined) this.#markUp(parent, tag, 'begin')
    else {
      const value = this.#values.get(idref)
      if (value === undefined) {
        const content = `the substitution of ${idref}${formatLocation(parent)}`
        this.#warn(line, content, 'The file defines no value with that id before it.')
      }
      this.#substitute(parent, value ?? '', line)
    }
    return parent
  }

  /** Inserts a value. Throws 422 if all of them are too long, because a short file can repeat a long value. */
  #substitute(parent: XmlNode, value: string, line: number): void {
    this.#substituted += value.length
    if (this.#substituted > MAX_SUBSTITUTED) {
      throw createRefusal('malformed', 'The substitutions of the file have more than 50 MiB.', line)
    }
    this.#grow(parent, value)
  }

  #grow(node: XmlNode, text: string): void {
    if (text === '') return
    node.text += text
    this.#atLineStart = text.endsWith('\n')
  }

  /** Converts markup inside of a text to line ends, and to the parts of a description. */
  #markUp(parent: XmlNode, { local }: SaxesTagNS, position: 'begin' | 'end'): void {
    const part = parent.name === 'description' ? toPartTag(local) : null
    if (part !== null) this.#grow(parent, position === 'begin' ? `<${part}>` : `</${part}>`)
    else if (!this.#atLineStart && BLOCKS.has(local.toLowerCase())) this.#grow(parent, '\n')
  }

  /** Records values of substitutions; returns true for elements that are then no longer needed. */
  #recordValue(node: XmlNode): boolean {
    const id = node.attributes.get('id')
    if (node.name === 'plain-text' && id !== undefined) this.#values.set(id, node.text)
    if (node.name !== 'Value') return false
    const values = findChildren(node, 'value')
    const value = values.find(({ attributes }) => !attributes.has('selector')) ?? values[0]
    if (id !== undefined && value) this.#values.set(id, value.text)
    return true
  }
}

const isNode = (open: OpenElement | undefined): open is XmlNode =>
  typeof open === 'object' && 'children' in open

function skipInside(open: Exclude<OpenElement, XmlNode>, tag: SaxesTagNS, line: number): OpenElement {
  if (typeof open === 'object' && isRequirement(tag.local)) throw holdsRequirements({ ...open, line })
  return open
}

function holdsRequirements({ unknown, line }: { unknown: string; line: number }): DomainError {
  const message = `The element ${unknown.slice(0, 100)} holds requirements and is not known in this place, so the file cannot be read completely.`
  return createRefusal('unknown_element', message, line)
}

function formatLocation(parent: XmlNode): string {
  const id = parent.attributes.get('id')
  return id === undefined ? ` in ${parent.name}` : ` of ${id}`
}

function createRootNode(tag: SaxesTagNS, line: number): XmlNode {
  if (tag.local === 'Benchmark' && XCCDF_NAMESPACES.includes(tag.uri)) {
    return createNode('Benchmark', tag, line)
  }
  const actual = tag.uri === '' ? `${tag.local} without a namespace` : `${tag.local} of ${tag.uri}`
  throw createRefusal(
    'not_a_benchmark',
    `The root element must be Benchmark of ${XCCDF_NAMESPACES[0]}; it is ${actual}.`.slice(0, 500),
    line,
  )
}

/** Returns the name under which a child of `parent` is read; null if it is not read as an element. */
function readName(parent: XmlNode, tag: SaxesTagNS): string | null {
  if (parent.name === 'reference') return tag.uri === DUBLIN_CORE ? tag.local : null
  return XCCDF_NAMESPACES.includes(tag.uri) && READ.get(parent.name)?.has(tag.local) ? tag.local : null
}

function holdsElements(node: XmlNode): boolean {
  return node.name === 'reference' || READ.has(node.name)
}

function createNode(name: string, tag: SaxesTagNS, line: number): XmlNode {
  const attributes = new Map<string, string>()
  for (const { uri, local, value } of Object.values(tag.attributes)) {
    if (uri === '') attributes.set(local, value)
  }
  return { name, line, attributes, text: '', children: [] }
}

/** The first child of that name. */
export function findChild(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((candidate) => candidate.name === name)
}

/** Every child of that name, in document order. */
export function findChildren(node: XmlNode, name: string): XmlNode[] {
  return node.children.filter((candidate) => candidate.name === name)
}

/** The literal text of an element; null when it is absent or empty. */
export function readText(node: XmlNode | undefined): string | null {
  return node === undefined || node.text === '' ? null : node.text
}

/** An attribute's value; null when it is absent or empty. */
export function readAttribute(node: XmlNode | undefined, name: string): string | null {
  return node?.attributes.get(name) || null
}
