import { type RuleFaults, refuse, tooLong } from './refusal.ts'
import type { BenchmarkHeader, CatalogRule } from './types.ts'

const SHORT = 255
const IDENT = 2048
const TITLE = 500
const LONG = 10_000

/** Field, its name on the wire, its greatest length in characters (rule C-4). */
const RULE_LIMITS = [
  ['ruleId', 'rule_id', SHORT],
  ['weight', 'rule_weight', SHORT],
  ['version', 'version', SHORT],
  ['status', 'status', SHORT],
  ['title', 'title', TITLE],
  ['ident', 'ident', IDENT],
  ['identSystem', 'ident_system', SHORT],
  ['legacyIds', 'legacy_ids', SHORT],
  ['fixtext', 'fixtext', LONG],
  ['fixtextFixref', 'fixtext_fixref', SHORT],
  ['fixId', 'fix_id', SHORT],
  ['checkSystem', 'check system', SHORT],
  ['checkContentRefName', 'content_ref_name', SHORT],
  ['checkContentRefHref', 'content_ref_href', SHORT],
  ['checkContent', 'check content', LONG],
  ['vulnDiscussion', 'vuln_discussion', LONG],
  ['falsePositives', 'false_positives', LONG],
  ['falseNegatives', 'false_negatives', LONG],
  ['mitigations', 'mitigations', LONG],
  ['severityOverrideGuidance', 'severity_override_guidance', LONG],
  ['potentialImpacts', 'potential_impacts', LONG],
  ['thirdPartyTools', 'third_party_tools', LONG],
  ['mitigationControl', 'mitigation_control', LONG],
  ['responsibility', 'responsibility', LONG],
  ['iaControls', 'ia_controls', LONG],
  ['groupId', 'vuln_id', SHORT],
  ['groupTitle', 'srg_id', SHORT],
] as const

const HEADER_LIMITS = [
  ['srgId', 'id', SHORT],
  ['version', 'version', SHORT],
  ['title', 'title', TITLE],
  ['name', 'name', TITLE],
  ['description', 'description', LONG],
] as const

/** Notes every field of a rule that is longer than its limit. */
export function checkRuleLengths(rule: CatalogRule, label: string, faults: RuleFaults): void {
  for (const [field, name, maximum] of RULE_LIMITS) {
    if (tooLong(rule[field], maximum)) faults.add(`${name} has more than ${maximum} characters`, label)
  }
  if (Object.values(rule.reference ?? {}).some((value) => tooLong(value, LONG))) {
    faults.add(`reference has more than ${LONG} characters`, label)
  }
}

/** Refuses (422) a header with a field longer than its limit, naming field and maximum. */
export function checkHeaderLengths(header: BenchmarkHeader): void {
  for (const [field, name, maximum] of HEADER_LIMITS) {
    if (tooLong(header[field], maximum)) {
      throw refuse('header_too_long', `The benchmark's ${name} has more than ${maximum} characters.`)
    }
  }
}
