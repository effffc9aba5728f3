import { sql } from 'kysely'
import { z } from 'zod'
import type { Queries } from '../../../src/database/database.ts'
import { likePattern } from '../../../src/database/like-pattern.ts'
import { releaseLineSql, orderNewestFirst } from '../../../src/database/newest-release.ts'
import { countCodePoints, text } from '../../../src/procedures/schemas/shapes.ts'
import { containsAny, expandQuery } from '../../search/read/abbreviations.ts'

/** `q` of a `latest` list: blank matches all, a single character nothing (rule C-12). */
export const LatestQuery = z.object({
  q: text(500).optional().meta({ description: 'Part of a name, title or id.' }),
})

/** Returns the search patterns; null matches everything, an empty list nothing. */
async function readSearchPatterns(db: Queries, q: string | undefined): Promise<string[] | null> {
  const term = (q ?? '').trim()
  if (term === '') return null
  return countCodePoints(term) < 2 ? [] : (await expandQuery(db, term)).map(likePattern)
}

/** SQL condition: a release in the line of `g` matches, so a line with several ids is found by each id. */
function matchesLine(guides: 'srgs' | 'stigs', patterns: string[]) {
  const columns = ['o.name', 'o.title', guides === 'srgs' ? 'o.srg_id' : 'o.stig_id']
  return sql<boolean>`${releaseLineSql(guides, 'g')} in (select ${releaseLineSql(guides, 'o')} from ${sql.table(guides)} o
    where ${containsAny(columns, patterns)})`
}

/** Lists the newest SRG of each line, by title. */
export async function listLatestSrgs(db: Queries, q: string | undefined) {
  const patterns = await readSearchPatterns(db, q)
  if (patterns?.length === 0) return []
  const rows = db
    .selectFrom('srgs as g')
    .distinctOn(releaseLineSql('srgs', 'g'))
    .select(['g.id', 'g.srg_id', 'g.name', 'g.title', 'g.version', 'g.draft'])
    .$if(patterns !== null, (all) => all.where(matchesLine('srgs', patterns ?? [])))
    .orderBy(sql`${releaseLineSql('srgs', 'g')}, ${orderNewestFirst('g')}`)
    .as('g')
  return db
    .selectFrom(rows)
    .selectAll('g')
    .orderBy(sql`g.title collate "C", g.id`)
    .execute()
}

/** Lists the newest STIG of each line, by title. */
export async function listLatestStigs(db: Queries, q: string | undefined) {
  const patterns = await readSearchPatterns(db, q)
  if (patterns?.length === 0) return []
  const rows = db
    .selectFrom('stigs as g')
    .distinctOn(releaseLineSql('stigs', 'g'))
    .select(['g.id', 'g.stig_id', 'g.name', 'g.title', 'g.version', 'g.draft'])
    .$if(patterns !== null, (all) => all.where(matchesLine('stigs', patterns ?? [])))
    .orderBy(sql`${releaseLineSql('stigs', 'g')}, ${orderNewestFirst('g')}`)
    .as('g')
  return db
    .selectFrom(rows)
    .selectAll('g')
    .orderBy(sql`g.title collate "C", g.id`)
    .execute()
}

/** Lists the newest released component of each prefix, by prefix; missing numbers sort lowest (rule C-8). */
export async function listLatestComponents(db: Queries, q: string | undefined) {
  const patterns = await readSearchPatterns(db, q)
  if (patterns?.length === 0) return []
  const rows = db
    .selectFrom('components as c')
    .distinctOn('c.prefix')
    .select(['c.id', 'c.name', 'c.prefix', 'c.version', 'c.release', 'c.title'])
    .where('c.released', '=', sql.lit(true))
    .orderBy(sql`c.prefix, c.version desc nulls last, c.release desc nulls last, c.id desc`)
    .as('c')
  const query = db
    .selectFrom(rows)
    .selectAll('c')
    .orderBy(sql`c.prefix collate "C", c.id`)
  return (patterns ? query.where(containsAny(['c.name', 'c.title', 'c.prefix'], patterns)) : query).execute()
}
