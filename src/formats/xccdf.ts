import { decodeXml } from './xccdf/decode.ts'
import { benchmarkHeader } from './xccdf/header.ts'
import { RuleFaults, refuse } from './xccdf/refusal.ts'
import { catalogRule } from './xccdf/rule.ts'
import { type XmlNode, child, children, readBenchmark, text } from './xccdf/tree.ts'
import type { Benchmark, BenchmarkKind, CatalogRule } from './xccdf/types.ts'

export type { Benchmark, BenchmarkKind, CatalogReference, CatalogRule } from './xccdf/types.ts'

/**
 * Reads an XCCDF benchmark for a catalog (components 5.1 and 5.2): an SRG gives every Rule below the root, a STIG the
 * first Rule of each top-level Group. All or nothing: what cannot be imported is a DomainError `invalid` (422) with a
 * reason `xccdf.*`, whose `errors.file` names the line or the rules at fault.
 */
export function parseBenchmark(bytes: Uint8Array, kind: BenchmarkKind): Benchmark {
  const root = readBenchmark(decodeXml(bytes))
  const header = benchmarkHeader(root, kind)
  const found = kind === 'srg' ? [...everyRule(root, null)] : firstRules(root)
  if (found.length === 0) throw refuse('no_rules', 'The benchmark has no rules.', root.line)
  if (kind === 'srg') assertNoStig(header, found)

  const faults = new RuleFaults()
  const seen = new Set<string>()
  const rules = found.map(({ rule, group }) => {
    const read = catalogRule(rule, group, kind, faults)
    if (read.ruleId !== '' && seen.has(read.ruleId))
      faults.add('id is used by more than one rule', read.ruleId.slice(0, 255))
    seen.add(read.ruleId)
    return read
  })
  faults.check()
  return { ...header, rules: rules.sort(byVersion) }
}

/**
 * A STIG says so in its id or title, and its groups all name the SRG requirement that they implement, while its rules
 * have versions of their own (as DISA publishes both): no component could be made of them.
 */
function assertNoStig({ srgId, title }: { srgId: string; title: string }, found: FoundRule[]): void {
  if (!/STIG|Technical Implementation Guide/.test(`${srgId} ${title}`)) return
  const names = found.map(({ rule, group }) => ({
    line: rule.line,
    group: textOf(group ?? undefined, 'title'),
    version: textOf(rule, 'version'),
  }))
  const [first] = names
  if (!first || !names.every((name) => isSrgId(name.group) && !isSrgId(name.version))) return
  const message = `This is a STIG: its rules have ids of their own, as ${first.version.slice(0, 100)} for ${first.group.slice(0, 100)}. Upload it to the STIGs.`
  throw refuse('not_an_srg', message, first.line)
}

const isSrgId = (id: string): boolean => id.startsWith('SRG-')
const textOf = (node: XmlNode | undefined, name: string): string =>
  text(node && child(node, name))?.trim() ?? ''

interface FoundRule {
  rule: XmlNode
  group: XmlNode | null
}

function* everyRule(parent: XmlNode, group: XmlNode | null): Generator<FoundRule> {
  for (const node of parent.children) {
    if (node.name === 'Rule') yield { rule: node, group }
    else if (node.name === 'Group') yield* everyRule(node, node)
  }
}

function firstRules(root: XmlNode): FoundRule[] {
  return children(root, 'Group').flatMap((group) => {
    const rule = child(group, 'Rule')
    return rule ? [{ rule, group }] : []
  })
}

function byVersion(a: CatalogRule, b: CatalogRule): number {
  return compare(a.version, b.version) || compare(a.ruleId, b.ruleId)
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
