import type { ByteSource } from '../lib/temp-files/byte-range.ts'
import { decodeXml } from './xccdf/decode.ts'
import { RuleFaults, createRefusal } from './xccdf/errors.ts'
import { readBenchmarkHeader } from './xccdf/header.ts'
import { GUIDE_LIMITS, type GuideLimits } from './xccdf/limits.ts'
import { readCatalogRule, type RuleGroup } from './xccdf/rule.ts'
import {
  type OnElementEnd,
  type XmlNode,
  readAttribute,
  findChild,
  findChildren,
  readBenchmark,
  readText,
} from './xccdf/tree.ts'
import type { Benchmark, BenchmarkHeader, BenchmarkKind, CatalogRule } from './xccdf/types.ts'
import type { WarningReporter } from './xccdf/warnings.ts'

export type { Benchmark, BenchmarkKind, CatalogRule } from './xccdf/types.ts'

/** Options for reading a benchmark. */
export interface BenchmarkReading {
  /** Null to detect it from the benchmark. */
  kind: BenchmarkKind | null
  limits?: GuideLimits
  warn?: WarningReporter
}

/**
 * Reads an XCCDF benchmark for a catalog, with the rules of all groups (rules C-14 and C-16). Throws 422 `xccdf.*` if any
 * part can't be imported; `errors.file` has the line or the rules.
 */
export function parseBenchmark(
  bytes: Uint8Array,
  kind: BenchmarkKind,
  reading: Omit<BenchmarkReading, 'kind'> = {},
): Benchmark {
  const rules: CatalogRule[] = []
  const { header } = readRules(bytes, { ...reading, kind }, (rule) => rules.push(rule))
  return { ...header, rules: rules.sort(compareByVersion) }
}

/**
 * Reads the rules one by one in document order, with only one in memory. The rules passed to `take` are valid only if this
 * returns. Throws as `parseBenchmark` does.
 */
export function readRules(
  source: ByteSource,
  { kind: requestedKind, limits = GUIDE_LIMITS, warn = () => undefined }: BenchmarkReading,
  take: (rule: CatalogRule) => void,
): { kind: BenchmarkKind; header: BenchmarkHeader } {
  const faults = new RuleFaults()
  const seen = new Set<string>()
  const names = new RuleNames()
  const reading = { kind: requestedKind ?? 'stig', faults, limits, warn }
  const onEnd = createRuleHandler((rule, group) => {
    const parsedRule = readCatalogRule(rule, group, reading)
    names.note(rule, group)
    if (seen.has(parsedRule.ruleId)) {
      faults.add('id is used by more than one rule', parsedRule.ruleId.slice(0, 255))
    }
    if (parsedRule.ruleId !== '') seen.add(copyText(parsedRule.ruleId))
    take(parsedRule)
  }, warn)
  const root = readBenchmark(decodeXml(source), { onEnd, warn })
  const kind = requestedKind ?? names.detectKind(root)
  const header = readBenchmarkHeader(root, { ...reading, kind })
  if (names.count === 0) throw createRefusal('no_rules', 'The benchmark has no rules.', root.line)
  if (kind === 'srg') names.assertNoStig(header)
  else names.assertNoSrg(header)
  faults.check()
  return { kind, header }
}

/** Reads only the header and ignores the rules; throws as `parseBenchmark` for an invalid header. */
export function readHeader(source: ByteSource, kind: BenchmarkKind): BenchmarkHeader {
  const isLeftOut: OnElementEnd = ({ name }) => name === 'Group' || name === 'Rule'
  const root = readBenchmark(decodeXml(source), { onEnd: isLeftOut })
  return readBenchmarkHeader(root, { kind, limits: GUIDE_LIMITS, warn: () => undefined })
}

/** Orders rules by version, then id. */
export function compareByVersion(a: RuleOrder, b: RuleOrder): number {
  return compare(a.version, b.version) || compare(a.ruleId, b.ruleId)
}

export type RuleOrder = Pick<CatalogRule, 'version' | 'ruleId'>

/** Copies a short text, because a substring retains the chunk that it was cut from. */
export function copyText(text: string): string {
  return Buffer.from(text).toString()
}

