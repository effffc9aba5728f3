import { sql } from 'kysely'
import { AdditionalQuestion } from '../../entities/additional-question.ts'
import { assertCommentWindow, Component, type CommentWindow } from '../../entities/component.ts'
import type { Actor } from '../../src/context.ts'
import type { Em, Reader } from '../../src/database.ts'
import { DomainError, invalid } from '../../src/errors.ts'
import { timeOf } from '../../src/shapes.ts'
import type { DocumentType } from '../../src/vocabulary.ts'
import type { NewComponent, QuestionInput } from '../components.schema.ts'
import { importRequirements } from './import-requirements.ts'

/** What a creation runs with: the transaction, and who creates where. */
export interface Creation {
  em: Em
  db: Reader
  actor: Actor
  projectId: number
  /** Correlates the audit entries of one import (components 3.11). */
  requestId: string
}

/**
 * Creates a component from the SRGs of its source set, requirements included, in a fixed number of statements
 * (components 3.1). Throws 422 naming the field for what cannot be.
 */
export async function createFromSrgs(given: Creation, input: NewComponent): Promise<Component> {
  const { em, db, projectId, actor } = given
  const { name, prefix, title, security_requirements_guide_id: primary } = input
  if (name === undefined || prefix === undefined || title === undefined || primary === undefined) {
    throw missingFields({ name, prefix, title, security_requirements_guide_id: primary })
  }
  const documentType = input.document_type ?? 'stig'
  const sources = await sourceSet(db, documentType, primary, input.declared_source_srg_ids ?? [])
  await assertNewRevision(db, projectId, { name, version: input.version, release: input.release })
  const component = em.create(Component, {
    projectId,
    securityRequirementsGuideId: primary,
    name,
    prefix: prefix.toUpperCase(),
    title,
    documentType,
    ...contactOf(input, actor),
    ...commonFields(input),
  })
  await em.flush()
  await storeSources(db, component.id, sources)
  createQuestions(em, component, input.additional_questions_attributes ?? [])
  const count = await importRequirements(db, {
    componentId: component.id,
    documentType,
    sources,
    from: 1,
    requestId: given.requestId,
    ...selection(input.requirement_selections),
  })
  component.nextRuleNumber = count + 1
  component.rulesCount = count
  await em.flush()
  return component
}

function missingFields(fields: Record<string, unknown>): DomainError {
  const missing = Object.keys(fields).filter((name) => fields[name] === undefined)
  const errors = Object.fromEntries(missing.map((name) => [name, ['must be given']]))
  const messages = missing.map((name) => `${name} must be given`)
  return new DomainError('invalid', 'validation', messages.join('; '), { errors, messages })
}

/** The ids of the source set, primary first; every SRG must exist and be of the right kind (components 3.1). */
async function sourceSet(
  db: Reader,
  documentType: DocumentType,
  primary: number,
  declared: number[],
): Promise<number[]> {
  const others = [...new Set(declared)].filter((id) => id !== primary).toSorted((a, b) => a - b)
  const ids = [primary, ...others]
  const found = await db.selectFrom('srgs').select(['id', 'srg_id', 'core']).where('id', 'in', ids).execute()
  const missing = ids.filter((id) => !found.some((srg) => srg.id === id))
  if (missing.length > 0) {
    const field = missing.includes(primary) ? 'security_requirements_guide_id' : 'declared_source_srg_ids'
    throw invalid('validation', field, `There is no SRG with the id ${missing.join(', ')}.`)
  }
  const wrong = found.filter((srg) => srg.core !== (documentType === 'srg')).map((srg) => srg.srg_id)
  if (wrong.length > 0) {
    const wanted = documentType === 'srg' ? 'core SRGs' : 'SRGs that are not core'
    throw invalid(
      'component.ineligible_source',
      'security_requirements_guide_id',
      `A component of type ${documentType} is based on ${wanted}; these do not fit: ${wrong.join(', ')}.`,
    )
  }
  return ids
}

