import { sql } from 'kysely'
import { formatDisplayedName } from '../../entities/requirement-name.ts'
import type { Rule } from '../../entities/rule.ts'
import type { Queries } from '../../src/database/database.ts'
import { opaqueIds } from '../../src/database/opaque-parameter.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { writeInspecControl, type InspecSource } from '../../src/formats/inspec/inspec-control.ts'
import { joinChecks } from './rule-checks.ts'

interface InspecFacts {
  prefix: string
  satisfied: { srgId: string | null; ident: string | null }[]
}

/**
 * Regenerates the InSpec files of STIG-style requirements of one component (rule C-51), flushed or not, with
 * one query. Nested lists must be loaded. For satisfied requirements it uses the stored values.
 */
export async function refreshInspec(db: Queries, ...rules: Rule[]): Promise<void> {
  writeInspec(rules, await readInspecFacts(db, rules))
}

/** Writes the InSpec code of rules from preloaded facts, which flushing these rules does not change. */
export function writeInspec(rules: Rule[], getFacts: (id: number) => InspecFacts): void {
  for (const rule of rules.filter(isStig)) {
    rule.inspecControlFile = writeInspecControl(toSource(rule, getFacts(rule.id)))
  }
}

const isStig = ({ documentType }: Rule): boolean => documentType === 'stig'

/**
 * Writes the InSpec file of a new requirement, which has no satisfactions; authored ones have no file (rule
 * C-51).
 */
export function writeFirstInspec(rule: Rule, { prefix }: { prefix: string }): void {
  if (rule.documentType !== 'stig') return
  rule.inspecControlFile = writeInspecControl(toSource(rule, { prefix, satisfied: [] }))
}

function toSource(rule: Rule, { prefix, satisfied }: InspecFacts): InspecSource {
  const [disa] = rule.disaDescriptions.getItems()
  return {
    displayedName: formatDisplayedName({ prefix }, rule),
    title: rule.title ?? null,
    severity: rule.ruleSeverity,
    version: rule.version ?? null,
    ident: rule.ident ?? null,
    discussion: disa?.vulnDiscussion ?? null,
    check: joinChecks(rule),
    fix: rule.fixtext ?? null,
    texts: {
      false_positives: disa?.falsePositives ?? null,
      false_negatives: disa?.falseNegatives ?? null,
      mitigations: disa?.mitigations ?? null,
      severity_override_guidance: disa?.severityOverrideGuidance ?? null,
      potential_impacts: disa?.potentialImpacts ?? null,
      third_party_tools: disa?.thirdPartyTools ?? null,
      mitigation_control: disa?.mitigationControl ?? null,
      responsibility: disa?.responsibility ?? null,
      ia_controls: disa?.iaControls ?? null,
    },
    satisfied,
    body: rule.inspecControlBody ?? null,
  }
}

/**
 * Reads stored facts for InSpec files of STIG-style requirements, in addition to their own texts, with one
 * query.
 */
export async function readInspecFacts(db: Queries, rules: Rule[]): Promise<(id: number) => InspecFacts> {
  const ids = rules.filter(isStig).map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await selectFacts(db, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id) => byId.get(id) ?? { prefix: '', satisfied: [] }
}

const selectFacts = preparedQuery<InspecFacts & { id: number }, [ids: number[]]>(
  (_, ids) => sql`select r.id, c.prefix,
      (select coalesce(json_agg(json_build_object('srgId', s.version, 'ident', o.ident) order by o.id), '[]'::json)
        from satisfactions l join rules o on o.id = l.rule_id left join srg_rules s on s.id = o.srg_rule_id
        where l.satisfied_by_rule_id = r.id and o.deleted_at is null) as satisfied
    from rules r join components c on c.id = r.component_id
    where r.id = any ${opaqueIds(ids)}`,
)
