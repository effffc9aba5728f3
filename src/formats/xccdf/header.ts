import { guideName } from '../version.ts'
import { checkHeaderLengths } from './limits.ts'
import { refuse } from './refusal.ts'
import { type XmlNode, attribute, child, children, text } from './tree.ts'
import type { BenchmarkHeader, BenchmarkKind } from './types.ts'

/** The benchmark ids of the three top-level catalogs (rule C-1). */
const CORE_IDS = ['Operating_System_Core', 'Network_Core_SRG', 'Application_Core_SRG']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The header of a benchmark (rule C-14). Refuses (422) one without id, title, version or release, naming it. */
export function benchmarkHeader(root: XmlNode, kind: BenchmarkKind): BenchmarkHeader {
  const releaseInfo = children(root, 'plain-text').find((node) => attribute(node, 'id') === 'release-info')
  const info = text(releaseInfo) ?? ''
  const srgId = attribute(root, 'id')?.trim()
  const title = text(child(root, 'title'))
  const major = text(child(root, 'version'))?.trim()
  const release = /Release:\s*(\d+)/i.exec(info)?.[1]

  const missing = []
  if (!srgId) missing.push('the id attribute')
  if (title === null || title.trim() === '') missing.push('a title')
  if (!major) missing.push('a version')
  if (release === undefined) missing.push('a plain-text "release-info" with a release number')
  if (!srgId || title === null || !major || release === undefined || missing.length > 0) {
    throw refuse('header_incomplete', `The benchmark lacks ${missing.join(', ')}.`, root.line)
  }

  const version = `V${major}R${release.replace(/^0+(?=\d)/, '')}`
  const header = {
    srgId,
    title,
    version,
    name: guideName(srgId, version),
    releaseDate: benchmarkDate(info),
    description: kind === 'stig' ? text(child(root, 'description')) : null,
    core: kind === 'srg' && CORE_IDS.includes(srgId),
  }
  checkHeaderLengths(header)
  return header
}

/** `Benchmark Date: 8 Oct 2025` as 2025-10-08; null without a real date. Month names may be written out. */
function benchmarkDate(info: string): string | null {
  const match = /Benchmark Date:\s*(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4})/i.exec(info)
  if (!match) return null
  const date = new Date(0)
  const month = MONTHS.indexOf((match[2] ?? '').toLowerCase())
  const day = Number(match[1])
  const year = Number(match[3])
  date.setUTCFullYear(year, month, day)
  const exists = year > 0 && month !== -1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}
