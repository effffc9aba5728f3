import { SaxesParser, type SaxesTagNS } from 'saxes'
import { DomainError } from '../../errors.ts'
import { refuse } from './refusal.ts'

/** An element that the import reads, with the text inside it and inside markup below it. */
export interface XmlNode {
  name: string
  line: number
  attributes: ReadonlyMap<string, string>
  text: string
  children: XmlNode[]
}

const NAMESPACES = ['http://checklists.nist.gov/xccdf/1.1', 'http://checklists.nist.gov/xccdf/1.2']
const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/'
const MAX_DEPTH = 100

/** The elements read, by parent. Profiles, notices and everything unknown cost no memory. */
const CHILDREN = new Map<string, ReadonlySet<string>>([
  ['Benchmark', new Set(['title', 'description', 'version', 'plain-text', 'Group', 'Rule'])],
  ['Group', new Set(['title', 'Group', 'Rule'])],
  ['Rule', new Set('version title status ident fixtext fix check description reference'.split(' '))],
  ['check', new Set(['check-content-ref', 'check-content'])],
])

/** Told of an element when it ends, with its parent; true when it need not be kept. */
export type Ended = (node: XmlNode, parent: XmlNode) => boolean

/**
 * Reads an XCCDF 1.1 or 1.2 document into the elements that the import needs, in one pass.
 * Refuses (422) malformed or truncated XML, another root or namespace, another encoding and any DOCTYPE,
 * so that no entity is ever expanded (rule C-15).
 */
export function readBenchmark(xml: Iterable<string>, ended: Ended = () => false): XmlNode {
  const parser = new SaxesParser({ xmlns: true })
  const open: (XmlNode | null)[] = []
  let root: XmlNode | undefined

  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding)) {
      throw refuse('encoding', `The file declares the encoding ${encoding}; only UTF-8 is read.`, parser.line)
    }
  })
  parser.on('doctype', () => {
    throw refuse('doctype', 'The file has a DOCTYPE declaration, which is not accepted.', parser.line)
  })
  parser.on('opentag', (tag) => {
    if (open.length === MAX_DEPTH) {
      throw refuse('malformed', `Elements are nested deeper than ${MAX_DEPTH} levels.`, parser.line)
    }
    if (root === undefined) {
      root = rootNode(tag, parser.line)
      open.push(root)
    } else {
      open.push(childNode(open.at(-1) ?? null, tag, parser.line))
    }
  })
  parser.on('text', append)
  parser.on('cdata', append)
  parser.on('closetag', () => {
    const [node, parent] = [open.pop(), open.at(-1)]
    if (node && parent && node !== parent && ended(node, parent)) parent.children.pop()
  })

  function append(text: string): void {
    const node = open.at(-1)
    if (node && !holdsElements(node)) node.text += text
  }

  function childNode(parent: XmlNode | null, tag: SaxesTagNS, line: number): XmlNode | null {
    if (parent === null) return null
    const name = readName(parent, tag)
    if (name === null) return holdsElements(parent) ? null : parent
    const child = node(name, tag, line)
    parent.children.push(child)
    return child
  }

  try {
    for (const piece of xml) parser.write(piece)
    parser.close()
  } catch (error) {
    if (error instanceof DomainError || !(error instanceof Error)) throw error
    const fault = error.message.replace(/^\d+:\d+: /, '').slice(0, 200)
    throw refuse('malformed', `The file is not well-formed XML, or it is cut off: ${fault}`, parser.line)
  }
  if (root === undefined) throw refuse('malformed', 'The file has no root element.', parser.line)
  return root
}

function rootNode(tag: SaxesTagNS, line: number): XmlNode {
  if (tag.local === 'Benchmark' && NAMESPACES.includes(tag.uri)) return node('Benchmark', tag, line)
  const found = tag.uri === '' ? `${tag.local} without a namespace` : `${tag.local} of ${tag.uri}`
  throw refuse(
    'not_a_benchmark',
    `The root element must be Benchmark of ${NAMESPACES[0]}; it is ${found}.`.slice(0, 500),
    line,
  )
}

/** The name under which a child of `parent` is read, or null where it is not read as an element. */
function readName(parent: XmlNode, tag: SaxesTagNS): string | null {
  if (parent.name === 'reference') return tag.uri === DUBLIN_CORE ? tag.local : null
  return NAMESPACES.includes(tag.uri) && CHILDREN.get(parent.name)?.has(tag.local) ? tag.local : null
}

function holdsElements(node: XmlNode): boolean {
  return node.name === 'reference' || CHILDREN.has(node.name)
}

function node(name: string, tag: SaxesTagNS, line: number): XmlNode {
  const attributes = new Map<string, string>()
  for (const { uri, local, value } of Object.values(tag.attributes))
    if (uri === '') attributes.set(local, value)
  return { name, line, attributes, text: '', children: [] }
}

/** The first child of that name. */
export function child(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((candidate) => candidate.name === name)
}

/** Every child of that name, in document order. */
export function children(node: XmlNode, name: string): XmlNode[] {
  return node.children.filter((candidate) => candidate.name === name)
}

/** The literal text of an element; null when it is absent or empty. */
export function text(node: XmlNode | undefined): string | null {
  return node === undefined || node.text === '' ? null : node.text
}

/** An attribute's value; null when it is absent or empty. */
export function attribute(node: XmlNode | undefined, name: string): string | null {
  return node?.attributes.get(name) || null
}
