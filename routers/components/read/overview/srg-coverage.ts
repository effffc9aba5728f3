import { sql } from 'kysely'
import type { Queries } from '../../../../src/database/database.ts'
import { notFoundError } from '../../../../src/errors.ts'
import { NOT_YET_DETERMINED, SEVERITIES, type Severity } from '../../../../src/vocabulary.ts'
import type { SRG_COVERAGES, SrgCoverage } from './srg-coverage.schema.ts'

/** Maximum number of missing requirements in a response. */
const NAMED = 50

interface CoverageGroup {
  srg_id: number
  severity: Severity | null
  coverage: (typeof SRG_COVERAGES)[number] | null
  count: number
  versions: (string | null)[] | null
}

/** Counts the requirements of a component's SRG by coverage, with one query. */
export async function readSrgCoverage(db: Queries, componentId: number): Promise<SrgCoverage> {
  const { rows } = await selectGroups(componentId).execute(db)
  const [first] = rows
  if (!first) throw notFoundError()
  const missing = rows.flatMap(({ versions }) => versions ?? []).filter((version) => version !== null)
  return {
    srg_id: first.srg_id,
    total: rows.reduce((sum, { count }) => sum + count, 0),
    counts: toCounts(rows),
    by_severity: SEVERITIES.flatMap((severity) => {
      const severityRows = rows.filter((row) => row.severity === severity)
      return severityRows.length === 0 ? [] : [{ severity, counts: toCounts(severityRows) }]
    }),
    missing: missing.toSorted().slice(0, NAMED),
  }
}

function toCounts(rows: readonly CoverageGroup[]): SrgCoverage['counts'] {
  const count = (coverage: CoverageGroup['coverage']) =>
    rows.reduce((sum, row) => sum + (row.coverage === coverage ? row.count : 0), 0)
  return {
    addressed: count('addressed'),
    satisfied: count('satisfied'),
    not_applicable: count('not_applicable'),
    undetermined: count('undetermined'),
    missing: count('missing'),
  }
}

/** Selects a row per severity and coverage; one row without either if the SRG has no requirements. */
function selectGroups(componentId: number) {
  return sql<CoverageGroup>`
    select c.security_requirements_guide_id as srg_id, s.severity, s.coverage, count(s.id)::integer as count,
      (array_agg(s.version order by s.version) filter (where s.coverage = 'missing'))[1:${sql.lit(NAMED)}] as versions
    from components c left join lateral (
      select g.id, g.version, g.rule_severity as severity, ${COVERAGE} as coverage
      from srg_rules g left join (
        select r.status, coalesce(r.srg_rule_id, r.derived_from_srg_rule_id) as srg_rule_id,
          exists (select from satisfactions t where t.rule_id = r.id) as satisfied
        from rules r where r.component_id = ${componentId} and r.deleted_at is null) r on r.srg_rule_id = g.id
      where g.srg_id = c.security_requirements_guide_id
      group by g.id) s on true
    where c.id = ${componentId}
    group by 1, 2, 3`
}

/** The combined coverage of an SRG rule; undetermined unless all of its requirements are determined. */
const COVERAGE = sql`case
  when count(r.srg_rule_id) = 0 then 'missing'
  when bool_and(r.satisfied) then 'satisfied'
  when bool_or(r.status = ${sql.lit(NOT_YET_DETERMINED)} and not r.satisfied) then 'undetermined'
  when bool_and(r.status = 'Not Applicable') then 'not_applicable'
  else 'addressed' end`
