import { type RawBuilder, sql } from 'kysely'
import { Component } from '../../entities/component.ts'
import {
  CHECK_FIELDS,
  toColumn,
  listColumnsUsed,
  DESCRIPTION_FIELDS,
  DISA_FIELDS,
  type Fields,
  RULE_FIELDS,
} from '../../entities/requirement-fields.ts'
import { copyAuditLog } from '../../src/audit/copy-audit-log.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import { stateError } from '../../src/errors.ts'
import { announceComponent } from '../../src/outbox/component-chat.ts'
import { toContact, type NewComponent, toNewMetadata, toCommentSchedule } from './component-fields.ts'
import { copyReviews } from './copy-records.ts'
import { readCopyVisibility } from './copy-visible-to-author.ts'
import { assertNewRevision } from './create-component.ts'
import { createQuestions } from './questions.ts'
import { rebase, type RebaseCounts } from './rebase-component.ts'

export interface CopiedComponent {
  component: Component
  rebased: RebaseCounts | null
}

/**
 * Copies a component with requirements, parts, links, answers, reviews and audit log, limited to what the
 * caller can see. Uses a fixed number of statements. Can rebase the copy onto another release of its SRG
 * (rules C-29 and C-30).
 */
export async function copyComponent(
  work: UnitOfWork,
  projectId: number,
  { id: sourceId, overlay }: { id: number; overlay: boolean },
  values: NewComponent,
): Promise<CopiedComponent> {
  const { em, db, actor } = work
  const sees = await readCopyVisibility(db, sourceId, actor)
  const source = await em.findOneOrFail(Component, { id: sourceId })
  if (overlay && !source.released) {
    throw stateError('component.overlay_unreleased', 'Only released components can be overlaid.')
  }
  const id = await insertCopy(work, { projectId, source, overlay, asMember: sees.isMember }, values)
  await sql`insert into component_sources (component_id, srg_id, created_at)
    select ${id}::integer, srg_id, created_at from component_sources where component_id = ${sourceId}`.execute(
    db,
  )
  await copyContent(db, sourceId, id)
  if (sees.isMember && values.questions === undefined) await copyQuestions(db, sourceId, id)
  const route = { sourceId, copyId: id, projectId }
  await copyReviews(db, route, sees)
  if (sees.isMember) await copyAuditLog(db, route)
  const component = await em.findOneOrFail(Component, { id })
  createQuestions(em, component, values.questions ?? [])
  await em.flush()
  const rebased = await rebase(work, component, values.srgId)
  await continueNumbers(db, id)
  await announceComponent(work, component, 'created')
  return { component, rebased }
}

interface CopyRequest {
  projectId: number
  source: Component
  overlay: boolean
  /** Whether the caller is a member of the source, so that the copy includes what only members see. */
  asMember: boolean
}

/** Inserts the copy without its content and returns its id. Throws 422 if the project has this revision. */
async function insertCopy(
  { db, actor, now }: UnitOfWork,
  { projectId, source, overlay, asMember }: CopyRequest,
  values: NewComponent,
): Promise<number> {
  const revision = {
    name: values.name ?? source.name,
    version: values.version === undefined ? (source.version ?? null) : values.version,
    release: values.release === undefined ? (source.release ?? null) : values.release,
  }
  await assertNewRevision(db, projectId, revision)
  const contact = toContact(values, actor)
  const { id } = await db
    .insertInto('components')
    .values({
      ...revision,
      project_id: projectId,
      component_id: overlay ? source.id : null,
      security_requirements_guide_id: source.securityRequirementsGuideId,
      prefix: (values.prefix ?? source.prefix).toUpperCase(),
      title: values.title ?? source.title,
      description: values.description === undefined ? (source.description ?? null) : values.description,
      document_type: source.documentType,
      admin_name: contact.adminName,
      admin_email: contact.adminEmail,
      advanced_fields: values.advancedFields ?? (asMember && source.advancedFields),
      ...toWindowColumns(values, now),
      next_minted_sequence: source.nextMintedSequence,
      metadata: toNewMetadata(values) ?? (asMember ? source.metadata : {}),
      readiness_policy: asMember ? (source.readinessPolicy ?? null) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function toWindowColumns(values: NewComponent, now: Date) {
  const schedule = toCommentSchedule(values, now)
  return {
    comment_phase: schedule.commentPhase,
    closed_reason: schedule.closedReason ?? null,
    comment_period_starts_at: schedule.commentPeriodStartsAt ?? null,
    comment_period_ends_at: schedule.commentPeriodEndsAt ?? null,
    comment_phase_set_at: now,
  }
}

/** Columns that a requirement's copy keeps in addition to its content. */
const LINEAGE = ['srg_rule_id', 'derived_from_srg_rule_id', 'minted_sequence', 'created_at', 'updated_at']
const RULE = joinColumns([
  'document_type',
  'rule_id',
  ...listColumnsUsed(RULE_FIELDS, 'copied', 'derived'),
  ...LINEAGE,
])

/** Part tables of a requirement, with the copied columns. */
const PARTS = {
  rule_checks: toColumns(CHECK_FIELDS),
  disa_descriptions: toColumns(DISA_FIELDS),
  rule_descriptions: toColumns(DESCRIPTION_FIELDS),
  rule_references: ['data'],
}

function toColumns(fields: Fields): string[] {
  return Object.keys(fields).map((name) => toColumn(name))
}

function joinColumns(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)))
}

