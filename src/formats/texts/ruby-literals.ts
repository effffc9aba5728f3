import {
  ArrayNode,
  InterpolatedMatchLastLineNode,
  InterpolatedRegularExpressionNode,
  InterpolatedStringNode,
  InterpolatedSymbolNode,
  InterpolatedXStringNode,
  MatchLastLineNode,
  type Node,
  RegularExpressionNode,
  StringNode,
  SymbolNode,
  XStringNode,
} from '@ruby/prism'

/** Returns the lines, counted from 1, that begin inside a literal, a heredoc or a comment of several lines. */
export function findLiteralLines(
  root: Node,
  comments: readonly { location: Node['location'] }[],
  locate: (offset: number) => { line: number },
): Set<number> {
  const spans = [...findLiteralSpans(root)]
  const commentSpans = comments.flatMap(({ location: { startOffset, length } }) => {
    const span = { firstLine: locate(startOffset).line, lastLine: locate(startOffset + length - 1).line }
    return span.lastLine > span.firstLine ? [span] : []
  })
  const lines = new Set<number>()
  const sorted = spans.toSorted((a, b) => a.startOffset - b.startOffset)
  // The lines up to here are added: a nested literal must not add those of the outer one again.
  let lastLine = 0
  for (const { startOffset, endOffset } of sorted) {
    const ends = locate(endOffset).line
    for (let line = Math.max(locate(startOffset).line, lastLine) + 1; line <= ends; line += 1) lines.add(line)
    lastLine = Math.max(lastLine, ends)
  }
  for (const { firstLine, lastLine } of commentSpans) {
    for (let line = firstLine; line <= lastLine; line += 1) lines.add(line)
  }
  return lines
}

/** Returns the ranges of texts, patterns and word lists. */
function findLiteralSpans(root: Node): { startOffset: number; endOffset: number }[] {
  const spans: { startOffset: number; endOffset: number }[] = []
  const nodes: Node[] = [root]
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    nodes.push(...node.compactChildNodes())
    const isList = node instanceof ArrayNode
    if (!isList && !LITERALS.some((kind) => node instanceof kind)) continue
    const { openingLoc, closingLoc } = node as { openingLoc?: Location | null; closingLoc?: Location | null }
    if (!openingLoc || !closingLoc || (isList && openingLoc.length < 2)) continue
    // The closing location of a heredoc includes its line end.
    const endOffset = closingLoc.startOffset + Math.max(0, closingLoc.length - 1)
    spans.push({ startOffset: openingLoc.startOffset, endOffset })
  }
  return spans
}

type Location = Node['location']

const LITERALS = [
  StringNode,
  XStringNode,
  SymbolNode,
  RegularExpressionNode,
  MatchLastLineNode,
  InterpolatedStringNode,
  InterpolatedXStringNode,
  InterpolatedSymbolNode,
  InterpolatedRegularExpressionNode,
  InterpolatedMatchLastLineNode,
]
