import { type RawBuilder, sql } from 'kysely'
import { Component } from '../../entities/component.ts'
import { componentScope } from '../../src/access/scopes.ts'
import { admit } from '../../src/access/standing.ts'
import type { Reader } from '../../src/database.ts'
import { illegal, invalid, notFound } from '../../src/errors.ts'
import type { NewComponent } from '../components.schema.ts'
import { DISA_COLUMNS } from '../guides.read.ts'
import { copyReviews, copyTrail } from './copy-records.ts'
import {
  assertNewRevision,
  contactOf,
  createQuestions,
  type Creation,
  metadataOf,
  windowOf,
} from './create-component.ts'
import { rebase, type Rebased } from './rebase-component.ts'

export interface Copied {
  component: Component
  rebased: Rebased | null
}

/** The component that a creation copies, and how; null for a creation from SRGs (components 3.1). */
export function copySource(input: NewComponent): { id: number; overlay: boolean } | null {
  if (typeof input.component_id === 'number') return { id: input.component_id, overlay: true }
  if (!input.duplicate && !input.copy_component) return null
  if (typeof input.id !== 'number')
    throw invalid('validation', 'id', 'Say with id which component to duplicate.')
  return { id: input.id, overlay: false }
}

/**
 * Copies a component that the caller may read, with requirements, parts, links, answers, reviews and trail, in a fixed
 * number of statements; optionally onto another release of its SRG (components 3.1, traps 16, 18, 31).
 */
export async function copyComponent(
  work: Creation,
  input: NewComponent,
  { id: sourceId, overlay }: { id: number; overlay: boolean },
): Promise<Copied> {
  const { em, db, actor, projectId } = work
  await assertReadable(work, sourceId)
  const source = await em.findOneOrFail(Component, { id: sourceId })
  if (overlay && !source.released)
    throw illegal('component.overlay_unreleased', 'Only released components are overlaid.')
  const revision = {
    name: input.name ?? source.name,
    version: input.version === undefined ? (source.version ?? null) : input.version,
    release: input.release === undefined ? (source.release ?? null) : input.release,
  }
  await assertNewRevision(db, projectId, revision)
  const contact = contactOf(input, actor)
  const window = windowOf(input)
  const { id } = await db
    .insertInto('components')
    .values({
      ...revision,
      project_id: projectId,
      component_id: overlay ? source.id : null,
      security_requirements_guide_id: source.securityRequirementsGuideId,
      prefix: (input.prefix ?? source.prefix).toUpperCase(),
      title: input.title ?? source.title,
      description: input.description === undefined ? (source.description ?? null) : input.description,
      document_type: source.documentType,
      admin_name: contact.adminName,
      admin_email: contact.adminEmail,
      advanced_fields: input.advanced_fields ?? source.advancedFields,
      comment_phase: window.commentPhase,
      closed_reason: window.closedReason ?? null,
      comment_period_starts_at: window.commentPeriodStartsAt ?? null,
      comment_period_ends_at: window.commentPeriodEndsAt ?? null,
      next_minted_sequence: source.nextMintedSequence,
      metadata: metadataOf(input) ?? source.metadata,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into component_sources (component_id, srg_id)
    select ${id}::integer, srg_id from component_sources where component_id = ${sourceId}`.execute(db)
  await copyContent(db, sourceId, id, input.additional_questions_attributes === undefined)
  await copyReviews(db, sourceId, id, projectId)
  await copyTrail(db, sourceId, id, projectId)
  const component = await em.findOneOrFail(Component, { id })
  createQuestions(em, component, input.additional_questions_attributes ?? [])
  await em.flush()
  const rebased = await rebase(work, component, input.security_requirements_guide_id)
  await countNumbers(db, id)
  return { component, rebased }
}

/** Missing and unreadable sources are the same 404 (trap 18). Nobody deletes the source while it is copied. */
async function assertReadable({ db, actor }: Creation, id: number): Promise<void> {
  const scope = await componentScope(db, id, actor, 'shared')
  try {
    await admit(db, scope, actor, 'show')
  } catch {
    throw notFound()
  }
}

const RULE = columns([
  'document_type',
  'rule_id',
  'title',
  'version',
  'rule_weight',
  'ident',
  'legacy_ids',
  'fixtext',
  'fixtext_fixref',
  'fix_id',
  'vuln_id',
  'artifact_description',
  'vendor_comments',
  'status_justification',
  'inspec_control_body',
  'inspec_control_file',
  'status',
  'rule_severity',
  'ident_system',
  'inspec_control_body_lang',
  'inspec_control_file_lang',
  'srg_rule_id',
  'derived_from_srg_rule_id',
  'minted_sequence',
  'created_at',
  'updated_at',
])

function columns(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)))
}

/** Originals and copies side by side: numbers are unique in a component, deleted ones are not copied. */
function pairs(from: number, to: number): RawBuilder<unknown> {
  return sql`rules o join rules n on n.component_id = ${to} and n.rule_id = o.rule_id and o.component_id = ${from}`
}

async function copyContent(db: Reader, from: number, to: number, withQuestions: boolean): Promise<void> {
  await sql`insert into rules (component_id, ${RULE}) select ${to}::integer, ${RULE} from rules
    where component_id = ${from} and deleted_at is null order by rule_id`.execute(db)
  const parts = {
    rule_checks: ['system', 'content_ref_name', 'content_ref_href', 'content'],
    disa_descriptions: DISA_COLUMNS,
    rule_descriptions: ['description'],
    rule_references: ['data'],
  }
  for (const [table, names] of Object.entries(parts)) {
    const own = sql.join(names.map((name) => sql.ref(`k.${name}`)))
    await sql`insert into ${sql.table(table)} (rule_id, ${columns(names)}) select n.id, ${own}
      from ${sql.table(table)} k join (select o.id as old_id, n.id from ${pairs(from, to)}) n on n.old_id = k.rule_id
      order by k.id`.execute(db)
  }
  await sql`insert into satisfactions (rule_id, satisfied_by_rule_id, component_id)
    select c.id, p.id, ${to}::integer from satisfactions l
    join (select o.id as old_id, n.id from ${pairs(from, to)}) c on c.old_id = l.rule_id
    join (select o.id as old_id, n.id from ${pairs(from, to)}) p on p.old_id = l.satisfied_by_rule_id
    order by l.id`.execute(db)
  if (!withQuestions) return
  await sql`insert into additional_questions (component_id, name, question_type, options)
    select ${to}::integer, name, question_type, options from additional_questions where component_id = ${from} order by id`.execute(
    db,
  )
  await sql`insert into additional_answers (rule_id, additional_question_id, answer)
    select n.id, nq.id, a.answer from additional_answers a
    join (select o.id as old_id, n.id from ${pairs(from, to)}) n on n.old_id = a.rule_id
    join additional_questions oq on oq.id = a.additional_question_id
    join additional_questions nq on nq.component_id = ${to} and nq.name = oq.name order by a.id`.execute(db)
}

async function countNumbers(db: Reader, id: number): Promise<void> {
  await sql`update components set rules_count = n.count, next_rule_number = n.highest + 1
    from (select count(*)::integer as count, coalesce(max(rule_id::integer), 0) as highest from rules where component_id = ${id}) n
    where components.id = ${id}`.execute(db)
}
