import { sql } from 'kysely'
import type { Queries } from '../../../src/database/database.ts'
import { allChecks, joinFirstDisaDescription } from '../../../src/database/fragments/first-parts.ts'
import { type Check, formatChecks } from '../../../src/formats/checks/check-text.ts'
import { toExcerpt, toPlainId } from '../../../src/formats/spreadsheet/plain-text.ts'
import { parseRuleNumber, type RequirementRow } from '../../../src/formats/spreadsheet/requirements.ts'
import { createSheetError } from '../../../src/formats/spreadsheet/sheet.ts'
import { NOT_YET_DETERMINED, type RuleStatus } from '../../../src/vocabulary.ts'
import { type Candidate, pairRows } from './pair-rows.ts'
import type { WarnRow } from './rows/row-warnings.ts'

/** A row with its requirement. */
export interface MatchedRow extends RequirementRow {
  id: number
  srgVersion: string | null
  /** Whether another requirement satisfies it. */
  child: boolean
}

/** A requirement that rows can match. */
export interface MatchableRule {
  id: number
  rule_id: string
  version: string | null
  legacy_ids: string | null
  child: boolean
}

/**
 * Matches rows with requirements, in row order: by displayed name or number in STIGID, else by SRGID. Skips
 * unknown rows with a message. Throws 422 if two rows have the same STIGID.
 */
export async function matchRows(
  db: Queries,
  component: { id: number; prefix: string },
  rows: readonly RequirementRow[],
  warn: WarnRow,
): Promise<MatchedRow[]> {
  const known = await listMatchableRules(db, component.id)
  const byNumber = new Map(known.map((rule) => [rule.rule_id, rule]))
  const ruleByRow = new Map<RequirementRow, MatchableRule>()
  const rowByRuleId = new Map<number, number>()
  for (const row of rows) {
    const name = (row.stigId ?? '').trim()
    const rule = name === '' ? undefined : findByNumber(name, component.prefix, byNumber)
    if (!rule) continue
    const otherRow = rowByRuleId.get(rule.id)
    if (otherRow !== undefined) {
      throw createSheetError(
        `Rows ${otherRow} and ${row.row} are about the same requirement, ${rule.rule_id} (row ${row.row}).`,
      )
    }
    rowByRuleId.set(rule.id, row.row)
    ruleByRow.set(row, rule)
  }
  const unnamed = rows.filter(({ stigId = '' }) => stigId.trim() === '')
  const free = known.filter(({ id }) => !rowByRuleId.has(id))
  for (const [row, rule] of await matchBySrgId(db, unnamed, free, warn)) ruleByRow.set(row, rule)
  const versions = new Set(known.map(({ version }) => toPlainId(version ?? '')))
  return rows.flatMap((row): MatchedRow[] => {
    const rule = ruleByRow.get(row)
    if (rule) return [{ ...row, id: rule.id, srgVersion: rule.version, child: rule.child }]
    warn(row.row, `${describeUnmatched(row, versions)}; the row is left out`)
    return []
  })
}

function describeUnmatched(row: RequirementRow, versions: ReadonlySet<string>): string {
  const [name, srgId] = [toExcerpt(row.stigId ?? ''), toExcerpt(row.srgId ?? '')]
  if (name !== '') return `there is no requirement ${name}`
  return versions.has(toPlainId(srgId))
    ? `no other requirement has the SRG id ${srgId}`
    : `there is no requirement ${srgId}`
}