/** One name has each pair of version and release once (components 3.1). */
export async function assertNewRevision(
  db: Reader,
  projectId: number,
  revision: { name: string; version?: number | null | undefined; release?: number | null | undefined },
  exceptId = 0,
): Promise<void> {
  const { name, version, release } = revision
  if (version === undefined || version === null || release === undefined || release === null) return
  const known = await db
    .selectFrom('components')
    .select('id')
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .where('version', '=', version)
    .where('release', '=', release)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  if (known) {
    throw invalid(
      'component.duplicate_revision',
      'name',
      `This project already has a component named ${name} with version ${version} and release ${release}.`,
    )
  }
}

/** Contact of a new component: as given, else its creator. */
export function contactOf(input: NewComponent, actor: Actor) {
  return { adminName: input.admin_name ?? actor.name, adminEmail: input.admin_email ?? actor.email }
}

/** The optional fields of a creation, valid in every mode. */
export function commonFields(input: NewComponent) {
  return {
    description: input.description ?? null,
    version: input.version ?? null,
    release: input.release ?? null,
    advancedFields: input.advanced_fields ?? false,
    ...windowOf(input),
    metadata: metadataOf(input) ?? {},
  }
}

/** When comments are taken, open unless the input says otherwise; 422 for what does not go together (components 3.8). */
export function windowOf(input: NewComponent): CommentWindow {
  const window = {
    commentPhase: input.comment_phase ?? ('open' as const),
    closedReason: input.closed_reason ?? null,
    commentPeriodStartsAt: instantOf(input.comment_period_starts_at),
    commentPeriodEndsAt: instantOf(input.comment_period_ends_at),
  }
  assertCommentWindow(window)
  return window
}

/** A time of the wire, or a date as its first moment in UTC; null stays null. */
export function instantOf(value: string | null | undefined): Date | null {
  if (value === null || value === undefined) return null
  return new Date(timeOf(value))
}

/** The metadata map as given; the chat channel wins over an entry of the same key. Undefined: nothing was given. */
export function metadataOf(
  input: Pick<NewComponent, 'component_metadata_attributes' | 'slack_channel_id'>,
): Record<string, string> | undefined {
  const { component_metadata_attributes: given, slack_channel_id: channel } = input
  if (given === undefined && (channel === undefined || channel === null || channel.trim() === ''))
    return undefined
  return { ...given?.data, ...(channel ? { [CHANNEL]: channel } : {}) }
}

export const CHANNEL = 'Slack Channel ID'

export async function storeSources(db: Reader, componentId: number, srgIds: number[]): Promise<void> {
  await db
    .insertInto('component_sources')
    .values(srgIds.map((srgId) => ({ component_id: componentId, srg_id: srgId })))
    .execute()
}

/** The questions of a new component; names are unique, and a dropdown has options (components 2.6). */
export function createQuestions(em: Em, component: Component, questions: QuestionInput[]): void {
  const seen = new Set<string>()
  for (const { name, question_type = 'freeform', options = [], _destroy } of questions) {
    if (_destroy) continue
    if (name === undefined || seen.has(name)) {
      throw invalid('validation', 'additional_questions_attributes', 'Each question needs a name of its own.')
    }
    seen.add(name)
    assertOptions(question_type, options)
    em.create(AdditionalQuestion, {
      componentId: component.id,
      name,
      questionType: question_type,
      options: [...options],
    })
  }
}

export function assertOptions(type: string, options: string[]): void {
  if (type === 'dropdown' && options.length === 0) {
    throw invalid('validation', 'additional_questions_attributes', 'A dropdown question needs options.')
  }
}

/** Only the named versions of each SRG come in; an SRG that is not named contributes nothing (components 3.1). */
function selection(selections: Record<string, string[]> | undefined) {
  if (selections === undefined) return {}
  const wanted = JSON.stringify(selections)
  return {
    pick: sql<boolean>`exists (select from jsonb_each(${wanted}::jsonb) as w (srg, versions)
      where w.srg = s.srg_id::text and w.versions ? s.version)`,
  }
}
