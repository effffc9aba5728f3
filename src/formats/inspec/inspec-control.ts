import type { Severity } from '../../vocabulary.ts'
import { formatNistControls, normalizeIdent } from '../cci.ts'
import { DATA_LINE, isIndentable } from './ruby-lines.ts'

const IMPACT: Record<Severity, string> = { high: '0.7', medium: '0.5', low: '0.3' }

/** Source of a control; `satisfied` are the requirements that this one satisfies. */
export interface InspecSource {
  displayedName: string
  title: string | null
  severity: Severity
  version: string | null
  ident: string | null
  discussion: string | null
  check: string | null
  fix: string | null
  /** Further DISA texts by their field names; empty ones are left out. */
  texts: Record<string, string | null>
  satisfied: { srgId: string | null; ident: string | null }[]
  body: string | null
}

/**
 * How code is written into a control: unchanged; with its `__END__` data after the control; or as comments, because it
 * is not Ruby.
 */
export type BodyForm = 'code' | 'code_with_data' | 'comments'

/** The comment before code that is not Ruby; imports take the lines below it as the code. */
export const COMMENTED_BODY =
  '# Warning: the InSpec code of this requirement is not Ruby and is written as comments:'

/** The InSpec control of one requirement, as Ruby source (rule C-51). */
export function writeInspecControl(source: InspecSource, form: BodyForm = detectForm(source.body)): string {
  const { text, data } = writeInspecControlParts(source, form)
  return `${text}${data}`
}

/** The control, and `__END__` with its data, which must be at the end of the file. */
export function writeInspecControlParts(
  source: InspecSource,
  form: BodyForm,
): { text: string; data: string } {
  const { displayedName: name, satisfied } = source
  const ccis = normalizeIdent(
    [source.ident, ...satisfied.map(({ ident }) => ident)].filter(Boolean).join(','),
  )
  const satisfies = [...new Set(satisfied.flatMap(({ srgId }) => srgId ?? []))].sort()
  const tags = [
    `severity: ${quoteText(source.severity)}`,
    `gtitle: ${quoteText(source.version ?? '')}`,
    ...(satisfies.length > 0 ? [`satisfies: ${formatList(satisfies)}`] : []),
    `gid: ${quoteText(`V-${name}`)}`,
    `rid: ${quoteText(`SV-${name}`)}`,
    `stig_id: ${quoteText(name)}`,
    `cci: ${formatList(splitList(ccis))}`,
    `nist: ${formatList(splitList(formatNistControls(ccis)))}`,
    ...Object.entries(source.texts)
      .filter(([, text]) => text !== null && text !== '')
      .map(([field, text]) => `${field}: ${quoteText(text ?? '')}`),
  ]
  const lines = [
    `control ${quoteText(name)} do`,
    `  title ${quoteText(source.title ?? '')}`,
    `  desc ${quoteText(source.discussion ?? '')}`,
    `  desc 'check', ${quoteText(source.check ?? '')}`,
    `  desc 'fix', ${quoteText(source.fix ?? '')}`,
    `  impact ${IMPACT[source.severity]}`,
    ...tags.map((tag) => `  tag ${tag}`),
  ]
  const { code, data } = writeBodyLines(source.body ?? '', form)
  const control = [...lines, ...(code.length === 0 ? [] : ['', ...code]), 'end', '']
  return { text: control.join('\n'), data: data.map((line) => `${line}\n`).join('') }
}

/** Assumes, without a parser, that the first line `__END__` ends the code. */
function detectForm(body: string | null): BodyForm {
  return body?.split('\n').includes(DATA_LINE) ? 'code_with_data' : 'code'
}

/** Indents code by two blanks, unless that would change a literal. */
function writeBodyLines(body: string, form: BodyForm): { code: string[]; data: string[] } {
  if (body === '') return { code: [], data: [] }
  const lines = body.split('\n')
  if (form === 'comments') {
    return { code: [`  ${COMMENTED_BODY}`, ...lines.map((line) => `  # ${line}`)], data: [] }
  }
  const end = form === 'code_with_data' ? lines.indexOf(DATA_LINE) : -1
  const code = end === -1 ? lines : lines.slice(0, end)
  const data = end === -1 ? [] : lines.slice(end)
  const isSafe = isIndentable(code.join('\n'))
  return { code: isSafe ? code.map((line) => (line === '' ? '' : `  ${line}`)) : code, data }
}

/** The control of an undetermined requirement: it runs without effect. */
export function writeInspecStub(displayedName: string, title: string | null): string {
  return [
    `control ${quoteText(displayedName)} do`,
    `  title ${quoteText(title ?? '')}`,
    `  desc 'It is not yet determined whether this requirement applies.'`,
    '  impact 0.0',
    `  tag status: 'Not Yet Determined'`,
    'end',
    '',
  ].join('\n')
}

/** Formats a single-quoted Ruby string, in which only backslash and quote are special. */
function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
}

function formatList(texts: string[]): string {
  return `[${texts.map(quoteText).join(', ')}]`
}

function splitList(text: string | null): string[] {
  return text ? text.split(', ') : []
}
