import type { ByteSource } from '../computing/spool/spooled-file.ts'
import { decodeXml } from './xccdf/decode.ts'
import { benchmarkHeader } from './xccdf/header.ts'
import { RuleFaults, refuse } from './xccdf/refusal.ts'
import { catalogRule } from './xccdf/rule.ts'
import { type Ended, type XmlNode, child, children, readBenchmark, text } from './xccdf/tree.ts'
import type { Benchmark, BenchmarkHeader, BenchmarkKind, CatalogRule } from './xccdf/types.ts'

export type { Benchmark, BenchmarkKind, CatalogReference, CatalogRule } from './xccdf/types.ts'

/**
 * Reads an XCCDF benchmark for a catalog (rules C-14 and C-16): an SRG gives every Rule below the root, a STIG the
 * first Rule of each top-level Group. All or nothing: what cannot be imported is a DomainError `invalid` (422) with a
 * reason `xccdf.*`, whose `errors.file` names the line or the rules at fault.
 */
export function parseBenchmark(bytes: Uint8Array, kind: BenchmarkKind): Benchmark {
  const rules: CatalogRule[] = []
  const header = readRules(bytes, kind, (rule) => rules.push(rule))
  return { ...header, rules: rules.sort(byVersion) }
}

/**
 * The same, one rule after another as the document has them, so that no more than one is in memory. What `take` was
 * given counts only when this returns. Answers the header; refuses as `parseBenchmark` does.
 */
export function readRules(
  source: ByteSource,
  kind: BenchmarkKind,
  take: (rule: CatalogRule) => void,
): BenchmarkHeader {
  const faults = new RuleFaults()
  const seen = new Set<string>()
  const names = new Names()
  const ended = rulesAtTheirEnd(kind, (rule, group) => {
    const read = catalogRule(rule, group, kind, faults)
    names.note(rule, group)
    if (seen.has(read.ruleId)) faults.add('id is used by more than one rule', read.ruleId.slice(0, 255))
    if (read.ruleId !== '') seen.add(copied(read.ruleId))
    take(read)
  })
  const root = readBenchmark(decodeXml(source), ended)
  const header = benchmarkHeader(root, kind)
  if (names.count === 0) throw refuse('no_rules', 'The benchmark has no rules.', root.line)
  if (kind === 'srg') names.assertNoStig(header)
  else names.assertNoSrg(header)
  faults.check()
  return header
}

/** The header alone, whatever the rules are; refuses as `parseBenchmark` does what lacks one. */
export function readHeader(source: ByteSource, kind: BenchmarkKind): BenchmarkHeader {
  const isLeftOut: Ended = ({ name }) => name === 'Group' || name === 'Rule'
  return benchmarkHeader(readBenchmark(decodeXml(source), isLeftOut), kind)
}

/** By version, then by id: the order of a catalog. */
export function byVersion(a: RuleOrder, b: RuleOrder): number {
  return compare(a.version, b.version) || compare(a.ruleId, b.ruleId)
}

export type RuleOrder = Pick<CatalogRule, 'version' | 'ruleId'>

/** A short text of its own: what is cut out of a document keeps the piece that it was read from. */
export function copied(text: string): string {
  return Buffer.from(text).toString()
}

/** The rules of a group are told when it ends, because its title may follow them. */
function rulesAtTheirEnd(kind: BenchmarkKind, found: (rule: XmlNode, group: XmlNode | null) => void): Ended {
  return (node, parent) => {
    const atTop = parent.name === 'Benchmark'
    if (node.name === 'Rule') {
      if (atTop && kind === 'srg') found(node, null)
      return atTop
    }
    if (node.name !== 'Group') return false
    const rules = children(node, 'Rule')
    if (kind === 'srg') for (const rule of rules) found(rule, node)
    else if (atTop && rules[0]) found(rules[0], node)
    return true
  }
}

/**
 * A STIG says so in its id or title, and its groups all name the SRG requirement that they implement, while its rules
 * have versions of their own (as DISA publishes both): no component could be made of them.
 */
class Names {
  count = 0
  #first: { line: number; group: string; version: string } | null = null
  #allOfStig = true
  #allOfSrg = true

  note(rule: XmlNode, group: XmlNode | null): void {
    const name = {
      line: rule.line,
      group: textOf(group ?? undefined, 'title'),
      version: textOf(rule, 'version'),
    }
    this.count += 1
    this.#first ??= {
      ...name,
      group: copied(name.group.slice(0, 100)),
      version: copied(name.version.slice(0, 100)),
    }
    this.#allOfStig &&= isSrgId(name.group) && !isSrgId(name.version)
    this.#allOfSrg &&= isSrgId(name.version)
  }

  assertNoStig({ srgId, title }: { srgId: string; title: string }): void {
    if (!NAMES_A_STIG.test(`${srgId} ${title}`)) return
    if (!this.#first || !this.#allOfStig) return
    const { version, group, line } = this.#first
    const message = `This is a STIG: its rules have ids of their own, as ${version} for ${group}. Upload it to the STIGs.`
    throw refuse('not_an_srg', message, line)
  }

  /** An SRG says so in its id or title and nothing of a STIG, and its rules are the SRG requirements themselves. */
  assertNoSrg({ srgId, title }: { srgId: string; title: string }): void {
    const says = `${srgId} ${title}`
    if (!/SRG|Security Requirements Guide/.test(says) || NAMES_A_STIG.test(says)) return
    if (!this.#first || !this.#allOfSrg) return
    const message =
      'This is an SRG: its rules are the requirements that STIGs are made of. Upload it to the SRGs.'
    throw refuse('not_a_stig', message, this.#first.line)
  }
}

const NAMES_A_STIG = /STIG|Technical Implementation Guide/
const isSrgId = (id: string): boolean => id.startsWith('SRG-')
const textOf = (node: XmlNode | undefined, name: string): string =>
  text(node && child(node, name))?.trim() ?? ''

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
