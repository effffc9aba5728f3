import { sql, type RawBuilder } from 'kysely'
import type { Queries } from '../../../../src/database/database.ts'
import { preparedQuery } from '../../../../src/database/prepared-query.ts'
import type { FigureCache } from '../../../../src/procedures/lists/figure-cache.ts'
import { selectCommentsOfScope, type CommentsQuery } from '../lists/comment-query.ts'
import type { CommentScope } from '../live.ts'
import { selectStoredCounts, aggregateRevision, revisionOfThese } from './stored-counts.ts'

/** A component, all of a project, or all of several projects. */
export type FigureScope = { projectId: number } | { componentId: number } | { projectIds: readonly number[] }

/** A figure of each component: a unique cache key and its query. */
export interface ComponentFigure {
  key: string
  /**
   * Builds a JSON array of numeric rows from the comments of component `c`. It must not depend on the caller,
   * or on tables other than that of the comments.
   */
  read: (comments: CommentsQuery) => RawBuilder<unknown>
}

/** Where figures are read, and their cache. Figures of one source share the queries for revisions. */
export interface FigureSource {
  db: Queries
  scope: FigureScope
  cache: FigureCache
  projectRevision: (projectId: number) => Promise<string>
  componentRevisions: () => Promise<Revision[]>
}

export function createFigureSource(db: Queries, cache: FigureCache, scope: FigureScope): FigureSource {
  let ofProject: Promise<string> | undefined
  let ofComponents: Promise<Revision[]> | undefined
  const readProjectRevision = async (projectId: number) =>
    (await selectProjectRevision(db, projectId))[0]?.revision ?? ''
  return {
    db,
    scope,
    cache,
    projectRevision: (projectId) => (ofProject ??= readProjectRevision(projectId)),
    componentRevisions: () => (ofComponents ??= readRevisions(db, scope)),
  }
}

/**
 * Returns rows with the first number as key; the other numbers are summed over components. After a change,
 * only the components with changed comments are read again.
 */
export async function readByComponent(source: FigureSource, figure: ComponentFigure): Promise<number[][]> {
  const { scope, cache } = source
  if ('componentId' in scope) return (await readEach(source, figure)).rows
  if ('projectIds' in scope) return sumByKey((await readEach(source, figure)).rows)
  const key = `${figure.key} of ${scope.projectId}`
  const cachedRows = cache.get(key, await source.projectRevision(scope.projectId))
  if (cachedRows) return cachedRows
  const { rows, revision } = await readEach(source, figure)
  const sums = sumByKey(rows)
  if (revision !== null) cache.set(key, { rows: sums, revision })
  return sums
}

/** Returns the rows of each component, and the shared revision if all rows have the same one. */
async function readEach(
  { db, scope, cache, componentRevisions }: FigureSource,
  { key, read }: ComponentFigure,
) {
  const revisions = await componentRevisions()
  const allRows: number[][] = []
  const missing = new Map<number, string>()
  const toCacheKey = (id: number) => `${key} in ${id}`
  for (const { component_id: id, revision } of revisions) {
    const rows = cache.get(toCacheKey(id), revision)
    if (rows) allRows.push(...rows)
    else missing.set(id, revision)
  }
  const projectRevision = revisions[0]?.projectRevision ?? null
  if (missing.size === 0) return { rows: allRows, revision: projectRevision }
  const [only, ...others] = missing.keys()
  // Usually one component is missing; an array parameter would be planned each time, which takes longer than
  // the read.
  const which =
    others.length === 0 ? sql`c.id = ${only}` : sql`c.id = any(${sql.val([...missing.keys()])}::integer[])`
  const comments = selectCommentsOfScope(db, toSqlScope(scope))
  const { rows: components } = await sql<{ id: number; revision: string; rows: number[][] }>`
    select c.id, ${aggregateRevision(selectStoredCounts({ componentId: sql.ref<number>('c.id') }))} as revision,
      ${read(comments)} as rows
    from components c where ${which}`.execute(db)
  for (const { id, revision, rows } of components) {
    cache.set(toCacheKey(id), { rows, revision })
    allRows.push(...rows)
  }
  const isAsListed =
    components.filter(({ id, revision }) => missing.get(id) === revision).length === missing.size
  return { rows: allRows, revision: isAsListed ? projectRevision : null }
}

function sumByKey(rows: number[][]): number[][] {
  const sums = new Map<number, number[]>()
  for (const row of rows) {
    const [key = 0] = row
    const before = sums.get(key)
    sums.set(
      key,
      before ? row.map((value, index) => (index === 0 ? value : value + (before[index] ?? 0))) : row,
    )
  }
  return [...sums.values()]
}

/** Queries the revision of each component that has comments, and of all of them together. */
function readRevisions(db: Queries, scope: FigureScope) {
  if ('projectIds' in scope) return selectRevisionsInProjects(db, scope.projectIds)
  return 'projectId' in scope
    ? selectRevisionsInProject(db, scope.projectId)
    : selectComponentRevision(db, scope.componentId)
}

function toSqlScope(scope: FigureScope): CommentScope {
  return 'projectIds' in scope ? { projectIds: sql`${sql.val(scope.projectIds)}::integer[]` } : scope
}

interface Revision {
  component_id: number
  revision: string
  projectRevision: string
}

const selectProjectRevision = preparedQuery<{ revision: string }>(
  (_, projectId) => sql`select ${aggregateRevision(selectStoredCounts({ projectId }))} as revision`,
  { short: true },
)
const selectRevisionsInProject = preparedQuery<Revision>((_, projectId) => selectRevisions({ projectId }), {
  short: true,
})
const selectRevisionsInProjects = preparedQuery<Revision, [readonly number[]]>((_, ids) =>
  selectRevisions({ projectIds: sql`${ids}::integer[]` }),
)
const selectComponentRevision = preparedQuery<Revision>(
  (_, componentId) => selectRevisions({ componentId }),
  { short: true },
)

function selectRevisions(scope: CommentScope): RawBuilder<Revision> {
  return sql<Revision>`with lines as materialized (select * from ${selectStoredCounts(scope)} t)
    select l.component_id, ${revisionOfThese} as revision, ${aggregateRevision(sql`lines`)} as "projectRevision"
    from lines l group by l.component_id`
}
