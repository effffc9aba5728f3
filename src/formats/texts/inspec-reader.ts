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
import { isRecord } from '../../lib/json-values.ts'
import { COMMENTED_BODY } from '../inspec/inspec-control.ts'
import { findLiteralLines } from './ruby-literals.ts'
import type { ArchivedText } from './text-archive.ts'

/** One control of a profile, or its fault. Its Ruby code is never executed. */
export interface InspecControl {
  file: string
  line: number
  id: string | null
  /** Value of its `stig_id` tag. */
  stigId: string | null
  /** The code after title, descriptions, impact and tags; null without any. */
  body: string | null
  /** The whole control. */
  source: string
  fault: string | null
}

/** A Ruby file as source text, with the index of a control in the list of all controls in place of each control. */
export interface ControlFile {
  path: string
  parts: (string | number)[]
}

/** Calls that describe a control; the code begins after them. */
const DESCRIBING = new Set(['title', 'desc', 'impact', 'tag'])
/** Calls that can occur between these; on their own they belong to the code. */
const BETWEEN = new Set(['ref', ...DESCRIBING])
const WRAPPERS = new Set(['include_controls', 'require_controls'])

type RubyParser = Awaited<ReturnType<typeof loadPrism>>

/** Parses the controls of Ruby files in order, and the source around them. A file that is not Ruby gives one fault. */
export async function readInspecControls(
  files: readonly ArchivedText[],
): Promise<{ controls: InspecControl[]; around: ControlFile[] }> {
  let parse = await loadPrism()
  const controls: InspecControl[] = []
  const around: ControlFile[] = []
  for (const file of files) {
    try {
      const parsedFile = parseControls(parse, file)
      if (parsedFile.parts.length > 0) {
        around.push({
          path: file.path,
          parts: parsedFile.parts.map((part) => (typeof part === 'number' ? part + controls.length : part)),
        })
      }
      controls.push(...parsedFile.controls)
    } catch (error) {
      // Extreme nesting overflows the parser, whose memory can then be corrupt.
      if (!(error instanceof Error)) throw error
      controls.push(createFaultyControl(file.path, 1, 'The file cannot be read as Ruby.'))
      parse = await loadPrism()
    }
  }
  return { controls, around }
}

function parseControls(
  parse: RubyParser,
  { path, text }: ArchivedText,
): { controls: InspecControl[]; parts: ControlFile['parts'] } {
  const source = Buffer.from(text)
  const locate = createLocator(source)
  const { value, errors, comments, dataLoc } = parse(text)
  const [error] = errors
  if (error) {
    const { line } = locate(error.location.startOffset)
    const fault = `The file is not valid Ruby (line ${line}: ${error.message.slice(0, 200)}).`
    return { controls: [createFaultyControl(path, line, fault)], parts: [] }
  }
  const calls = findControlCalls(value.statements.body)
  const literal = findLiteralLines(value, comments, locate)
  // The data after __END__ belongs to the file, or to the control if there is only one.
  const data = calls.length === 1 ? extractData(source, dataLoc) : ''
  const read = { path, source, locate, literal, data }
  const controls = calls.map((call) => toControl(call, read))
  const end =
    data === '' ? source.length : source.length - Buffer.byteLength(data) - (text.endsWith('\n') ? 1 : 0)
  return { controls, parts: calls.length === 0 ? [source.toString()] : splitSource(source, calls, end) }
}

interface ParsedFile {
  path: string
  source: Buffer
  locate: ReturnType<typeof createLocator>
  /** Lines that are part of a literal, whose indentation counts. */
  literal: ReadonlySet<number>
  data: string
}

/** Reads one control, with a fault if it has no id or no block. */
function toControl(call: CallNode, { path, source, locate, literal, data }: ParsedFile): InspecControl {
  const { block } = call
  const starts = call.location.startOffset
  const { line, column } = locate(starts)
  const [argument] = call.arguments_?.arguments_ ?? []
  if (!(argument instanceof StringNode) && !(argument instanceof SymbolNode)) {
    return createFaultyControl(path, line, 'The control has no plain text as its id.')
  }
  const id = argument.unescaped.value
  if (!(block instanceof BlockNode)) {
    return { ...createFaultyControl(path, line, 'The control has no block.'), id }
  }
  const statements = getStatements(block)
  const begins = findDescriptionEnd(statements, source) ?? toOffsets(block.openingLoc).end
  const ends = block.closingLoc.startOffset
  const first = locate(begins).line
  const code = extractBody(source.subarray(begins, ends).toString(), column + 2, (index) =>
    literal.has(first + index),
  )
  const body = `${uncommentBody(code)}${data === '' ? '' : `\n${data}`}`
  const controlSource = source.subarray(starts, toOffsets(block.closingLoc).end).toString()
  return {
    file: path,
    line,
    id,
    stigId: findStigId(statements),
    body: body === '' ? null : body,
    source: controlSource,
    fault: null,
  }
}