/**
 * Pairs originals with copies: numbers are unique in a component, and deleted requirements are not copied.
 */
function pairedRulesSql(sourceId: number, copyId: number): RawBuilder<unknown> {
  return sql`rules o join rules n on n.component_id = ${copyId} and n.rule_id = o.rule_id and o.component_id = ${sourceId}`
}

async function copyContent(db: Queries, sourceId: number, copyId: number): Promise<void> {
  await sql`insert into rules (component_id, ${RULE}) select ${copyId}::integer, ${RULE} from rules
    where component_id = ${sourceId} and deleted_at is null order by rule_id`.execute(db)
  for (const [table, names] of Object.entries(PARTS)) {
    const columnsSql = sql.join(names.map((name) => sql.ref(`k.${name}`)))
    await sql`insert into ${sql.table(table)} (rule_id, ${joinColumns(names)}) select n.id, ${columnsSql}
      from ${sql.table(table)} k join (select o.id as old_id, n.id from ${pairedRulesSql(sourceId, copyId)}) n on n.old_id = k.rule_id
      order by k.id`.execute(db)
  }
  await sql`insert into satisfactions (rule_id, satisfied_by_rule_id, component_id)
    select c.id, p.id, ${copyId}::integer from satisfactions l
    join (select o.id as old_id, n.id from ${pairedRulesSql(sourceId, copyId)}) c on c.old_id = l.rule_id
    join (select o.id as old_id, n.id from ${pairedRulesSql(sourceId, copyId)}) p on p.old_id = l.satisfied_by_rule_id
    order by l.id`.execute(db)
  await sql`insert into inspec_profile_files (component_id, path, content, parts)
    select ${copyId}::integer, path, content, parts from inspec_profile_files where component_id = ${sourceId} order by id`.execute(
    db,
  )
}

/** Copies the additional questions and their answers. */
async function copyQuestions(db: Queries, sourceId: number, copyId: number): Promise<void> {
  await sql`insert into additional_questions (component_id, name, question_type, options)
    select ${copyId}::integer, name, question_type, options from additional_questions where component_id = ${sourceId} order by id`.execute(
    db,
  )
  await sql`insert into additional_answers (rule_id, additional_question_id, answer)
    select n.id, nq.id, a.answer from additional_answers a
    join (select o.id as old_id, n.id from ${pairedRulesSql(sourceId, copyId)}) n on n.old_id = a.rule_id
    join additional_questions oq on oq.id = a.additional_question_id
    join additional_questions nq on nq.component_id = ${copyId} and nq.name = oq.name order by a.id`.execute(
    db,
  )
}

async function continueNumbers(db: Queries, id: number): Promise<void> {
  await sql`update components set next_rule_number = n.highest + 1
    from (select coalesce(max(rule_id::integer), 0) as highest from rules where component_id = ${id}) n
    where components.id = ${id}`.execute(db)
}
