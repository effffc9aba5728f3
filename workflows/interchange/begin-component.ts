import { sql } from 'kysely'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { type ComponentFile, toPhase } from '../../src/formats/archive/manifest.ts'
import type { Progress } from '../../src/lib/progress.ts'
import type { ReadComponent } from '../../src/workers/tasks/archive.ts'
import type { CatalogGuide } from './needed-guides.ts'

export interface ComponentImport {
  projectId: number
  /** Name of the component after import. */
  name: string
  guides: [CatalogGuide, ...CatalogGuide[]]
  /** Additional guides whose rules requirements can name, newest first. */
  further: CatalogGuide[]
  read: ReadComponent
  /** Whether people are linked to accounts with their verified address (rule E-44). */
  attribute: boolean
  progress: Progress
}

/** Inserts an archived component as unreleased until its content is complete; returns its id. */
export async function insertComponent(
  { db, now }: UnitOfWork,
  source: ComponentImport,
  warn: (message: string) => void,
): Promise<number> {
  const { read, guides, name, projectId } = source
  const { file } = read
  const { id } = await db
    .insertInto('components')
    .values({
      ...toColumns(file),
      project_id: projectId,
      component_id: await findOverlayParent(source, db, warn),
      security_requirements_guide_id: guides[0].id,
      name,
      title: file.title ?? name,
      created_at: file.created_at ?? now,
      updated_at: file.updated_at ?? now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Columns that the archive provides unchanged. */
function toColumns(file: ComponentFile) {
  const { phase, reason } = toPhase(file.comment_phase, file.closed_reason)
  return {
    prefix: file.prefix,
    description: file.description,
    version: file.version,
    release: file.release,
    document_type: file.document_type,
    admin_name: file.admin_name,
    admin_email: file.admin_email,
    advanced_fields: file.advanced_fields,
    comment_phase: phase,
    closed_reason: reason,
    comment_period_starts_at: file.comment_period_starts_at,
    comment_period_ends_at: file.comment_period_ends_at,
    metadata: file.metadata,
    readiness_policy: file.readiness_policy,
  }
}

/** Returns the id of the overlaid released component if it exists here; released components are public. */
async function findOverlayParent(
  { read: { file }, name }: ComponentImport,
  db: UnitOfWork['db'],
  warn: (message: string) => void,
): Promise<number | null> {
  const parent = file.overlay_parent
  if (!parent) return null
  const { project_name: projectName } = parent
  const [srg, ...others] = await db
    .selectFrom('components as c')
    .innerJoin('projects as p', 'p.id', 'c.project_id')
    .select('c.id')
    .where('c.released', '=', sql.lit(true))
    .where('c.name', '=', parent.name ?? '')
    .where('c.prefix', '=', parent.prefix ?? '')
    .$if(projectName !== null, (query) => query.where('p.name', '=', projectName))
    .orderBy('c.id', 'desc')
    .limit(2)
    .execute()
  // An archive without a project name refers to the only component of that name.
  if (srg && (projectName !== null || others.length === 0)) return srg.id
  warn(`${name}: the component ${parent.name ?? ''} that it overlays is not here; it becomes one of its own.`)
  return null
}

/** Inserts the additional questions; a dropdown without options becomes a text question. */
export async function storeQuestions(
  { db }: UnitOfWork,
  componentId: number,
  { file }: ReadComponent,
  warn: (message: string) => void,
): Promise<void> {
  if (file.additional_questions.length === 0) return
  const rows = file.additional_questions.map(({ name, question_type: type, options }) => {
    const empty = type === 'dropdown' && options.length === 0
    if (empty) warn(`${file.name}: the question ${name} offers nothing to choose and takes any text.`)
    return { component_id: componentId, name, question_type: empty ? ('freeform' as const) : type, options }
  })
  await db.insertInto('additional_questions').values(rows).execute()
}