/** Creates the handler that reads rules when their group ends, because its title may follow them. */
function createRuleHandler(
  onRule: (rule: XmlNode, group: RuleGroup | null) => void,
  warn: WarningReporter,
): OnElementEnd {
  return (node, parent) => {
    if (node.name === 'Rule' && parent.name === 'Benchmark') {
      onRule(node, null)
      return true
    }
    if (node.name !== 'Group') return false
    const group = { id: readAttribute(node, 'id'), title: readChildText(node, 'title') }
    for (const rule of findChildren(node, 'Rule')) onRule(rule, group)
    const [, secondTitle] = findChildren(node, 'title')
    if (secondTitle) {
      const content = `a further title of the group ${group.id ?? ''}`.trimEnd()
      warn(secondTitle.line, content, 'A group has one title; the first one is used.')
    }
    const described = readGroupDescription(node)
    if (described !== '') {
      const content =
        `the description "${described}" of the group ${readAttribute(node, 'id') ?? ''}`.trimEnd()
      warn(node.line, content, 'A catalog has no field for it; the document that is stored keeps it.')
    }
    return true
  }
}

/** Description of a group; publishers leave it empty. */
function readGroupDescription(group: XmlNode): string {
  return readChildText(group, 'description')
    .replaceAll(/<\/?GroupDescription>/gi, '')
    .trim()
}

/**
 * Ids and titles that distinguish STIGs from SRGs. A STIG has "STIG" in its id or title, its group titles are SRG ids, and
 * the versions of its rules are not. No component could be based on a STIG in the SRG catalog.
 */
class RuleNames {
  count = 0
  #first: { line: number; group: string; version: string } | null = null
  #allOfStig = true
  #allOfSrg = true

  note(rule: XmlNode, group: RuleGroup | null): void {
    const name = {
      line: rule.line,
      group: group?.title ?? '',
      version: readChildText(rule, 'version'),
    }
    this.count += 1
    this.#first ??= {
      ...name,
      group: copyText(name.group.slice(0, 100)),
      version: copyText(name.version.slice(0, 100)),
    }
    this.#allOfStig &&= isSrgId(name.group) && !isSrgId(name.version)
    this.#allOfSrg &&= isSrgId(name.version)
  }

  /** Detects the kind by id and title, or else by the rules. */
  detectKind(root: XmlNode): BenchmarkKind {
    const idAndTitle = `${readAttribute(root, 'id') ?? ''} ${readChildText(root, 'title')}`
    if (NAMES_A_STIG.test(idAndTitle)) return 'stig'
    return NAMES_AN_SRG.test(idAndTitle) || this.#allOfSrg ? 'srg' : 'stig'
  }

  assertNoStig({ srgId, title }: { srgId: string; title: string }): void {
    if (!NAMES_A_STIG.test(`${srgId} ${title}`)) return
    if (!this.#first || !this.#allOfStig) return
    const { version, group, line } = this.#first
    const message = `This is a STIG: its rules have ids of their own, as ${version} for ${group}. Upload it to the STIGs.`
    throw createRefusal('not_an_srg', message, line)
  }

  /** Throws 422 for an SRG: named SRG but not STIG in its id or title, with SRG ids as the versions of all rules. */
  assertNoSrg({ srgId, title }: { srgId: string; title: string }): void {
    const idAndTitle = `${srgId} ${title}`
    if (!NAMES_AN_SRG.test(idAndTitle) || NAMES_A_STIG.test(idAndTitle)) return
    if (!this.#first || !this.#allOfSrg) return
    const message =
      'This is an SRG: its rules are the requirements that STIGs are made of. Upload it to the SRGs.'
    throw createRefusal('not_a_stig', message, this.#first.line)
  }
}

const NAMES_AN_SRG = /SRG|Security Requirements Guide/
const NAMES_A_STIG = /STIG|Technical Implementation Guide/
const isSrgId = (id: string): boolean => id.startsWith('SRG-')
const readChildText = (node: XmlNode | undefined, name: string): string =>
  readText(node && findChild(node, name))?.trim() ?? ''

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
