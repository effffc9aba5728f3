import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Queries } from '../../../../src/database.ts'
import { fixedQuery } from '../../../../src/database/fixed-query.ts'
import type { Answers } from '../../../../src/lists/answers.ts'
import { commentsIn, type CommentsQuery } from '../lists/comment-query.ts'
import { keptCountsOf, revisionOfLines, revisionOfThese } from './kept-counts.ts'

/** A component, or all of a project. */
export type Place = { projectId: number } | { componentId: number }

/** What is asked of each component, in words that tell it from other questions, and as a query. */
export interface Asked {
  question: string
  /**
   * Makes a JSON array of rows of numbers of the comments of one component, `c` in the query around: nothing that
   * depends on who asks, and on no other table than theirs.
   */
  read: (comments: CommentsQuery) => RawBuilder<unknown>
}

/**
 * The rows of every component of a place. Only components in which a comment changed since are read again, so that a
 * decision makes the next answer look into one component, however many the project has.
 */
export async function rowsOfEach(
  db: Queries,
  answers: Answers,
  place: Place,
  { question, read }: Asked,
): Promise<number[][]> {
  const found: number[][] = []
  const missing: number[] = []
  const nameOf = (id: number) => `${question} ${id}`
  for (const { component_id: id, revision } of await revisionsIn(db, place)) {
    const rows = answers.at(nameOf(id), revision)
    if (rows) found.push(...rows)
    else missing.push(id)
  }
  if (missing.length === 0) return found
  const comments = commentsIn(db, place).where(sql<SqlBool>`v.component_id = c.id`)
  const { rows: fresh } = await sql<{ id: number; revision: string; rows: number[][] }>`
    select c.id, ${revisionOfLines(keptCountsOf({ componentId: sql.ref<number>('c.id') }))} as revision,
      ${read(comments)} as rows
    from components c where c.id = any(${sql.val(missing)}::integer[])`.execute(db)
  for (const { id, revision, rows } of fresh) {
    answers.keep(nameOf(id), { rows, revision })
    found.push(...rows)
  }
  return found
}

/** The revision of each component that has comments. */
function revisionsIn(db: Queries, place: Place) {
  return 'projectId' in place ? inProject(db, place.projectId) : ofComponent(db, place.componentId)
}

interface Revision {
  component_id: number
  revision: string
}

const inProject = fixedQuery<Revision>((_, projectId) => revisionsOf({ projectId }), { short: true })
const ofComponent = fixedQuery<Revision>((_, componentId) => revisionsOf({ componentId }), { short: true })

function revisionsOf(place: Place): RawBuilder<Revision> {
  return sql<Revision>`select l.component_id, ${revisionOfThese} as revision
    from ${keptCountsOf(place)} l group by l.component_id`
}
