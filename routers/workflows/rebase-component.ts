import { sql } from 'kysely'
import type { Component } from '../../entities/component.ts'
import type { Reader } from '../../src/database.ts'
import { invalid } from '../../src/errors.ts'
import type { Creation } from './create-component.ts'
import { importRequirements } from './import-requirements.ts'
import { releaseOrphans, satisfiedRules } from './rebase-nesting.ts'

/** What a rebase did; the counts of its toast and audit entry (components 3.1). */
export interface Rebased {
  relinked: number
  changed: number
  kept: number
  added: number
}

const CONFIGURABLE = 'Applicable - Configurable'

/**
 * Moves a fresh copy onto another release of its SRG, requirement by version (components 3.1). Null when nothing was
 * asked for, or the release is in the source set already; 422 for an unknown or unfit guide.
 */
export async function rebase(
  { db, actor, requestId }: Creation,
  component: Component,
  srgId: number | undefined,
): Promise<Rebased | null> {
  if (srgId === undefined) return null
  const target = await db
    .selectFrom('srgs')
    .select(['id', 'srg_id', 'core'])
    .where('id', '=', srgId)
    .executeTakeFirst()
  if (!target || target.core !== (component.documentType === 'srg')) {
    throw invalid(
      'component.ineligible_source',
      'security_requirements_guide_id',
      'This SRG does not fit the component.',
    )
  }
  const members = await sourceSet(db, component.id)
  if (members.some(({ id }) => id === srgId)) return null
  const old =
    members.find(({ srg_id }) => srg_id === target.srg_id)?.id ?? component.securityRequirementsGuideId
  const highest = await highestNumber(db, component.id)
  const satisfied = await satisfiedRules(db, component.id)
  const result =
    component.documentType === 'stig'
      ? await rebaseStig(db, component.id, old, srgId)
      : await rebaseSrg(db, component.id, old, srgId)
  await releaseOrphans(db, satisfied)
  result.added = await importNew(db, component, { old, target: srgId, from: highest + 1 }, requestId)
  await moveSources(db, component, old, srgId)
  const sources = [members, await sourceSet(db, component.id)].map((set) => set.map(({ id }) => id))
  const changes = JSON.stringify({ rebase: [null, result], source_srg_ids: sources })
  const said = `Rebased: ${result.relinked} re-linked, ${result.changed} of them with changed core content, ${result.kept} kept without counterpart, ${result.added} added`
  await sql`insert into audit_entries (action, auditable_type, auditable_id, associated_type, associated_id, project_id,
      component_id, actor_type, actor_id, actor_name, affected_name, changes, comment, request_id)
    values ('update', 'Component', ${component.id}, 'Project', ${component.projectId}, ${component.projectId}, ${component.id},
      'User', ${actor.id}, ${actor.name}, ${component.name}, ${changes}::jsonb, ${said}, ${requestId})`.execute(
    db,
  )
  return result
}

function sourceSet(db: Reader, componentId: number): Promise<{ id: number; srg_id: string }[]> {
  return db
    .selectFrom('component_sources as s')
    .innerJoin('srgs as g', 'g.id', 's.srg_id')
    .select(['g.id', 'g.srg_id'])
    .where('s.component_id', '=', componentId)
    .orderBy('g.id')
    .execute()
}

/** Old and new catalog rules of one version; several of one version pair up in the order of their rule ids (trap 3). */
function counterparts(old: number, target: number) {
  const numbered = (srg: number) => sql`(select s.*, row_number() over (partition by s.version
    order by s.rule_id collate "C", s.id) as place from srg_rules s where s.srg_id = ${srg})`
  return sql`${numbered(old)} b join ${numbered(target)} t on t.version = b.version and t.place = b.place`
}

const REFRESHED = sql`rule_severity = t.rule_severity, rule_weight = t.rule_weight, ident = t.ident,
  ident_system = t.ident_system, fixtext_fixref = t.fixtext_fixref, fix_id = t.fix_id`
const CHANGED = sql`(b.title, b.fixtext, b.vuln_discussion) is distinct from (t.title, t.fixtext, t.vuln_discussion)`

