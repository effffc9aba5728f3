import { type RawBuilder, sql } from 'kysely'
import type { Component } from '../../entities/component.ts'
import { listColumnsUsed, DISA_FIELDS, RULE_FIELDS } from '../../entities/requirement-fields.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import { releaseLineSql } from '../../src/database/newest-release.ts'
import { validationError } from '../../src/errors.ts'
import { CONFIGURABLE } from '../../src/vocabulary.ts'
import { catalogChecksSql, CHECKS } from '../guides/catalog-checks.ts'
import { importRequirements } from '../requirements/import-requirements.ts'
import { restoreUnlinked, listSatisfiedRules } from './rebase-satisfactions.ts'
import { recordRebase, listSourcesWithLine } from './rebase/rebase-sources.ts'

/** Result of a rebase; the counts in its toast and audit entry (rule C-31). */
export interface RebaseCounts {
  relinked: number
  changed: number
  kept: number
  added: number
}

/**
 * Moves a new copy onto another release of its SRG, matching requirements by version (rule C-31). Null if not
 * requested, or if the release is in the source set. Throws 422 for an unknown or unsuitable guide.
 */
export async function rebase(
  work: UnitOfWork,
  component: Component,
  srgId: number | undefined,
): Promise<RebaseCounts | null> {
  if (srgId === undefined) return null
  const { db } = work
  const { line } = await findFittingSrg(db, component, srgId)
  const before = await listSourcesWithLine(db, component.id)
  if (before.some(({ id }) => id === srgId)) return null
  const old = before.find((member) => member.line === line)?.id ?? component.securityRequirementsGuideId
  const result = await moveRequirements(work, component, { old, target: srgId })
  await moveSources(db, component, old, srgId)
  const sources = [before, await listSourcesWithLine(db, component.id)].map((set) => set.map(({ id }) => id))
  await recordRebase(work, component, {
    comment: rebaseSummary(result),
    changes: { rebase: [null, result], source_srg_ids: sources },
  })
  return result
}

/** Returns the line of an SRG for this document type. Throws 422 if it is unsuitable. */
async function findFittingSrg(db: Queries, component: Component, srgId: number): Promise<{ line: string }> {
  const target = await db
    .selectFrom('srgs')
    .select([releaseLineSql('srgs', 'srgs').as('line'), 'core'])
    .where('id', '=', srgId)
    .executeTakeFirst()
  if (!target || target.core !== (component.documentType === 'srg')) {
    throw validationError(
      'component.ineligible_source',
      'security_requirements_guide_id',
      'This SRG does not fit the component.',
    )
  }
  return target
}

/** Re-links, drops and adds requirements; deletes links to dropped ones. */
async function moveRequirements(
  work: UnitOfWork,
  component: Component,
  { old, target }: { old: number; target: number },
): Promise<RebaseCounts> {
  const { db } = work
  const highest = await readHighestNumber(db, component.id)
  const satisfied = await listSatisfiedRules(db, component.id)
  const rebaseRules = component.documentType === 'stig' ? rebaseStig : rebaseSrg
  const result = await rebaseRules(db, component.id, old, target)
  await restoreUnlinked(db, component, satisfied)
  return { ...result, added: await importNew(work, component, { old, target, firstNumber: highest + 1 }) }
}

function rebaseSummary({ relinked, changed, kept, added }: RebaseCounts): string {
  return `Rebased: ${relinked} re-linked, ${changed} of them with changed core content, ${kept} kept without counterpart, ${added} added`
}

/**
 * Pairs old and new catalog rules by version; duplicates are paired in the order of their rule ids (rule
 * C-18).
 */
function counterpartsSql(old: number, target: number) {
  const selectNumbered = (srg: number) => sql`(select s.*, row_number() over (partition by s.version
    order by s.rule_id collate "C", s.id) as ordinal from srg_rules s where s.srg_id = ${srg})`
  return sql`${selectNumbered(old)} b join ${selectNumbered(target)} t on t.version = b.version and t.ordinal = b.ordinal`
}

/**
 * Columns that all requirements take from the newer release, and columns that only unconfigured ones take.
 */
const REFRESHED = assignmentsSql(listColumnsUsed(RULE_FIELDS, 'refreshed'), (name) => sql.ref(`t.${name}`))
const FOLLOWED = assignmentsSql(
  listColumnsUsed(RULE_FIELDS, 'followed'),
  (name) =>
    sql`case when r.status = ${sql.lit(CONFIGURABLE)} then ${sql.ref(`r.${name}`)} else ${sql.ref(`t.${name}`)} end`,
)
const DISA_FOLLOWED = assignmentsSql(listColumnsUsed(DISA_FIELDS, 'followed'), (name) => sql.ref(`t.${name}`))

function assignmentsSql(names: string[], value: (name: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql`${sql.ref(name)} = ${value(name)}`))
}

const CHANGED = sql`(b.title, b.fixtext, b.vuln_discussion) is distinct from (t.title, t.fixtext, t.vuln_discussion)`

