import { writePublishedGroup, writePublishedHead, PUBLISHED_END } from '../xccdf-writer.ts'
import { toPublishedHeader, toPublishedRule } from './published.ts'
import type { ExportedComponent, ExportedRule, RuleName } from './types.ts'

/** The published XCCDF of a component, as its requirements come (rule C-72). */
export async function* streamXccdf(
  component: ExportedComponent,
  names: readonly RuleName[],
  rules: AsyncIterable<ExportedRule>,
  date: Date,
): AsyncGenerator<string> {
  const header = toPublishedHeader(component, date)
  const kind = component.documentType
  yield `${writePublishedHead(
    kind,
    header,
    names.map(({ displayedName }) => displayedName),
  )}\n`
  for await (const rule of rules) yield `${writePublishedGroup(kind, toPublishedRule(rule), header)}\n`
  yield PUBLISHED_END
}
