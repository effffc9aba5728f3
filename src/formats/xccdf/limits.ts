import { TITLE_LENGTH, WIDEST_TEXT } from '../../lib/text-lengths.ts'
import { type RuleFaults, createRefusal, isTooLong } from './errors.ts'
import type { BenchmarkHeader, CatalogRule } from './types.ts'

/** Text limits of a guide, in code points. */
export interface GuideLimits {
  catalogTitle: number
  benchmarkName: number
  benchmarkTitle: number
  benchmarkDescription: number
}

/** Default limits. */
export const GUIDE_LIMITS: GuideLimits = {
  catalogTitle: TITLE_LENGTH,
  benchmarkName: TITLE_LENGTH,
  benchmarkTitle: TITLE_LENGTH,
  benchmarkDescription: WIDEST_TEXT,
}

const SHORT = 255
const IDENT = 2048
const LONG = WIDEST_TEXT
/** Checks, fixes or idents of one rule. */
const PARTS = 100

/** The field, its name in messages, and its maximum length in characters (rule C-4). */
const RULE_LIMITS = [
  ['ruleId', 'rule_id', SHORT],
  ['weight', 'rule_weight', SHORT],
  ['version', 'version', SHORT],
  ['status', 'status', SHORT],
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
] as const

/** Records every field of a rule that exceeds its limit. */
export function checkRuleLengths(
  rule: CatalogRule,
  label: string,
  { faults, limits }: { faults: RuleFaults; limits: GuideLimits },
): void {
  for (const [field, name, maximum] of RULE_LIMITS) {
    if (isTooLong(rule[field], maximum)) faults.add(`${name} has more than ${maximum} characters`, label)
  }
  if (isTooLong(rule.title, limits.catalogTitle)) {
    faults.add(`title has more than ${limits.catalogTitle} characters`, label)
  }
  if (rule.furtherChecks || rule.fixes || rule.furtherIdents) checkPartLengths(rule, label, faults)
  if (Object.values(rule.reference ?? {}).some((value) => isTooLong(value, LONG))) {
    faults.add(`reference has more than ${LONG} characters`, label)
  }
}

/** Checks parts that can occur several times. */
function checkPartLengths(rule: CatalogRule, label: string, faults: RuleFaults): void {
  const { furtherChecks, fixes, furtherIdents } = rule
  const short = [
    ...(furtherChecks ?? []).flatMap((check) => [check.system, check.contentRefName, check.contentRefHref]),
    ...(fixes ?? []).flatMap((fix) => [fix.fixref, fix.id, fix.system]),
    ...(furtherIdents ?? []).flatMap(({ system, ident }) => [system, ident]),
  ]
  const long = [...(furtherChecks ?? []), ...(fixes ?? [])].map(({ content }) => content)
  if (short.some((text) => isTooLong(text, SHORT))) {
    faults.add(`a name of a check, fix or ident has more than ${SHORT} characters`, label)
  }
  if (long.some((text) => isTooLong(text, LONG))) {
    faults.add(`a check or fix has more than ${LONG} characters`, label)
  }
  for (const [name, parts] of Object.entries({ checks: furtherChecks, fixes, idents: furtherIdents })) {
    if ((parts?.length ?? 0) >= PARTS) faults.add(`it has more than ${PARTS} ${name}`, label)
  }
}

/** Throws 422 for a header field that exceeds its limit, with field and maximum. */
export function checkHeaderLengths(header: BenchmarkHeader, limits: GuideLimits): void {
  const kindLimits = [
    ['title', 'title', limits.benchmarkTitle],
    ['name', 'name', limits.benchmarkName],
    ['description', 'description', limits.benchmarkDescription],
  ] as const
  for (const [field, name, maximum] of [...HEADER_LIMITS, ...kindLimits]) {
    if (isTooLong(header[field], maximum)) {
      throw createRefusal('header_too_long', `The benchmark's ${name} has more than ${maximum} characters.`)
    }
  }
}