/** Splits the source of a file around its controls, each replaced by its index in the file. */
function splitSource(source: Buffer, calls: readonly CallNode[], end: number): ControlFile['parts'] {
  const parts: ControlFile['parts'] = []
  let offset = 0
  for (const [index, { location, block }] of calls.entries()) {
    parts.push(source.subarray(offset, location.startOffset).toString(), index)
    offset = block instanceof BlockNode ? toOffsets(block.closingLoc).end : toOffsets(location).end
  }
  return [...parts, source.subarray(offset, end).toString()]
}

/** Finds calls of `control` at the top level, or in calls that include controls of other profiles. */
function findControlCalls(nodes: readonly Node[]): CallNode[] {
  const calls: CallNode[] = []
  const visit = (node: Node): void => {
    if (!(node instanceof CallNode) || node.receiver !== null) return
    if (node.name === 'control') calls.push(node)
    else if (WRAPPERS.has(node.name) && node.block instanceof BlockNode) {
      getStatements(node.block).forEach(visit)
    }
  }
  nodes.forEach(visit)
  return calls
}

function getStatements({ body }: BlockNode): Node[] {
  return body !== null && 'body' in body && Array.isArray(body.body) ? body.body : []
}

/**
 * Returns the end of the last leading description; null without one. In an export, calls after the tags and a blank line
 * are code, even describing ones.
 */
function findDescriptionEnd(statements: readonly Node[], source: Buffer): number | null {
  let end: number | null = null
  let isTagged = false
  for (const node of statements) {
    if (!(node instanceof CallNode) || node.receiver !== null || !BETWEEN.has(node.name)) break
    if (isTagged && end !== null && /\n[ \t]*\r?\n/.test(readBetween(source, end, node))) break
    if (DESCRIBING.has(node.name)) end = findEnd(node)
    isTagged ||= findStigId([node]) !== null
  }
  return end
}

function readBetween(source: Buffer, end: number, { location }: Node): string {
  return source.subarray(end, location.startOffset).toString()
}

/** Returns the end of a node with its heredocs, which follow the statement. */
function findEnd(node: Node): number {
  const closing = 'closingLoc' in node ? (node.closingLoc as CallNode['closingLoc']) : null
  const nodeEnd = Math.max(toOffsets(node.location).end, closing === null ? 0 : toOffsets(closing).end)
  return node.compactChildNodes().reduce((end, child) => Math.max(end, findEnd(child)), nodeEnd)
}

function findStigId(statements: readonly Node[]): string | null {
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

/**
 * Removes outer blank lines and the control's indentation. Lines that start inside a literal, heredoc or block comment
 * (`isLiteral`) are unchanged.
 */
function extractBody(code: string, indent: number, isLiteral: (line: number) => boolean): string {
  const bodyLines = stripLineEnd(code).split('\n')
  const dropped = code.split('\n').length - bodyLines.length
  const lines = bodyLines.map((text, index) => ({ text, isCode: !isLiteral(index + dropped) }))
  const isText = ({ text, isCode }: { text: string; isCode: boolean }) => !isCode || text.trim() !== ''
  const first = lines.findIndex(isText)
  if (first === -1) return ''
  const body = lines.slice(first, lines.findLastIndex(isText) + 1)
  const common = body
    .filter(({ text, isCode }) => isCode && text.trim() !== '')
    .reduce((least, { text }) => Math.min(least, countIndent(text)), indent)
  return body
    .map(({ text, isCode }) => (isCode ? text.slice(Math.min(common, countIndent(text))) : text))
    .join('\n')
}

/** Restores code that an export wrote as comments, because it is not Ruby. */
function uncommentBody(code: string): string {
  const [first, ...lines] = code.split('\n')
  if (first !== COMMENTED_BODY || !lines.every((line) => line.startsWith('#'))) return code
  return lines.map((line) => (line.startsWith('# ') ? line.slice(2) : line.slice(1))).join('\n')
}

/** Returns the data from `__END__` on, without the last line end. */
function extractData(source: Buffer, location: unknown): string {
  const { startOffset = 0, length = 0 } = isRecord(location) ? location : {}
  if (typeof startOffset !== 'number' || typeof length !== 'number' || length === 0) return ''
  const text = source.subarray(startOffset, startOffset + length).toString()
  return text.endsWith('\n') ? text.slice(0, -1) : text
}

/** Removes the rest of the first line, if it has only a semicolon or a comment. */
function stripLineEnd(code: string): string {
  const end = code.indexOf('\n')
  const rest = code.slice(0, Math.max(0, end)).trim()
  const comment = rest.startsWith(';') ? rest.slice(1).trimStart() : rest
  return comment === '' || comment.startsWith('#') ? code.slice(end + 1) : code
}

function countIndent(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0
}

function toOffsets({ startOffset, length }: Node['location']): { end: number } {
  return { end: startOffset + length }
}

/** Creates a lookup of line and column by offset, with a binary search over the starts of lines. */
function createLocator(source: Buffer): (offset: number) => { line: number; column: number } {
  const starts = [0]
  for (let end = source.indexOf(0x0a); end !== -1; end = source.indexOf(0x0a, end + 1)) starts.push(end + 1)
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) }
  }
}

function createFaultyControl(file: string, line: number, fault: string): InspecControl {
  return { file, line, id: null, stigId: null, body: null, source: '', fault }
}
