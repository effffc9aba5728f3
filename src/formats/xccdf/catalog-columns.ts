import type { CatalogRule } from './types.ts'

/** What one column of a catalog rule takes from the file, and its type as a parameter. */
export interface CatalogColumn {
  name: string
  type: 'text' | 'boolean' | 'jsonb'
  of: (rule: CatalogRule) => string | boolean | null
}

const text = (name: string, of: CatalogColumn['of']): CatalogColumn => ({ name, type: 'text', of })

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
  { name: 'documentable', type: 'boolean', of: (rule) => rule.documentable },
  text('mitigations', (rule) => rule.mitigations),
  text('severity_override_guidance', (rule) => rule.severityOverrideGuidance),
  text('potential_impacts', (rule) => rule.potentialImpacts),
  text('third_party_tools', (rule) => rule.thirdPartyTools),
  text('mitigation_control', (rule) => rule.mitigationControl),
  text('responsibility', (rule) => rule.responsibility),
  text('ia_controls', (rule) => rule.iaControls),
  { name: 'reference', type: 'jsonb', of: (rule) => JSON.stringify(rule.reference ?? {}) },
]

/** Columns of a catalog's rules that come from the file. */
export const CATALOG_COLUMNS: Record<'srg' | 'stig', readonly CatalogColumn[]> = {
  srg: COMMON,
  stig: [...COMMON, text('vuln_id', (rule) => rule.groupId), text('srg_id', (rule) => rule.groupTitle)],
}