async function rebaseStig(db: Queries, id: number, old: number, target: number): Promise<RebaseCounts> {
  const pairs = counterpartsSql(old, target)
  await sql`delete from rules r using srg_rules s where r.component_id = ${id} and s.id = r.srg_rule_id and s.srg_id = ${old}
    and r.status <> ${CONFIGURABLE} and not exists (select from ${pairs} where b.id = s.id)`.execute(db)
  const counted = await countPairs(db, id, sql`r.srg_rule_id`, old, target)
  await sql`update disa_descriptions d set ${DISA_FOLLOWED} from rules r, ${pairs}
    where d.rule_id = r.id and r.component_id = ${id} and r.srg_rule_id = b.id and r.status <> ${CONFIGURABLE}`.execute(
    db,
  )
  await followChecks(db, id, pairs)
  await sql`update rules r set ${REFRESHED}, ${FOLLOWED}, srg_rule_id = t.id
    from ${pairs} where r.component_id = ${id} and r.srg_rule_id = b.id`.execute(db)
  return counted
}

/** Replaces the checks of unconfigured requirements by those of the newer release. */
async function followChecks(db: Queries, id: number, pairs: RawBuilder<unknown>): Promise<void> {
  const followers = sql`from rules r, ${pairs}, lateral ${catalogChecksSql('t')} k
    where r.component_id = ${id} and r.srg_rule_id = b.id and r.status <> ${CONFIGURABLE}`
  const position = sql`(select count(*) from rule_checks y where y.rule_id = x.rule_id and y.id < x.id)`
  await sql`delete from rule_checks x using rules r where r.id = x.rule_id and r.component_id = ${id}
    and r.status <> ${CONFIGURABLE} and ${position} > 0 and exists (select from ${pairs} where b.id = r.srg_rule_id)`.execute(
    db,
  )
  await sql`update rule_checks x set ${assignmentsSql(CHECKS, (name) => sql.ref(`f.${name}`))}
    from (select r.id as rule_id, k.* ${followers} and k.ordinal = 0) f where f.rule_id = x.rule_id`.execute(
    db,
  )
  await sql`insert into rule_checks (rule_id, ${sql.join(CHECKS.map((name) => sql.ref(name)))})
    select r.id, ${sql.join(CHECKS.map((name) => sql.ref(`k.${name}`)))} ${followers} and k.ordinal > 0
    order by r.id, k.ordinal`.execute(db)
}

async function rebaseSrg(db: Queries, id: number, old: number, target: number): Promise<RebaseCounts> {
  const counted = await countPairs(db, id, sql`r.derived_from_srg_rule_id`, old, target)
  await sql`update rules r set ${REFRESHED}, derived_from_srg_rule_id = t.id from ${counterpartsSql(old, target)}
    where r.component_id = ${id} and r.derived_from_srg_rule_id = b.id`.execute(db)
  return counted
}

async function countPairs(
  db: Queries,
  id: number,
  link: ReturnType<typeof sql>,
  old: number,
  target: number,
): Promise<RebaseCounts> {
  const { rows } = await sql<{ relinked: number; changed: number; kept: number }>`select
      count(t.id)::integer as relinked, (count(t.id) filter (where ${CHANGED}))::integer as changed,
      (count(*) - count(t.id))::integer as kept
    from rules r join srg_rules s on s.id = ${link} and s.srg_id = ${old}
    left join (select b.id as base_id, t.* from ${counterpartsSql(old, target)}) t on t.base_id = s.id
    left join srg_rules b on b.id = s.id
    where r.component_id = ${id}`.execute(db)
  const [counted = { relinked: 0, changed: 0, kept: 0 }] = rows
  return { ...counted, added: 0 }
}

/** Returns the highest number of a component; dropped requirements keep their numbers (rule C-31). */
async function readHighestNumber(db: Queries, componentId: number): Promise<number> {
  const { highest } = await db
    .selectFrom('rules')
    .select(sql<number>`coalesce(max(rule_id::integer), 0)`.as('highest'))
    .where('component_id', '=', componentId)
    .executeTakeFirstOrThrow()
  return highest
}

/**
 * Imports catalog rules that are new in the target, numbered from `firstNumber`. Rules of the old release that the
 * component lacks were removed on purpose. Throws 422 if there are not enough numbers.
 */
async function importNew(
  work: UnitOfWork,
  component: Component,
  { old, target, firstNumber }: { old: number; target: number; firstNumber: number },
): Promise<number> {
  const isNew = sql<boolean>`s.id not in (select t.id from ${counterpartsSql(old, target)})`
  const { changeCount } = await work.db
    .selectFrom('srg_rules as s')
    .select(sql<number>`count(*)::integer`.as('changeCount'))
    .where('s.srg_id', '=', target)
    .where(isNew)
    .executeTakeFirstOrThrow()
  component.assertNumbersLeft(firstNumber, changeCount)
  return importRequirements(work, {
    component,
    sources: [target],
    firstNumber,
    pick: isNew,
  })
}

/**
 * Replaces the older release by the newer one. An SRG of another line remains while a requirement uses it (rule C-26).
 */
export async function moveSources(
  db: Queries,
  component: Component,
  old: number,
  target: number,
): Promise<void> {
  const { id } = component
  await sql`insert into component_sources (component_id, srg_id) values (${id}, ${target})`.execute(db)
  await sql`delete from component_sources where component_id = ${id} and srg_id = ${old} and (
    (select ${releaseLineSql('srgs', 'g')} from srgs g where g.id = ${old}) = (select ${releaseLineSql('srgs', 'g')} from srgs g where g.id = ${target})
    or not exists (select from rules r join srg_rules s on s.id in (r.srg_rule_id, r.derived_from_srg_rule_id)
      where r.component_id = ${id} and s.srg_id = ${old}))`.execute(db)
  if (component.securityRequirementsGuideId === old) {
    await sql`update components set security_requirements_guide_id = ${target} where id = ${id}`.execute(db)
  }
}
