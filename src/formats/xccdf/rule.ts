import { NOT_YET_DETERMINED, SEVERITIES, type Severity } from '../../vocabulary.ts'
import { normalizeIdent } from '../cci.ts'
import { uriSaid } from '../uri-text.ts'
import { descriptionFields, descriptionParts } from './description.ts'
import { checkRuleLengths } from './limits.ts'
import type { RuleFaults } from './refusal.ts'
import { type XmlNode, attribute, child, children, text } from './tree.ts'
import type { BenchmarkKind, CatalogReference, CatalogRule } from './types.ts'

const LEGACY = 'http://cyber.mil/legacy'

/**
 * One XCCDF Rule as a catalog rule (rule C-16). What is wrong with it is noted in `faults`;
 * the caller throws them together, so the value is only used when there are none.
 */
export function catalogRule(
  node: XmlNode,
  group: XmlNode | null,
  kind: BenchmarkKind,
  faults: RuleFaults,
): CatalogRule {
  const ruleId = attribute(node, 'id') ?? ''
  const label = ruleId === '' ? `the rule on line ${node.line}` : ruleId.slice(0, 255)
  const version = text(child(node, 'version'))?.trim() ?? ''
  const title = text(child(node, 'title')) ?? ''
  if (ruleId === '') faults.add('id is missing', label)
  if (version === '') faults.add('version is missing', label)
  if (title.trim() === '') faults.add('title is missing', label)

  const described = descriptionParts(text(child(node, 'description')) ?? '')
  if (described.unclosed) faults.add(`description opens ${described.unclosed} without closing it`, label)

  const check = child(node, 'check')
  const contentRef = child(check, 'check-content-ref')
  const fixtext = child(node, 'fixtext')
  const ofStig = kind === 'stig' ? group : null
  const rule: CatalogRule = {
    ruleId,
    severity: severity(node, label, faults),
    weight: weight(node, label, faults),
    version,
    title,
    status: text(child(node, 'status'))?.trim() || NOT_YET_DETERMINED,
    ...idents(node),
    fixtext: text(fixtext),
    fixtextFixref: attribute(fixtext, 'fixref'),
    fixId: attribute(child(node, 'fix'), 'id'),
    checkSystem: attribute(check, 'system'),
    checkContentRefName: attribute(contentRef, 'name'),
    checkContentRefHref: attribute(contentRef, 'href'),
    checkContent: text(child(check, 'check-content')),
    ...descriptionFields(described),
    reference: reference(child(node, 'reference')),
    groupId: attribute(ofStig ?? undefined, 'id'),
    groupTitle: text(child(ofStig ?? undefined, 'title'))?.trim() || null,
  }
  checkRuleLengths(rule, label, faults)
  return rule
}

function severity(node: XmlNode, label: string, faults: RuleFaults): Severity {
  const value = node.attributes.get('severity') ?? 'medium'
  const known = SEVERITIES.find((candidate) => candidate === value)
  if (known === undefined) {
    faults.add(`severity must be high, medium or low and is "${value.slice(0, 40)}"`, label)
  }
  return known ?? 'medium'
}

function weight(node: XmlNode, label: string, faults: RuleFaults): string {
  const value = node.attributes.get('weight')?.trim() ?? '10.0'
  if (!/^\d{1,12}(\.\d{1,12})?$/.test(value)) faults.add('weight is not a decimal number', label)
  return value.includes('.') ? value : `${value}.0`
}

function idents(node: XmlNode): Pick<CatalogRule, 'ident' | 'identSystem' | 'legacyIds'> {
  const all = children(node, 'ident')
  const current = all.filter((ident) => ident.attributes.get('system') !== LEGACY)
  const system = attribute(current[0], 'system')
  const legacy = all.filter((ident) => ident.attributes.get('system') === LEGACY)
  return {
    ident: normalizeIdent(current.map((ident) => ident.text).join(',')),
    identSystem: system === null ? null : uriSaid(system),
    legacyIds: legacy.map((ident) => ident.text.trim()).join(', ') || null,
  }
}

function reference(node: XmlNode | undefined): CatalogReference | null {
  if (node === undefined) return null
  const fields = new Map<string, string>()
  for (const field of node.children) {
    const name = field.name === 'type' ? 'reference_type' : field.name
    if (!fields.has(name)) fields.set(name, field.text)
  }
  return Object.fromEntries(fields)
}
