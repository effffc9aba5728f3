import { NOT_YET_DETERMINED, SEVERITIES, type Severity } from '../../vocabulary.ts'
import { readChecks, readFixes, isPlainFix, readOperators } from './checks.ts'
import { readDescriptionFields, listDescriptionParts, type DescriptionParts } from './description.ts'
import type { RuleFaults } from './errors.ts'
import { readIdents } from './idents.ts'
import { checkRuleLengths, type GuideLimits } from './limits.ts'
import { type XmlNode, readAttribute, findChild, findChildren, readText } from './tree.ts'
import type { BenchmarkKind, CatalogReference, CatalogRule } from './types.ts'
import type { WarningReporter } from './warnings.ts'

/** XCCDF severities without an equivalent; they become medium. */
export const UNGRADED = ['unknown', 'info']

/** The group of a rule: data shared by its rules. */
export interface RuleGroup {
  id: string | null
  title: string
}

/** Context for reading rules. */
export interface RuleReading {
  kind: BenchmarkKind
  faults: RuleFaults
  limits: GuideLimits
  warn: WarningReporter
}

/**
 * Converts an XCCDF Rule to a catalog rule (rule C-16). Records problems in `faults`; the caller throws them together,
 * and uses the value only if there are none.
 */
export function readCatalogRule(node: XmlNode, group: RuleGroup | null, reading: RuleReading): CatalogRule {
  const { faults, limits, kind } = reading
  const ruleId = readAttribute(node, 'id') ?? ''
  const label = ruleId === '' ? `the rule on line ${node.line}` : ruleId.slice(0, 255)
  const version = readText(findChild(node, 'version'))?.trim() ?? ''
  const title = readText(findChild(node, 'title')) ?? ''
  if (ruleId === '') faults.add('id is missing', label)
  if (version === '') faults.add('version is missing', label)
  if (title.trim() === '') faults.add('title is missing', label)
  warnOfRepeated(node, label, reading.warn)
  const ofStig = kind === 'stig' ? group : null
  const rule: CatalogRule = {
    ruleId,
    severity: readSeverity(node, label, reading),
    weight: readWeight(node, label, faults),
    version,
    title,
    status: readText(findChild(node, 'status'))?.trim() || NOT_YET_DETERMINED,
    ...readIdents(node),
    ...readFixFields(node),
    ...checkFields(node, label, reading.warn),
    ...readDescriptionFields(readDescription(node, label, reading)),
    reference: readReference(findChild(node, 'reference')),
    groupId: ofStig?.id ?? null,
    groupTitle: ofStig?.title || null,
  }
  checkRuleLengths(rule, label, { faults, limits })
  return rule
}

function readDescription(node: XmlNode, label: string, { faults, warn }: RuleReading): DescriptionParts {
  const description = listDescriptionParts(
    findChildren(node, 'description')
      .flatMap((item) => readText(item) ?? [])
      .join('\n'),
  )
  if (description.unclosed) faults.add(`description opens ${description.unclosed} without closing it`, label)
  for (const outside of description.outside) {
    const content = `the text "${outside}" in the description of ${label}`
    warn(node.line, content, 'It is outside the parts of the description.')
  }
  return description
}

/** Elements that a catalog rule has only once. */
const SINGLE = ['title', 'version', 'status', 'reference']

function warnOfRepeated(node: XmlNode, label: string, warn: WarningReporter): void {
  for (const name of SINGLE) {
    const [, second] = findChildren(node, name)
    if (second) {
      warn(
        second.line,
        `a further ${name} of ${label}`,
        `A catalog rule has one ${name}; the first one is used.`,
      )
    }
  }
  const parent = readAttribute(node, 'extends')
  if (parent !== null) {
    warn(
      node.line,
      `what ${label} takes from ${parent}`,
      'Rules that extend others are read as they are written.',
    )
  }
}

function checkFields(node: XmlNode, label: string, warn: WarningReporter) {
  const [first, ...further] = readChecks(node)
  const operators = readOperators(node)
  if (operators.length > 0) {
    const content = `how ${label} combines its checks (${operators.join(', ')})`
    warn(node.line, content, 'The checks of a complex-check are imported one by one.')
  }
  return {
    checkSystem: first?.system ?? null,
    checkContentRefName: first?.contentRefName ?? null,
    checkContentRefHref: first?.contentRefHref ?? null,
    checkContent: first?.content ?? null,
    furtherChecks: further.length > 0 ? further : null,
  }
}

function readFixFields(node: XmlNode) {
  const fixes = readFixes(node)
  return {
    fixtext: fixes.flatMap(({ text: fixText }) => fixText ?? []).join('\n\n') || null,
    fixtextFixref: fixes[0]?.fixref ?? null,
    fixId: fixes.find(({ id }) => id !== null)?.id ?? null,
    fixes: isPlainFix(fixes) ? null : fixes,
  }
}

function readSeverity(node: XmlNode, label: string, { faults, warn }: RuleReading): Severity {
  const value = node.attributes.get('severity')
  const plain = value?.trim().toLowerCase() ?? 'unknown'
  const match = SEVERITIES.find((candidate) => candidate === plain)
  if (match) return match
  if (UNGRADED.includes(plain)) {
    const content =
      value === undefined ? `the absent severity of ${label}` : `the severity "${plain}" of ${label}`
    warn(node.line, content, 'A catalog rule has the severity high, medium or low; it becomes medium.')
  } else {
    faults.add(`severity must be high, medium or low and is "${(value ?? '').slice(0, 40)}"`, label)
  }
  return 'medium'
}

function readWeight(node: XmlNode, label: string, faults: RuleFaults): string {
  const value = node.attributes.get('weight')?.trim() ?? '10.0'
  if (!/^\d{1,12}(\.\d{1,12})?$/.test(value)) faults.add('weight is not a decimal number', label)
  return value.includes('.') ? value : `${value}.0`
}

function readReference(node: XmlNode | undefined): CatalogReference | null {
  if (node === undefined) return null
  const fields = new Map<string, string>()
  for (const field of node.children) {
    const name = field.name === 'type' ? 'reference_type' : field.name
    const before = fields.get(name)
    fields.set(name, before ? `${before}, ${field.text}` : field.text)
  }
  return Object.fromEntries(fields)
}
