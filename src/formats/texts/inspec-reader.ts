import {
  AssocNode,
  BlockNode,
  CallNode,
  HashNode,
  KeywordHashNode,
  loadPrism,
  type Node,
  StringNode,
  SymbolNode,
} from '@ruby/prism'
import type { ArchivedText } from './text-archive.ts'

/** One control of a profile, or what is wrong with it; its Ruby is text to us, which nobody runs. */
export interface InspecControl {
  file: string
  line: number
  id: string | null
  /** What its tag `stig_id` says. */
  stigId: string | null
  /** The code behind title, descriptions, impact and tags; null without any. */
  body: string | null
  fault: string | null
}

/** What describes a control; the code begins after it. */
const DESCRIBING = new Set(['title', 'desc', 'impact', 'tag'])
/** May stand among it, and is code where it stands behind. */
const BETWEEN = new Set(['ref', ...DESCRIBING])
const WRAPPERS = new Set(['include_controls', 'require_controls'])

type Parse = Awaited<ReturnType<typeof loadPrism>>

/** The controls of these Ruby files, in their order. A file that is no Ruby gives one fault. */
export async function inspecControls(files: readonly ArchivedText[]): Promise<InspecControl[]> {
  let parse = await loadPrism()
  const controls: InspecControl[] = []
  for (const file of files) {
    try {
      controls.push(...controlsOf(parse, file))
    } catch (error) {
      // Nesting without end overflows the parser, whose memory is then not to be trusted.
      if (!(error instanceof Error)) throw error
      controls.push(faulty(file.path, 1, 'The file cannot be read as Ruby.'))
      parse = await loadPrism()
    }
  }
  return controls
}

function controlsOf(parse: Parse, { path, text }: ArchivedText): InspecControl[] {
  const source = Buffer.from(text)
  const { value, errors } = parse(text)
  const [error] = errors
  if (error) {
    const line = lineAt(source, error.location.startOffset)
    return [faulty(path, line, `The file is no Ruby (line ${line}: ${error.message.slice(0, 200)}).`)]
  }
  return statementsIn(value.statements.body).flatMap((node): InspecControl[] => {
    const block = node.block
    const starts = node.location.startOffset
    const line = lineAt(source, starts)
    const [argument] = node.arguments_?.arguments_ ?? []
    if (!(argument instanceof StringNode) && !(argument instanceof SymbolNode))
      return [faulty(path, line, 'The control has no plain text as its id.')]
    const id = argument.unescaped.value
    if (!(block instanceof BlockNode)) return [{ ...faulty(path, line, 'The control has no block.'), id }]
    const statements = statementsOf(block)
    const begins = describedUntil(statements) ?? offsets(block.openingLoc).end
    const ends = block.closingLoc.startOffset
    const column = starts - (source.subarray(0, starts).lastIndexOf(0x0a) + 1)
    const body = bodyOf(source.subarray(begins, ends).toString(), column + 2)
    return [
      { file: path, line, id, stigId: stigIdIn(statements), body: body === '' ? null : body, fault: null },
    ]
  })
}

/** Calls of `control`, at the top or within those that include controls of other profiles. */
function statementsIn(nodes: readonly Node[]): CallNode[] {
  return nodes.flatMap((node) => {
    if (!(node instanceof CallNode) || node.receiver !== null) return []
    if (node.name === 'control') return [node]
    const { block } = node
    return WRAPPERS.has(node.name) && block instanceof BlockNode ? statementsIn(statementsOf(block)) : []
  })
}

function statementsOf({ body }: BlockNode): Node[] {
  return body !== null && 'body' in body && Array.isArray(body.body) ? body.body : []
}

/** Where the last of the leading descriptions ends, with the texts that belong to it; null without any. */
function describedUntil(statements: readonly Node[]): number | null {
  let end: number | null = null
  for (const node of statements) {
    if (!(node instanceof CallNode) || node.receiver !== null || !BETWEEN.has(node.name)) break
    if (DESCRIBING.has(node.name)) end = endOf(node)
  }
  return end
}

/** A text in the next lines (a heredoc) ends behind the statement that it belongs to. */
function endOf(node: Node): number {
  const closing = 'closingLoc' in node ? (node.closingLoc as CallNode['closingLoc']) : null
  return Math.max(
    offsets(node.location).end,
    closing === null ? 0 : offsets(closing).end,
    ...node.compactChildNodes().map((child) => endOf(child)),
  )
}

function stigIdIn(statements: readonly Node[]): string | null {
  for (const node of statements) {
    if (!(node instanceof CallNode) || node.name !== 'tag') continue
    for (const argument of node.arguments_?.arguments_ ?? []) {
      if (!(argument instanceof KeywordHashNode) && !(argument instanceof HashNode)) continue
      for (const element of argument.elements) {
        if (!(element instanceof AssocNode) || !(element.value instanceof StringNode)) continue
        const { key } = element
        const name = key instanceof SymbolNode || key instanceof StringNode ? key.unescaped.value : ''
        if (name === 'stig_id') return element.value.unescaped.value
      }
    }
  }
  return null
}

/** The code without blank lines around it, and without what it was indented by in its control. */
function bodyOf(code: string, indent: number): string {
  const lines = code.replace(/^[^\S\n]*;?[^\S\n]*(#[^\n]*)?\n/, '').split('\n')
  while (lines[0]?.trim() === '') lines.shift()
  while (lines.at(-1)?.trim() === '') lines.pop()
  const common = Math.min(
    indent,
    ...lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0),
  )
  return lines.map((line) => line.slice(Math.min(common, /^[ \t]*/.exec(line)?.[0].length ?? 0))).join('\n')
}

function offsets({ startOffset, length }: Node['location']): { end: number } {
  return { end: startOffset + length }
}

function lineAt(source: Buffer, offset: number): number {
  let line = 1
  for (let at = source.indexOf(0x0a); at !== -1 && at < offset; at = source.indexOf(0x0a, at + 1)) line += 1
  return line
}

function faulty(file: string, line: number, fault: string): InspecControl {
  return { file, line, id: null, stigId: null, body: null, fault }
}