/** Matches rows without STIGID; requirements with the same SRG id are distinguished by texts and order. */
async function matchBySrgId(
  db: Queries,
  rows: readonly RequirementRow[],
  free: readonly MatchableRule[],
  warn: WarnRow,
): Promise<[RequirementRow, MatchableRule][]> {
  const byVersion = Map.groupBy(free, ({ version }) => toPlainId(version ?? ''))
  const groups = [...Map.groupBy(rows, ({ srgId = '' }) => toPlainId(srgId))].map(([version, some]) => ({
    rows: some,
    rules: byVersion.get(version) ?? [],
  }))
  const shared = groups.flatMap(({ rules }) => (rules.length > 1 ? rules : []))
  const candidates = await readCandidates(db, shared)
  return groups.flatMap((group) => {
    const [only] = group.rules
    const [first] = group.rows
    if (group.rules.length < 2) return only && first ? [[first, only]] : []
    const rules = new Map(group.rules.map((rule) => [rule.id, rule]))
    const among = group.rules.flatMap(({ id }) => candidates.get(id) ?? [])
    return pairRows(group.rows, among).flatMap(
      ({ row, candidate, isSure }): [RequirementRow, MatchableRule][] => {
        const rule = rules.get(candidate.id)
        if (!rule) return []
        if (!isSure) {
          warn(
            row.row,
            `several requirements have the SRG id ${rule.version ?? ''}; the row was taken for ${rule.rule_id}`,
          )
        }
        return [[row, rule]]
      },
    )
  })
}

interface CandidateRow {
  id: number
  title: string | null
  status: RuleStatus
  discussion: string | null
  checks: Check[] | null
  fix: string | null
  justification: string | null
  artifact: string | null
  srgTitle: string | null
  srgDiscussion: string | null
  srgCheck: string | null
  srgFix: string | null
}

/** Reads the columns that distinguish requirements with the same SRG id. */
async function readCandidates(db: Queries, rules: readonly MatchableRule[]): Promise<Map<number, Candidate>> {
  if (rules.length === 0) return new Map()
  const ids = rules.map(({ id }) => id)
  const children = new Map(rules.map(({ id, child }) => [id, child]))
  const { rows } = await sql<CandidateRow>`select r.id, r.title, r.status,
      a.vuln_discussion as discussion, ${allChecks('r.id')} as checks, r.fixtext as fix, r.status_justification as justification,
      r.artifact_description as artifact, s.title as "srgTitle", s.vuln_discussion as "srgDiscussion",
      s.check_content as "srgCheck", s.fixtext as "srgFix"
    from rules r left join srg_rules s on s.id = r.srg_rule_id
      ${joinFirstDisaDescription('a')}
    where r.id = any (${sql.val(ids)}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.id, toCandidate(row, children.get(row.id) ?? false)]))
}

function toCandidate(row: CandidateRow, child: boolean): Candidate {
  const { id, status, srgTitle, srgDiscussion, srgCheck, srgFix } = row
  return {
    id,
    isDetermined: status !== NOT_YET_DETERMINED,
    child,
    texts: {
      title: row.title,
      vuln_discussion: row.discussion,
      check_content: formatChecks(row.checks ?? []),
      fixtext: row.fix,
      status_justification: row.justification,
      artifact_description: row.artifact,
      srgTitle,
      srgDiscussion,
      srgCheck,
      srgFix,
    },
  }
}

/** Lists the requirements of a component by number. */
export function listMatchableRules(db: Queries, componentId: number): Promise<MatchableRule[]> {
  return db
    .selectFrom('rules as r')
    .select(['r.id', 'r.rule_id', 'r.version', 'r.legacy_ids'])
    .select((eb) =>
      eb
        .exists(eb.selectFrom('satisfactions as s').select('s.id').whereRef('s.rule_id', '=', 'r.id'))
        .$castTo<boolean>()
        .as('child'),
    )
    .where('r.component_id', '=', componentId)
    .where('r.deleted_at', 'is', null)
    .orderBy('r.rule_id')
    .execute()
}

/** Finds the requirement of a displayed name or number; a name with another prefix does not match. */
export function findByNumber(
  name: string,
  prefix: string,
  byNumber: ReadonlyMap<string, MatchableRule>,
): MatchableRule | undefined {
  const number = parseRuleNumber(name, prefix)
  return number === null ? undefined : byNumber.get(number)
}
