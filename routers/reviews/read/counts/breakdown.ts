import { sql } from 'kysely'
import { z } from 'zod'
import type { Queries } from '../../../../src/database/database.ts'
import { preparedQuery } from '../../../../src/database/prepared-query.ts'
import { SECTION_KEYS, TRIAGE_STATUSES } from '../../../../src/vocabulary.ts'
import { readByComponent, type ComponentFigure, type FigureSource } from './by-component.ts'
import { StatusCounts } from './triage-summary.schema.ts'

const counts = { by_triage_status: StatusCounts, total: z.int() }

/**
 * Comment counts of a project or component by section and organization, and of open comments by age. Groups
 * without comments are omitted.
 */
export const CommentBreakdown = z.object({
  sections: z.array(z.object({ section: z.enum(SECTION_KEYS).nullable(), ...counts })),
  organizations: z
    .array(
      z.object({
        organization: z.string().nullable().meta({
          description: 'The mail domain of the commenter; null for imported comments without an account.',
        }),
        ...counts,
      }),
    )
    .meta({ description: 'All comments by the organization of the commenter, largest first.' }),
  open_ages: z
    .array(
      z.object({
        from_days: z.int().meta({ description: 'Days since the comments were posted, at least.' }),
        to_days: z.int().nullable().meta({ description: 'Days at most; null without an upper end.' }),
        ...counts,
      }),
    )
    .meta({ description: 'Open comments by the days since they were posted.' }),
})
export type CommentBreakdown = z.infer<typeof CommentBreakdown>
type Counts = CommentBreakdown['sections'][number]

/** Lower bounds of the age groups of open comments, in days. */
const AGES = [0, 8, 15, 31, 91]
/** Group numbers: accounts are positive, ages and sections negative. */
const FIRST_AGE = -1
const FIRST_SECTION = -100

/** Returns the breakdown of a project or component on a day. Organizations are never cached (rule R-57). */
export async function readBreakdown(source: FigureSource, today: string): Promise<CommentBreakdown> {
  const valuesByGroup = new Map(
    (await readByComponent(source, selectGroups(today))).map(([group = 0, ...values]) => [group, values]),
  )
  const sections = [null, ...SECTION_KEYS].flatMap((section, index) => {
    const values = valuesByGroup.get(FIRST_SECTION - index)
    return values ? [{ section, ...toCounts(values) }] : []
  })
  const ages = AGES.flatMap((firstDay, index) => {
    const values = valuesByGroup.get(FIRST_AGE - index)
    const next = AGES[index + 1]
    return values
      ? [{ from_days: firstDay, to_days: next === undefined ? null : next - 1, ...toCounts(values) }]
      : []
  })
  return { sections, organizations: await readOrganizations(source.db, valuesByGroup), open_ages: ages }
}

async function readOrganizations(db: Queries, valuesByGroup: Map<number, number[]>) {
  const ids = [...valuesByGroup.keys()].filter((group) => group >= 0)
  const domains = new Map((await selectDomains(db, ids)).map(({ id, domain }) => [id, domain]))
  const sums = new Map<string | null, number[]>()
  for (const id of ids) {
    const organization = domains.get(id) ?? null
    const before = sums.get(organization)
    sums.set(
      organization,
      (valuesByGroup.get(id) ?? []).map((value, index) => value + (before?.[index] ?? 0)),
    )
  }
  const rows = [...sums].map(([organization, values]) => ({ organization, ...toCounts(values) }))
  return rows.toSorted(
    (a, b) => b.total - a.total || (a.organization ?? '').localeCompare(b.organization ?? ''),
  )
}

const selectDomains = preparedQuery<{ id: number; domain: string }, [number[]]>(
  (_, ids) => sql`select id, lower(split_part(email, '@', 2)) as domain from users
    where id = any(${ids}::integer[])`,
  { short: true },
)

/** Converts the counts of a group: one number per status, then the total. */
function toCounts(values: number[]): Pick<Counts, 'by_triage_status' | 'total'> {
  const entries = TRIAGE_STATUSES.map((status, index) => [status, values[index] ?? 0])
  return { by_triage_status: Object.fromEntries(entries), total: values[TRIAGE_STATUSES.length] ?? 0 }
}

/** Selects the group, the number of comments in each status, and the total. */
function selectGroups(today: string): ComponentFigure {
  const ofStatus = TRIAGE_STATUSES.map(
    (status) => sql`count(*) filter (where x.triage_status = ${sql.lit(status)})`,
  )
  const sections = sql.join(SECTION_KEYS.map((section) => sql.lit(section)))
  const thresholds = sql.join(AGES.slice(1).map((days) => sql.lit(days)))
  const section = sql`${sql.lit(FIRST_SECTION)} - coalesce(array_position(array[${sections}]::text[], x.section::text), 0)`
  const days = sql`(${today}::date - (x.created_at at time zone 'UTC')::date)`
  const age = sql`case when x.adjudicated_at is null
    then ${sql.lit(FIRST_AGE)} - width_bucket(${days}, array[${thresholds}]::integer[]) end`
  return {
    key: `breakdown ${today}`,
    read: (comments) => {
      const lines = comments.select([
        'v.section',
        'v.user_id',
        'v.triage_status',
        'v.adjudicated_at',
        'v.created_at',
      ])
      return sql`(select coalesce(json_agg(d.line), '[]') from (
        select json_build_array(k.id, ${sql.join(ofStatus)}, count(*)) as line
        from (${lines}) x
        cross join lateral (values (${section}), (coalesce(x.user_id, 0)), (${age})) k(id)
        where k.id is not null group by k.id) d)`
    },
  }
}
