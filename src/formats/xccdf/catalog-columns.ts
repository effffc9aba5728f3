import type { CatalogCheck, CatalogRule } from './types.ts'

/** Source of a catalog rule's column, and its type as a parameter. */
export interface CatalogColumn {
  name: string
  type: 'text' | 'boolean' | 'jsonb'
  getValue: (rule: CatalogRule) => string | boolean | null
}

const json = (name: string, getValue: (rule: CatalogRule) => object | null): CatalogColumn => ({
  name,
  type: 'jsonb',
  getValue: (rule) => {
    const value = getValue(rule)
    return value === null ? null : JSON.stringify(value)
  },
})
const text = (name: string, getValue: CatalogColumn['getValue']): CatalogColumn => ({
  name,
  type: 'text',
  getValue,
})

/** In `srg_rules` and `stig_rules` alike (rule C-16). */
const COMMON: readonly CatalogColumn[] = [
  text('rule_id', (rule) => rule.ruleId),
  text('status', (rule) => rule.status),
  text('rule_severity', (rule) => rule.severity),
  text('rule_weight', (rule) => rule.weight),
  text('version', (rule) => rule.version),
  text('title', (rule) => rule.title),
  text('ident', (rule) => rule.ident),
  text('ident_system', (rule) => rule.identSystem),
  text('legacy_ids', (rule) => rule.legacyIds),
  text('fixtext', (rule) => rule.fixtext),
  text('fixtext_fixref', (rule) => rule.fixtextFixref),
  text('fix_id', (rule) => rule.fixId),
  text('check_system', (rule) => rule.checkSystem),
  text('check_content_ref_name', (rule) => rule.checkContentRefName),
  text('check_content_ref_href', (rule) => rule.checkContentRefHref),
  text('check_content', (rule) => rule.checkContent),
  text('vuln_discussion', (rule) => rule.vulnDiscussion),
  text('false_positives', (rule) => rule.falsePositives),
  text('false_negatives', (rule) => rule.falseNegatives),
  { name: 'documentable', type: 'boolean', getValue: (rule) => rule.documentable },
  text('mitigations', (rule) => rule.mitigations),
  text('severity_override_guidance', (rule) => rule.severityOverrideGuidance),
  text('potential_impacts', (rule) => rule.potentialImpacts),
  text('third_party_tools', (rule) => rule.thirdPartyTools),
  text('mitigation_control', (rule) => rule.mitigationControl),
  text('responsibility', (rule) => rule.responsibility),
  text('ia_controls', (rule) => rule.iaControls),
  json('reference', (rule) => rule.reference ?? {}),
  json('further_idents', (rule) => rule.furtherIdents),
  json('fixes', (rule) => rule.fixes),
  json('further_checks', ({ furtherChecks }) => furtherChecks?.map(checkMembers) ?? null),
]

/** A check under the names that requirements have for it. */
function checkMembers({ system, contentRefName, contentRefHref, content }: CatalogCheck): object {
  return { system, content_ref_name: contentRefName, content_ref_href: contentRefHref, content }
}

/** The columns of catalog rules that come from the file. STIG rules have all columns of SRG rules, and further ones. */
export const CATALOG_COLUMNS: Record<'srg' | 'stig', readonly CatalogColumn[]> = {
  srg: COMMON,
  stig: [...COMMON, text('vuln_id', (rule) => rule.groupId), text('srg_id', (rule) => rule.groupTitle)],
}
