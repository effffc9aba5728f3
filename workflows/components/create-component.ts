import { sql } from 'kysely'
import { Component } from '../../entities/component.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import { DomainError, formatFieldLabel, validationError } from '../../src/errors.ts'
import { announceComponent } from '../../src/outbox/component-chat.ts'
import type { DocumentType } from '../../src/vocabulary.ts'
import { importRequirements } from '../requirements/import-requirements.ts'
import { toContact, toNewMetadata, toCommentSchedule, type NewComponent } from './component-fields.ts'
import { createQuestions } from './questions.ts'

/**
 * Creates a component with requirements from the SRGs of its source set, in a fixed number of statements
 * (rule C-24). Throws 422 with the invalid field.
 */
export async function createFromSrgs(
  work: UnitOfWork,
  projectId: number,
  newComponent: NewComponent,
): Promise<Component> {
  const { component, sources } = await startComponent(work, projectId, newComponent)
  const count = await importRequirements(work, {
    component,
    sources,
    firstNumber: 1,
    ...parseSelection(newComponent.selections),
  })
  component.nextRuleNumber = count + 1
  await work.em.flush()
  return component
}

/**
 * Creates and announces a component without requirements; also returns the ids of its source set, primary first. Throws
 * like `createFromSrgs`.
 */
export async function startComponent(
  work: UnitOfWork,
  projectId: number,
  newComponent: NewComponent,
): Promise<{ component: Component; sources: number[] }> {
  const { em, db, actor, now } = work
  const { name, prefix, title, srgId } = newComponent
  if (name === undefined || prefix === undefined || title === undefined || srgId === undefined) {
    throw createMissingFieldsError({ name, prefix, title, security_requirements_guide_id: srgId })
  }
  const documentType = newComponent.documentType ?? 'stig'
  const sources = await loadSourceSet(db, documentType, srgId, newComponent.declaredSrgIds ?? [])
  await assertNewRevision(db, projectId, {
    name,
    version: newComponent.version,
    release: newComponent.release,
  })
  const component = em.create(Component, {
    projectId,
    securityRequirementsGuideId: srgId,
    name,
    prefix: prefix.toUpperCase(),
    title,
    documentType,
    ...toContact(newComponent, actor),
    description: newComponent.description ?? null,
    version: newComponent.version ?? null,
    release: newComponent.release ?? null,
    advancedFields: newComponent.advancedFields ?? false,
    ...toCommentSchedule(newComponent, now),
    commentPhaseSetAt: now,
    metadata: toNewMetadata(newComponent) ?? {},
  })
  await em.flush()
  await storeSources(db, component.id, sources)
  createQuestions(em, component, newComponent.questions ?? [])
  await announceComponent(work, component, 'created')
  return { component, sources }
}

function createMissingFieldsError(fields: Record<string, unknown>): DomainError {
  const missing = Object.keys(fields).filter((name) => fields[name] === undefined)
  const errors = Object.fromEntries(missing.map((name) => [name, ['is required']]))
  const messages = missing.map((name) => `${formatFieldLabel(name)} is required`)
  return new DomainError('invalid', 'validation', messages.join('; '), { errors, messages })
}

/**
 * Returns the ids of the source set, primary first. Throws 422 unless every SRG exists and has the right type
 * (rule C-26).
 */
async function loadSourceSet(
  db: Queries,
  documentType: DocumentType,
  primary: number,
  declared: number[],
): Promise<number[]> {
  const others = [...new Set(declared)].filter((id) => id !== primary).toSorted((a, b) => a - b)
  const ids = [primary, ...others]
  const guides = await db.selectFrom('srgs').select(['id', 'srg_id', 'core']).where('id', 'in', ids).execute()
  const missing = ids.filter((id) => !guides.some((srg) => srg.id === id))
  if (missing.length > 0) {
    const field = missing.includes(primary) ? 'security_requirements_guide_id' : 'declared_source_srg_ids'
    throw validationError('validation', field, `There is no SRG with the id ${missing.join(', ')}.`)
  }
  const wrong = guides.filter((srg) => srg.core !== (documentType === 'srg')).map((srg) => srg.srg_id)
  if (wrong.length > 0) {
    const expected = documentType === 'srg' ? 'core SRGs' : 'SRGs that are not core'
    throw validationError(
      'component.ineligible_source',
      'security_requirements_guide_id',
      `A component of type ${documentType} is based on ${expected}; these do not fit: ${wrong.join(', ')}.`,
    )
  }
  return ids
}

/** Throws 422 if the project has a component with this name, version and release (rule C-27). */
export async function assertNewRevision(
  db: Queries,
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
    throw validationError(
      'component.duplicate_revision',
      'name',
      `This project already has a component named ${name} with version ${version} and release ${release}.`,
    )
  }
}

/** Stores the source set of a component. */
export async function storeSources(db: Queries, componentId: number, srgIds: number[]): Promise<void> {
  await db
    .insertInto('component_sources')
    .values(srgIds.map((srgId) => ({ component_id: componentId, srg_id: srgId })))
    .execute()
}

/** Selects versions per SRG; an SRG without an entry contributes nothing (rule C-26). */
function parseSelection(selections: Record<string, string[]> | undefined) {
  if (selections === undefined) return {}
  const selectionsJson = JSON.stringify(selections)
  return {
    pick: sql<boolean>`coalesce(${selectionsJson}::jsonb -> s.srg_id::text ? s.version, false)`,
  }
}
