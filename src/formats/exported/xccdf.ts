import { publishedGroup, publishedHead, PUBLISHED_END } from '../xccdf-writer.ts'
import { publishedHeader, publishedRule } from './published.ts'
import type { ExportedComponent, ExportedRule, RuleName } from './types.ts'

/** The published XCCDF of a component, as its requirements come (rule C-72). */
export async function* xccdfPieces(
  component: ExportedComponent,
  names: readonly RuleName[],
  rules: AsyncIterable<ExportedRule>,
  date: Date,
): AsyncGenerator<string> {
  const header = publishedHeader(component, date)
  const kind = component.documentType
  yield `${publishedHead(
    kind,
    header,
    names.map(({ displayedName }) => displayedName),
  )}\n`
  for await (const rule of rules) yield `${publishedGroup(kind, publishedRule(rule), header)}\n`
  yield PUBLISHED_END
}
