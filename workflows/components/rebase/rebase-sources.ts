import { sql } from 'kysely'
import type { Component } from '../../../entities/component.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import type { Queries } from '../../../src/database/database.ts'
import { releaseLineSql } from '../../../src/database/newest-release.ts'
import { validationError } from '../../../src/errors.ts'

const FIELD = 'security_requirements_guide_id'

/** Target of a rebase in place: the release, its line, and the SRG of the source set that it replaces. */
export interface RebaseTarget {
  id: number
  version: string
  line: string
  /** The release of the same line in the source set; null if it is the target itself. */
  oldId: number | null
}

/** Returns the rebase target. Throws 422 if it is unknown, or of no line of the source set. */
export async function rebaseTarget(
  db: Queries,
  component: Pick<Component, 'id' | 'documentType'>,
  srgId: number,
): Promise<RebaseTarget> {
  const target = await db
    .selectFrom('srgs')
    .select(['id', 'version', 'core', releaseLineSql('srgs', 'srgs').as('line')])
    .where('id', '=', srgId)
    .forKeyShare()
    .executeTakeFirst()
  if (!target) throw validationError('guide.unknown', FIELD, 'No guide in the catalog has this id.')
  const members = await listSourcesWithLine(db, component.id)
  const ofLine = members.filter(({ line }) => line === target.line)
  if (ofLine.length === 0 || target.core !== (component.documentType === 'srg')) {
    const message = 'Only another release of an SRG that the component is based on can replace it.'
    throw validationError('component.ineligible_source', FIELD, message)
  }
  const isMember = ofLine.some(({ id }) => id === target.id)
  const { id, version, line } = target
  return { id, version, line, oldId: isMember ? null : (ofLine.at(-1)?.id ?? null) }
}

/** Returns a component's source set by id, with the line of each SRG. */
export function listSourcesWithLine(
  db: Queries,
  componentId: number,
): Promise<{ id: number; line: string }[]> {
  return db
    .selectFrom('component_sources as s')
    .innerJoin('srgs as g', 'g.id', 's.srg_id')
    .select(['g.id', releaseLineSql('srgs', 'g').as('line')])
    .where('s.component_id', '=', componentId)
    .orderBy('g.id')
    .execute()
}

/** Returns a component's source set, primary SRG first. */
export async function readSourceSet(db: Queries, componentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('component_sources as s')
    .innerJoin('components as c', 'c.id', 's.component_id')
    .select('s.srg_id')
    .where('s.component_id', '=', componentId)
    .orderBy(sql`s.srg_id <> c.security_requirements_guide_id`)
    .orderBy('s.srg_id')
    .execute()
  return rows.map(({ srg_id: id }) => id)
}

/**
 * SQL expression of the digest of a component's content: the versions of its live requirements and its source set.
 * Every edit changes it. `c` is the component.
 */
export const CONTENT_STATE = sql<string>`md5(concat_ws(';',
  (select string_agg(r.id || ':' || r.lock_version, ',' order by r.id) from rules r
    where r.component_id = c.id and r.deleted_at is null),
  (select string_agg(s.srg_id::text, ',' order by s.srg_id) from component_sources s where s.component_id = c.id),
  c.security_requirements_guide_id))`

/** Reads the digest of a component's content. */
export async function readContentState(db: Queries, componentId: number): Promise<string> {
  const { rows } = await sql<{ state: string }>`select ${CONTENT_STATE} as state
    from components c where c.id = ${componentId}`.execute(db)
  return rows[0]?.state ?? ''
}

/** Records a rebase or its undo in one audit entry of the component. */
export async function recordRebase(
  { db, auditLog }: Pick<UnitOfWork, 'db' | 'auditLog'>,
  { id, projectId, name }: Pick<Component, 'id' | 'projectId' | 'name'>,
  { comment, changes }: { comment: string; changes: Record<string, unknown> },
): Promise<void> {
  const entry = {
    auditableType: 'Component',
    associatedType: 'Project',
    associatedId: projectId,
    projectId,
    action: 'update',
    componentId: id,
    affectedName: name,
    comment,
  }
  const text = JSON.stringify(changes)
  await auditLog.recordRows(db, entry, sql`select ${id}::integer as auditable_id, ${text}::jsonb as changes`)
}
