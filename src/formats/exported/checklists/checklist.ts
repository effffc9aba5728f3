import { NOT_APPLICABLE, type Severity } from '../../../vocabulary.ts'
import { formatAllChecks } from '../../checks/check-text.ts'
import { createStableUuid } from '../../stable-uuid.ts'
import { toBenchmarkId, releaseInfo } from '../../xccdf-writer.ts'
import { splitCcis, toIdentifier, toPublishedHeader } from '../published.ts'
import type { DisaTexts, ExportedComponent, ExportedRule } from '../types.ts'

/** The document that a checklist is for. */
export interface ChecklistGuide {
  uuid: string
  checklistUuid: string
  title: string
  displayName: string
  stigId: string
  description: string
  version: string
  /** `Release: 2 Benchmark Date: 5 Jan 2026` */
  releaseInfo: string
  /** Number of rules. */
  size: number
}

/** A rule of a checklist for a system that was not reviewed yet. */
export interface ChecklistRule {
  uuid: string
  groupId: string
  ruleId: string
  ruleVersion: string
  groupTitle: string
  severity: Severity
  weight: string
  title: string
  fix: string
  /** All checks in one text. */
  check: string
  checkReference: { href: string; name: string }
  texts: Partial<DisaTexts>
  legacyIds: string[]
  ccis: string[]
  status: 'not_applicable' | 'not_reviewed'
}

/** The checklist of a component with `size` requirements (rule C-76). */
export function buildComponentChecklist(
  component: ExportedComponent,
  size: number,
  date: Date,
): ChecklistGuide {
  const header = toPublishedHeader(component, date)
  return {
    uuid: createStableUuid('cklb', component.id, component.createdAt),
    checklistUuid: createStableUuid('checklist', component.id, component.createdAt),
    title: component.title,
    displayName: component.name,
    stigId: toBenchmarkId(component.name),
    description: component.description?.trim() || component.title,
    version: String(header.version),
    releaseInfo: releaseInfo(header),
    size,
  }
}

/** A requirement as a rule of a checklist. */
export function toChecklistRequirement(rule: ExportedRule, component: ExportedComponent): ChecklistRule {
  const { displayedName: name } = rule
  const srgId = toIdentifier(rule)
  return {
    uuid: createStableUuid('cklb', component.id, component.createdAt, rule.number),
    groupId: `V-${name}`,
    ruleId: `SV-${name}`,
    ruleVersion: rule.documentType === 'stig' ? name : srgId,
    groupTitle: rule.coreVersion ?? srgId,
    severity: rule.severity,
    weight: rule.weight,
    title: rule.title ?? '',
    fix: rule.fix ?? '',
    check: formatAllChecks(rule.check, rule.furtherChecks),
    checkReference: { href: '', name: 'M' },
    texts: rule.texts,
    legacyIds: (rule.legacyIds ?? '').split(', ').filter(Boolean),
    ccis: splitCcis(rule).filter(isCatalogCci),
    status: rule.status === NOT_APPLICABLE ? 'not_applicable' : 'not_reviewed',
  }
}

/** A STIG of the catalog. */
export interface CatalogStig {
  stig_id: string
  name: string | null
  title: string
  description: string | null
  /** `V2R1` */
  version: string
  /** `2026-01-05` */
  date: string | null
  size: number
}

/** A rule of a catalog STIG, by the columns of its table. */
export interface CatalogStigRule extends Omit<DisaTexts, 'documentable' | 'poam'> {
  rule_id: string
  vuln_id: string | null
  srg_id: string | null
  version: string | null
  title: string | null
  rule_severity: Severity
  rule_weight: string | null
  ident: string | null
  legacy_ids: string | null
  fixtext: string | null
  check_content: string | null
  check_content_ref_name: string | null
  check_content_ref_href: string | null
  further_checks: ExportedRule['furtherChecks'] | null
  documentable: boolean | null
}

/** The checklist of a catalog STIG. */
export function buildStigChecklist(stig: CatalogStig): ChecklistGuide {
  const [major = '', release = ''] = stig.version.replace(/^V/, '').split('R')
  const date = stig.date === null ? null : new Date(`${stig.date}T00:00:00Z`)
  return {
    uuid: createStableUuid('stig', stig.stig_id, stig.version),
    checklistUuid: createStableUuid('stig-checklist', stig.stig_id, stig.version),
    title: stig.title,
    displayName: stig.name ?? stig.title,
    stigId: stig.stig_id,
    description: stig.description?.trim() || stig.title,
    version: major,
    releaseInfo: date === null ? `Release: ${release}` : releaseInfo({ release, date }),
    size: stig.size,
  }
}

/** A rule of a catalog STIG as a rule of a checklist. */
export function toChecklistStigRule(
  rule: CatalogStigRule,
  stig: Pick<CatalogStig, 'stig_id' | 'version'>,
): ChecklistRule {
  return {
    uuid: createStableUuid('stig-rule', stig.stig_id, stig.version, rule.rule_id),
    groupId: rule.vuln_id ?? rule.rule_id,
    ruleId: rule.rule_id,
    ruleVersion: rule.version ?? rule.rule_id,
    groupTitle: rule.srg_id ?? '',
    severity: rule.rule_severity,
    weight: rule.rule_weight ?? '10.0',
    title: rule.title ?? '',
    fix: rule.fixtext ?? '',
    check: formatAllChecks(rule.check_content, rule.further_checks ?? []),
    checkReference: {
      href: rule.check_content_ref_href ?? '',
      name: rule.check_content_ref_name ?? 'M',
    },
    texts: { ...rule, documentable: String(rule.documentable ?? false) },
    legacyIds: (rule.legacy_ids ?? '').split(', ').filter(Boolean),
    ccis: splitCcis(rule).filter(isCatalogCci),
    status: 'not_reviewed',
  }
}

function isCatalogCci(ident: string): boolean {
  return /^CCI-\d{6}$/.test(ident)
}
