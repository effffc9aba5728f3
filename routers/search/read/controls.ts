import { sql } from 'kysely'
import { z } from 'zod'
import { combinedQuery } from '../../../src/database/combined-query.ts'
import type { Queries } from '../../../src/database/database.ts'
import { likePattern } from '../../../src/database/like-pattern.ts'
import { preparedQuery } from '../../../src/database/prepared-query.ts'
import { countCodePoints } from '../../../src/procedures/schemas/shapes.ts'
import { GlobalQuery } from './search-results.schema.ts'

export const ControlSearchQuery = GlobalQuery.omit({ component_id: true })

const ControlResult = z
  .object({
    control: z.string().meta({ description: 'The control, such as AC-2 (1).' }),
    title: z.string().meta({ description: 'Its title.' }),
  })
  .meta({ id: 'ControlSearchResult' })

const CciResult = z
  .object({
    cci: z.string().meta({ description: 'The CCI, such as CCI-000054.' }),
    excerpt: z.string().meta({ description: 'The first 300 characters of its definition.' }),
  })
  .meta({ id: 'CciSearchResult' })

/** Controls and CCIs of the uploaded reference documents (rule C-98). */
export const ControlSearchResults = z
  .object({
    controls: z.array(ControlResult).meta({
      description: 'Controls whose title has every word; withdrawn ones come last.',
    }),
    ccis: z.array(CciResult).meta({ description: 'CCIs whose definition has every word, by number.' }),
  })
  .meta({ id: 'ControlSearchResults' })
type ControlSearchResults = z.infer<typeof ControlSearchResults>

const EXCERPT = 300
/** More words don't narrow the search. */
const MAX_WORDS = 10

/** Finds controls by every word of their title, and CCIs by every word of their definition, in any order. */
export async function searchControls(
  db: Queries,
  { q, limit }: z.infer<typeof ControlSearchQuery>,
): Promise<ControlSearchResults> {
  const words = q.trim().split(/\s+/).slice(0, MAX_WORDS)
  if (countCodePoints(q.trim()) < 2) return { controls: [], ccis: [] }
  const [results] = await selectResults(db, words.map(likePattern), limit)
  return results ?? { controls: [], ccis: [] }
}

/** Reads both tables completely, which have as many rows as the two published documents have entries. */
const selectResults = preparedQuery(
  (_, patterns: string[], limit: number) =>
    combinedQuery({
      controls: sql<z.infer<typeof ControlResult>>`select t.control, t.title from control_texts t
        where lower(t.title) like all (${patterns}::text[])
        order by t.withdrawn, length(t.control), t.control limit ${limit}`,
      ccis: sql<z.infer<typeof CciResult>>`select d.cci, left(d.definition, ${sql.lit(EXCERPT)}) as excerpt
        from cci_definitions d where lower(d.definition) like all (${patterns}::text[])
        order by d.cci limit ${limit}`,
    }),
  { planOnce: true },
)
