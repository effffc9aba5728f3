import { sql } from 'kysely'
import type { z } from 'zod'
import type { Queries } from '../../../src/database/database.ts'
import { preparedQuery } from '../../../src/database/prepared-query.ts'
import { splitBySize } from '../../../src/lib/yield-to-event-loop.ts'
import { streamObject, type ListChunks } from '../../../src/procedures/lists/stream-list.ts'
import type { RequestContext } from '../../../src/request-context.ts'
import type { InspecComparison } from './revision-history.schema.ts'

type Comparison = z.infer<typeof InspecComparison>

/** Maximum size of InSpec files in memory, in bytes. */
const BATCH_BYTES = 2_000_000

/** Streams the InSpec files of two STIG components by requirement number. */
export async function compareInspec(
  ctx: Pick<RequestContext, 'startStream'> & { db: Queries },
  baseId: number,
  diffId: number,
): Promise<Comparison> {
  const numbers = await selectNumbers(ctx.db, baseId, diffId)
  const meta = { base_id: baseId, diff_id: diffId, rules_count: numbers.length }
  return streamObject<Comparison>(ctx, streamBatches(ctx.db, baseId, diffId, numbers), {
    open: '{"data":{',
    close: `},"meta":${JSON.stringify(meta)}}`,
    empty: { data: {}, meta },
    toWhole: (members) => ({ data: JSON.parse(`{${members}}`), meta }),
  })
}

/** InSpec files of a requirement number; null if a component has none. */
interface Files {
  number: string
  base: string | null
  diff: string | null
}

interface NumberedRow extends Files {
  bytes: number
  /** True in the first batch, which includes the content; otherwise only the number is loaded. */
  here: boolean
}

const BYTES = sql`sum(coalesce(octet_length(inspec_control_file), 0) + 100)`

/** SQL expression for one component's file of a number; each component has at most one. */
const selectFile = (id: number) => sql`max(inspec_control_file) filter (where component_id = ${id})`

/** All requirement numbers and file sizes of both components, with the content of the first batch. */
const selectNumbers = preparedQuery(
  (_, baseId: number, diffId: number) => sql<NumberedRow>`
    select number, bytes::integer as bytes, here, case when here then base end as base, case when here then diff end as diff
    from (
      select rule_id as number, ${BYTES} as bytes, ${selectFile(baseId)} as base, ${selectFile(diffId)} as diff,
        sum(${BYTES}) over (order by rule_id) <= ${sql.lit(BATCH_BYTES)} as here
      from rules where component_id in (${baseId}, ${diffId}) and deleted_at is null group by rule_id
    ) numbered
    order by number`,
)

const selectFiles = preparedQuery(
  (_, baseId: number, diffId: number, numbers: string[]) => sql<Files>`
    select rule_id as number, ${selectFile(baseId)} as base, ${selectFile(diffId)} as diff from rules
    where component_id in (${baseId}, ${diffId}) and deleted_at is null and rule_id = any (${numbers}::text[])
    group by rule_id order by rule_id`,
)

async function* streamBatches(
  db: Queries,
  baseId: number,
  diffId: number,
  numbers: NumberedRow[],
): ListChunks {
  const first = numbers.filter(({ here }) => here)
  yield { rows: toMembers(first), last: first.length === numbers.length }
  const parts = splitBySize(numbers.slice(first.length), ({ bytes }) => bytes, BATCH_BYTES)
  for (const [index, part] of parts.entries()) {
    const files = await selectFiles(
      db,
      baseId,
      diffId,
      part.map(({ number }) => number),
    )
    yield { rows: toMembers(files), last: index === parts.length - 1 }
  }
}

function toMembers(files: Files[]): string {
  return files
    .map(
      ({ number, base, diff }) =>
        `${JSON.stringify(number)}:${JSON.stringify({ base, diff, changed: base !== diff })}`,
    )
    .join(',')
}
