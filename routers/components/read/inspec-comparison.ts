import { sql } from 'kysely'
import type { z } from 'zod'
import type { RequestContext } from '../../../src/request.ts'
import type { Queries } from '../../../src/database.ts'
import { fixedQuery } from '../../../src/database/fixed-query.ts'
import { inParts } from '../../../src/computing/pace.ts'
import { inText, type Portions } from '../../../src/lists/portions.ts'
import type { InspecComparison } from './revision-history.schema.ts'

type Comparison = z.infer<typeof InspecComparison>

/** Bytes of InSpec files that are in memory at once. */
const PORTION_BYTES = 2_000_000

/** The InSpec files of two STIG components by requirement number, which leave in portions. */
export async function compareInspec(
  ctx: Pick<RequestContext, 'outlet'> & { db: Queries },
  baseId: number,
  diffId: number,
): Promise<Comparison> {
  const numbers = await numbersOf(ctx.db, baseId, diffId)
  const meta = { base_id: baseId, diff_id: diffId, rules_count: numbers.length }
  return inText<Comparison>(ctx, portionsOf(ctx.db, baseId, diffId, numbers), {
    open: '{"data":{',
    close: `},"meta":${JSON.stringify(meta)}}`,
    empty: { data: {}, meta },
    whole: (members) => ({ data: JSON.parse(`{${members}}`), meta }),
  })
}

interface Numbered {
  number: string
  bytes: number
}

/** All requirement numbers of both, and how long their files are. */
const numbersOf = fixedQuery(
  (_, baseId: number, diffId: number) => sql<Numbered>`
    select rule_id as number, sum(coalesce(octet_length(inspec_control_file), 0))::integer as bytes from rules
    where component_id in (${baseId}, ${diffId}) and deleted_at is null group by rule_id order by rule_id`,
)

const filesOf = fixedQuery((db, baseId: number, diffId: number, numbers: string[]) =>
  db
    .selectFrom('rules')
    .select(['component_id', 'rule_id', 'inspec_control_file'])
    .where('component_id', 'in', [baseId, diffId])
    .where('deleted_at', 'is', null)
    .where('rule_id', '=', sql<string>`any (${numbers}::text[])`)
    .orderBy('rule_id'),
)

async function* portionsOf(db: Queries, baseId: number, diffId: number, numbers: Numbered[]): Portions {
  const parts = inParts(numbers, ({ bytes }) => bytes + 100, PORTION_BYTES)
  for (const [index, part] of parts.entries()) {
    const rows = await filesOf(
      db,
      baseId,
      diffId,
      part.map(({ number }) => number),
    )
    const byNumber = Map.groupBy(rows, ({ rule_id }) => rule_id)
    const members = [...byNumber].map(([number, files]) => {
      const fileOf = (id: number) =>
        files.find(({ component_id }) => component_id === id)?.inspec_control_file ?? null
      const [base, diff] = [fileOf(baseId), fileOf(diffId)]
      return `${JSON.stringify(number)}:${JSON.stringify({ base, diff, changed: base !== diff })}`
    })
    yield { rows: members.join(','), last: index === parts.length - 1 }
  }
  if (parts.length === 0) yield { rows: '', last: true }
}
