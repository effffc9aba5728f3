import { sql, type RawBuilder } from 'kysely'
import type { Queries } from '../../../../src/database/database.ts'
import { preparedQuery } from '../../../../src/database/prepared-query.ts'
import type { FigureCache } from '../../../../src/procedures/lists/figure-cache.ts'
import { commentsOfEach, type CommentsQuery } from '../lists/comment-query.ts'
import type { Counted } from '../live.ts'
import { storedCounts, revisionOfLines, revisionOfThese } from './stored-counts.ts'

/** A component, all of a project, or all of several projects. */
export type CountScope = { projectId: number } | { componentId: number } | { projectIds: readonly number[] }

/** A figure of each component: a unique cache key and its query. */
export interface ComponentQuestion {
  question: string
  /**
   * Builds a JSON array of numeric rows from the comments of component `c`. It must not depend on the caller,
   * or on tables other than that of the comments.
   */
  read: (comments: CommentsQuery) => RawBuilder<unknown>
}

/**
 * Returns rows with the first number as key; the other numbers are summed over components. After a change,
 * only the components with changed comments are read again.
 */
export async function readByComponent(
  db: Queries,
  answers: FigureCache,
  place: CountScope,
  asked: ComponentQuestion,
): Promise<number[][]> {
  if ('componentId' in place) return (await inEach(db, answers, place, asked)).rows
  if ('projectIds' in place) return addedUp((await inEach(db, answers, place, asked)).rows)
  const question = `${asked.question} of ${place.projectId}`
  const [whole] = await ofProject(db, place.projectId)
  const known = answers.get(question, whole?.revision ?? '')
  if (known) return known
  const { rows, revision } = await inEach(db, answers, place, asked)
  const found = addedUp(rows)
  if (revision !== null) answers.set(question, { rows: found, revision })
  return found
}

/** Returns the rows of each component, and the shared revision if all rows have the same one. */
async function inEach(
  db: Queries,
  answers: FigureCache,
  place: CountScope,
  { question, read }: ComponentQuestion,
) {
  const revisions = await revisionsIn(db, place)
  const found: number[][] = []
  const missing = new Map<number, string>()
  const nameOf = (id: number) => `${question} in ${id}`
  for (const { component_id: id, revision } of revisions) {
    const rows = answers.get(nameOf(id), revision)
    if (rows) found.push(...rows)
    else missing.set(id, revision)
  }
  const whole = revisions[0]?.whole ?? null
  if (missing.size === 0) return { rows: found, revision: whole }
  const [only, ...others] = missing.keys()
  // Usually one component is missing; an array parameter would be planned each time, which takes longer than
  // the read.
  const which =
    others.length === 0 ? sql`c.id = ${only}` : sql`c.id = any(${sql.val([...missing.keys()])}::integer[])`
  const comments = commentsOfEach(db, placesOf(place))
  const { rows: fresh } = await sql<{ id: number; revision: string; rows: number[][] }>`
    select c.id, ${revisionOfLines(storedCounts({ componentId: sql.ref<number>('c.id') }))} as revision,
      ${read(comments)} as rows
    from components c where ${which}`.execute(db)
  for (const { id, revision, rows } of fresh) {
    answers.set(nameOf(id), { rows, revision })
    found.push(...rows)
  }
  const isAsListed = fresh.filter(({ id, revision }) => missing.get(id) === revision).length === missing.size
  return { rows: found, revision: isAsListed ? whole : null }
}

function addedUp(rows: number[][]): number[][] {
  const sums = new Map<number, number[]>()
  for (const row of rows) {
    const [key = 0] = row
    const before = sums.get(key)
    sums.set(key, before ? row.map((value, at) => (at === 0 ? value : value + (before[at] ?? 0))) : row)
  }
  return [...sums.values()]
}

/** Queries the revision of each component that has comments, and of all of them together. */
function revisionsIn(db: Queries, place: CountScope) {
  if ('projectIds' in place) return ofEachInProjects(db, place.projectIds)
  return 'projectId' in place ? ofEachInProject(db, place.projectId) : ofComponent(db, place.componentId)
}

function placesOf(place: CountScope): Counted {
  return 'projectIds' in place ? { projectIds: sql`${sql.val(place.projectIds)}::integer[]` } : place
}

interface Revision {
  component_id: number
  revision: string
  whole: string
}

const ofProject = preparedQuery<{ revision: string }>(
  (_, projectId) => sql`select ${revisionOfLines(storedCounts({ projectId }))} as revision`,
  { short: true },
)
const ofEachInProject = preparedQuery<Revision>((_, projectId) => revisionsOf({ projectId }), { short: true })
const ofEachInProjects = preparedQuery<Revision, [readonly number[]]>((_, ids) =>
  revisionsOf({ projectIds: sql`${ids}::integer[]` }),
)
const ofComponent = preparedQuery<Revision>((_, componentId) => revisionsOf({ componentId }), { short: true })

function revisionsOf(place: Counted): RawBuilder<Revision> {
  return sql<Revision>`with lines as materialized (select * from ${storedCounts(place)} t)
    select l.component_id, ${revisionOfThese} as revision, ${revisionOfLines(sql`lines`)} as whole
    from lines l group by l.component_id`
}
