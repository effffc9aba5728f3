import type { Asker } from '../../../src/access/actor.ts'
import type { Queries } from '../../../src/database.ts'
import { shapedQuery } from '../../../src/database/fixed-query.ts'
import { type Together, together } from '../../../src/database/together.ts'
import type { Severity } from '../../../src/vocabulary.ts'
import { catalogHits } from './catalog.ts'
import type { SearchQuery } from './query.ts'
import { ruleHits } from './rules.ts'
import { ofShape, type QueryShape, shapeOf, textsOf } from './shape.ts'

interface Within {
  limit: number
  component_id?: number | undefined
}

/** The best requirements and catalog rules that have the words of a query, best first. */
export type Hits = Together<ReturnType<typeof partsOf>>

/** So many words at most may be asked for by a statement whose text is kept. */
const FEW_TERMS = 4

/** What has the words of a query, limited to what the caller may read (rule C-68). */
export async function hitsFor(db: Queries, actor: Asker, query: SearchQuery, given: Within): Promise<Hits> {
  const [found] = await hitsOf(db, actor, query, given)
  return found ?? { rules: [], stig_rules: [], srg_rules: [] }
}

async function hitsOf(db: Queries, actor: Asker, query: SearchQuery, given: Within): Promise<Hits[]> {
  if (query.terms.length > FEW_TERMS) return (await together(partsOf(actor, query, given)).execute(db)).rows
  const { limit, component_id: within } = given
  const shape = { ...shapeOf(query), admin: actor.admin, within: within !== undefined }
  return keptText(db, shape, actor.id, limit, within ?? 0, query.severity ?? 'low', ...textsOf(query))
}

interface Shape extends QueryShape {
  admin: boolean
  within: boolean
}

/** The planner sees the values each time; only the text is kept. */
const keptText = shapedQuery(
  (_, shape: Shape, id: number, limit: number, within: number, severity: Severity, ...texts: string[]) => {
    const asked = { limit, component_id: shape.within ? within : undefined }
    return together(partsOf({ id, admin: shape.admin }, ofShape(shape, severity, texts), asked))
  },
)

function partsOf(actor: Asker, query: SearchQuery, { limit, component_id: componentId }: Within) {
  return {
    rules: ruleHits(actor, query, { limit, componentId }),
    stig_rules: catalogHits('stig', query, limit),
    srg_rules: catalogHits('srg', query, limit),
  }
}
