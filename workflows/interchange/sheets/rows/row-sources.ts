import { sql } from 'kysely'
import type { Queries } from '../../../../src/database/database.ts'
import type { RequirementRow } from '../../../../src/formats/spreadsheet/requirements.ts'
import { type Candidate, pairRows } from '../pair-rows.ts'

interface SourceRow {
  id: number
  version: string
  title: string | null
  discussion: string | null
  check: string | null
  fix: string | null
}

/**
 * Returns the catalog rule of rows whose SRG id is ambiguous, by SRG columns and then by order. Null for
 * other rows, and for rows in excess of the rules.
 */
export async function findRowSources<R extends RequirementRow>(
  db: Queries,
  srgIds: number[],
  rows: readonly R[],
): Promise<(row: R) => number | null> {
  const byVersion = Map.groupBy(rows, ({ srgId = '' }) => srgId.trim())
  const { rows: shared } = await sql<SourceRow>`
    with shared as (select version from srg_rules where srg_id = any (${sql.val(srgIds)}::integer[])
      and version in (select jsonb_array_elements_text(${JSON.stringify([...byVersion.keys()])}::jsonb))
      group by version having count(*) > 1)
    select s.id, s.version, s.title, s.vuln_discussion as discussion, s.check_content as "check", s.fixtext as fix
    from shared join srg_rules s on s.version = shared.version and s.srg_id = any (${sql.val(srgIds)}::integer[])
    order by array_position(${sql.val(srgIds)}::integer[], s.srg_id), s.rule_id collate "C", s.id`.execute(db)
  const sources = new Map<RequirementRow, number>()
  for (const [version, rules] of Map.groupBy(shared, (rule) => rule.version)) {
    const pairs = pairRows(byVersion.get(version) ?? [], rules.map(toCandidate))
    for (const {
      row,
      candidate: { id },
    } of pairs) {
      sources.set(row, id)
    }
  }
  return (row) => sources.get(row) ?? null
}

function toCandidate({ id, title, discussion, check, fix }: SourceRow): Candidate {
  const texts = { srgTitle: title, srgDiscussion: discussion, srgCheck: check, srgFix: fix }
  return { id, isDetermined: true, child: false, texts }
}
