import { formatGuideName } from '../version.ts'
import { createRefusal } from './errors.ts'
import { checkHeaderLengths } from './limits.ts'
import type { RuleReading } from './rule.ts'
import { type XmlNode, readAttribute, findChild, findChildren, readText } from './tree.ts'
import type { BenchmarkHeader } from './types.ts'

/** The benchmark ids of the three top-level catalogs (rule C-1). */
const CORE_IDS = ['Operating_System_Core', 'Network_Core_SRG', 'Application_Core_SRG']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

export type HeaderReading = Pick<RuleReading, 'kind' | 'limits' | 'warn'>

/** Reads the header of a benchmark (rule C-14). Throws 422 with each missing one of id, title, version and release. */
export function readBenchmarkHeader(root: XmlNode, { kind, limits, warn }: HeaderReading): BenchmarkHeader {
  const releaseInfo = findChildren(root, 'plain-text').find(
    (node) => readAttribute(node, 'id') === 'release-info',
  )
  const info = readText(releaseInfo) ?? ''
  const srgId = readAttribute(root, 'id')?.trim()
  const title = readText(findChild(root, 'title'))
  const major = readText(findChild(root, 'version'))?.trim()
  const release = findRelease(info)

  const missing = []
  if (!srgId) missing.push('the id attribute')
  if (title === null || title.trim() === '') missing.push('a title')
  if (!major) missing.push('a version')
  if (release === null) missing.push('a plain-text "release-info" with a release number')
  if (!srgId || title === null || !major || release === null || missing.length > 0) {
    throw createRefusal('header_incomplete', `The benchmark lacks ${missing.join(', ')}.`, root.line)
  }

  const version = `V${major}R${release}`
  const date = readBenchmarkDate(info)
  if (date.unreadable !== null) {
    warn(
      releaseInfo?.line ?? root.line,
      `the date "${date.unreadable}"`,
      'It is not a date that can be read.',
    )
  }
  warnOfRepeated(root, kind, warn)
  const header = {
    srgId,
    title,
    version,
    name: formatGuideName(srgId, version),
    releaseDate: date.day,
    description: kind === 'stig' ? readText(findChild(root, 'description')) : null,
    core: kind === 'srg' && CORE_IDS.includes(srgId),
    draft: /^0(\.|$)/.test(release) || isDraft(root),
  }
  checkHeaderLengths(header, limits)
  return header
}

/** Warns about repeated texts, as in documents in several languages. */
function warnOfRepeated(root: XmlNode, kind: HeaderReading['kind'], warn: HeaderReading['warn']): void {
  for (const name of kind === 'stig' ? ['title', 'description', 'version'] : ['title', 'version']) {
    const [, second] = findChildren(root, name)
    if (second) {
      warn(
        second.line,
        `a further ${name} of the benchmark`,
        `A guide has one ${name}; the first one is used.`,
      )
    }
  }
}

/** The release with its decimals, such as `1.17`, without leading zeros. */
function findRelease(info: string): string | null {
  const [, release] = /Release:\s*(\d+(?:\.\d+)?)/i.exec(info) ?? []
  return release?.replace(/^0+(?=\d)/, '') ?? null
}

/** The last status counts, because a document may contain its history. */
function isDraft(root: XmlNode): boolean {
  return readText(findChildren(root, 'status').at(-1))?.trim().toLowerCase() === 'draft'
}

const DATE = /^(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[ -]+[a-z]+\.?,?[ -]+\d{2}(?:\d{2})?)(?!\d)/i

/**
 * Parses `Benchmark Date: 8 Oct 2025`, `8-Oct-25` or `2025-10-08`, also with full month names; null without a valid date.
 */
function readBenchmarkDate(info: string): { day: string | null; unreadable: string | null } {
  const [, dateText = ''] = /Benchmark Date:\s*([^\n]{0,60})/i.exec(info) ?? []
  const [, date = ''] = DATE.exec(dateText) ?? []
  const day = toIsoDay(date)
  return { day, unreadable: day === null && dateText.trim() !== '' ? dateText.trim() : null }
}

function toIsoDay(date: string): string | null {
  const [first = '', second = '', third = ''] = date.split(/[ .,-]+/)
  const iso = first.length === 4
  const year = Number(iso ? first : third.length === 2 ? `20${third}` : third)
  const month = iso ? Number(second) - 1 : MONTHS.indexOf(second.slice(0, 3).toLowerCase())
  const day = Number(iso ? third : first)
  const parsed = new Date(0)
  parsed.setUTCFullYear(year, month, day)
  const exists = year > 0 && parsed.getUTCMonth() === month && parsed.getUTCDate() === day
  return exists ? parsed.toISOString().slice(0, 10) : null
}
