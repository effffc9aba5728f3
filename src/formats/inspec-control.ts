import type { Severity } from '../vocabulary.ts'
import { nistControls, normalizeIdent } from './cci.ts'

const IMPACT: Record<Severity, string> = { high: '0.7', medium: '0.5', low: '0.3' }

/** What a control is written from; `satisfied` are the requirements that this one satisfies. */
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

/** The InSpec control of one requirement, as Ruby source (rule C-51). */
export function inspecControl(source: InspecSource): string {
  const { displayedName: name, satisfied } = source
  const ccis = normalizeIdent(
    [source.ident, ...satisfied.map(({ ident }) => ident)].filter(Boolean).join(','),
  )
  const satisfies = [...new Set(satisfied.flatMap(({ srgId }) => srgId ?? []))].sort()
  const tags = [
    `severity: ${quoted(source.severity)}`,
    `gtitle: ${quoted(source.version ?? '')}`,
    ...(satisfies.length > 0 ? [`satisfies: ${list(satisfies)}`] : []),
    `gid: ${quoted(`V-${name}`)}`,
    `rid: ${quoted(`SV-${name}`)}`,
    `stig_id: ${quoted(name)}`,
    `cci: ${list(items(ccis))}`,
    `nist: ${list(items(nistControls(ccis)))}`,
    ...Object.entries(source.texts)
      .filter(([, text]) => text !== null && text !== '')
      .map(([field, text]) => `${field}: ${quoted(text ?? '')}`),
  ]
  const lines = [
    `control ${quoted(name)} do`,
    `  title ${quoted(source.title ?? '')}`,
    `  desc ${quoted(source.discussion ?? '')}`,
    `  desc 'check', ${quoted(source.check ?? '')}`,
    `  desc 'fix', ${quoted(source.fix ?? '')}`,
    `  impact ${IMPACT[source.severity]}`,
    ...tags.map((tag) => `  tag ${tag}`),
    ...(source.body === null || source.body === '' ? [] : ['', ...indented(source.body)]),
    'end',
  ]
  return `${lines.join('\n')}\n`
}

/** The control of a requirement that nobody has determined yet: it runs, and counts nothing. */
export function inspecStub(displayedName: string, title: string | null): string {
  return [
    `control ${quoted(displayedName)} do`,
    `  title ${quoted(title ?? '')}`,
    `  desc 'Nobody has determined yet whether this requirement applies.'`,
    '  impact 0.0',
    `  tag status: 'Not Yet Determined'`,
    'end',
    '',
  ].join('\n')
}

function indented(body: string): string[] {
  return body.split('\n').map((line) => (line === '' ? '' : `  ${line}`))
}

/** A single-quoted Ruby string: only backslash and quote mean anything in it. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
}

function list(texts: string[]): string {
  return `[${texts.map(quoted).join(', ')}]`
}

function items(text: string | null): string[] {
  return text ? text.split(', ') : []
}