async function rebaseStig(db: Reader, id: number, old: number, target: number): Promise<Rebased> {
  const pairs = counterparts(old, target)
  await sql`delete from rules r using srg_rules s where r.component_id = ${id} and s.id = r.srg_rule_id and s.srg_id = ${old}
    and r.status <> ${CONFIGURABLE} and not exists (select from ${pairs} where b.id = s.id)`.execute(db)
  const counted = await countPairs(db, id, sql`r.srg_rule_id`, old, target)
  await sql`update disa_descriptions d set vuln_discussion = t.vuln_discussion from rules r, ${pairs}
    where d.rule_id = r.id and r.component_id = ${id} and r.srg_rule_id = b.id and r.status <> ${CONFIGURABLE}`.execute(
    db,
  )
  await sql`update rule_checks k set system = t.check_system, content_ref_name = t.check_content_ref_name,
      content_ref_href = t.check_content_ref_href, content = t.check_content from rules r, ${pairs}
    where k.rule_id = r.id and r.component_id = ${id} and r.srg_rule_id = b.id and r.status <> ${CONFIGURABLE}`.execute(
    db,
  )
  await sql`update rules r set ${REFRESHED}, srg_rule_id = t.id,
      title = case when r.status = ${CONFIGURABLE} then r.title else t.title end,
      fixtext = case when r.status = ${CONFIGURABLE} then r.fixtext else t.fixtext end
    from ${pairs} where r.component_id = ${id} and r.srg_rule_id = b.id`.execute(db)
  return counted
}

async function rebaseSrg(db: Reader, id: number, old: number, target: number): Promise<Rebased> {
  const counted = await countPairs(db, id, sql`r.derived_from_srg_rule_id`, old, target)
  await sql`update rules r set ${REFRESHED}, derived_from_srg_rule_id = t.id from ${counterparts(old, target)}
    where r.component_id = ${id} and r.derived_from_srg_rule_id = b.id`.execute(db)
  return counted
}

async function countPairs(
  db: Reader,
  id: number,
  link: ReturnType<typeof sql>,
  old: number,
  target: number,
): Promise<Rebased> {
  const { rows } = await sql<{ relinked: number; changed: number; kept: number }>`select
      count(t.id)::integer as relinked, (count(t.id) filter (where ${CHANGED}))::integer as changed,
      (count(*) - count(t.id))::integer as kept
    from rules r join srg_rules s on s.id = ${link} and s.srg_id = ${old}
    left join (select b.id as base_id, t.* from ${counterparts(old, target)}) t on t.base_id = s.id
    left join srg_rules b on b.id = s.id
    where r.component_id = ${id}`.execute(db)
  const [counted = { relinked: 0, changed: 0, kept: 0 }] = rows
  return { ...counted, added: 0 }
}

/** The highest number of a component; what a rebase drops keeps its number (trap 15). */
async function highestNumber(db: Reader, componentId: number): Promise<number> {
  const { highest } = await db
    .selectFrom('rules')
    .select(sql<number>`coalesce(max(rule_id::integer), 0)`.as('highest'))
    .where('component_id', '=', componentId)
    .executeTakeFirstOrThrow()
  return highest
}

/**
 * Catalog rules that are new in the target, numbered from `from`: what the old release had too and the component does
 * not was left out or deleted on purpose. 422 when there are not enough numbers left.
 */
async function importNew(
  db: Reader,
  component: Component,
  { old, target, from }: { old: number; target: number; from: number },
  requestId: string,
): Promise<number> {
  const isNew = sql<boolean>`s.id not in (select t.id from ${counterparts(old, target)})`
  const { wanted } = await db
    .selectFrom('srg_rules as s')
    .select(sql<number>`count(*)::integer`.as('wanted'))
    .where('s.srg_id', '=', target)
    .where(isNew)
    .executeTakeFirstOrThrow()
  component.assertNumbersLeft(from, wanted)
  return importRequirements(db, {
    componentId: component.id,
    documentType: component.documentType,
    sources: [target],
    from,
    requestId,
    pick: isNew,
  })
}

/**
 * The newer release takes the place of the older one. An SRG of another line stays beside it while a requirement
 * uses it (components 3.1).
 */
async function moveSources(db: Reader, component: Component, old: number, target: number): Promise<void> {
  const { id } = component
  await sql`insert into component_sources (component_id, srg_id) values (${id}, ${target})`.execute(db)
  await sql`delete from component_sources where component_id = ${id} and srg_id = ${old} and (
    (select srg_id from srgs where id = ${old}) = (select srg_id from srgs where id = ${target})
    or not exists (select from rules r join srg_rules s on s.id in (r.srg_rule_id, r.derived_from_srg_rule_id)
      where r.component_id = ${id} and s.srg_id = ${old}))`.execute(db)
  if (component.securityRequirementsGuideId === old) {
    await sql`update components set security_requirements_guide_id = ${target} where id = ${id}`.execute(db)
  }
}
