import { queryOptions } from '@tanstack/react-query'
import { FIRST_REQUIREMENTS } from '../../../src/vocabulary.ts'
import { api, client, queryClient, type Outputs } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { UNBATCHED } from '../../api/unbatched-link.ts'

/** A requirement without its texts. */
export type Row = Outputs['rules']['picker']['rules'][number]

/** Requirements of one request: their answer is parsed within a frame. */
const PAGE = 1000
/** A request of its own: one answer with all of them would hold up the page while it is parsed. */
const ALONE = { [UNBATCHED]: true }
/** For how long a first portion that is all of them is not read again. */
const FRESH_MS = 5000

interface First {
  rows: readonly Row[]
  /** There are no others. */
  whole: boolean
}

/** The first requirements of a component by number, which its table shows before the others are here. */
export function firstRequirementsOf(componentId: number) {
  return queryOptions({
    queryKey: ['first-requirements', componentId] as const,
    queryFn: async (): Promise<First> => {
      const rows = await pageOf(componentId, 1, FIRST_REQUIREMENTS)
      return rows
        ? { rows, whole: rows.length < FIRST_REQUIREMENTS }
        : { rows: await read(componentId), whole: true }
    },
  })
}

/** All requirements of a component; who is no member of it reads them with their texts, because that is what they may. */
export function requirementsOf(componentId: number) {
  return queryOptions({
    // Below the rules, so that it is read again with them.
    queryKey: [['rules', 'requirements'], componentId] as const,
    queryFn: async (): Promise<readonly Row[]> => {
      const first = queryClient.getQueryState(firstRequirementsOf(componentId).queryKey)
      const isHere = first?.data?.whole === true && Date.now() - first.dataUpdatedAt < FRESH_MS
      const known = queryClient.getQueryData([['rules', 'requirements'], componentId]) !== undefined
      if (first?.data && isHere && !known) return first.data.rows
      const all = new Map<number, Row>()
      for (let page = 1; ;) {
        // Beside each other, each in a request of its own; how many there are is known with the first of them.
        const count = Math.max(1, Math.ceil(knownCount(componentId) / PAGE) - page + 1)
        const pages = Array.from({ length: count }, (_, at) => page + at)
        const portions = await Promise.all(pages.map((one) => pageOf(componentId, one, PAGE, ALONE)))
        for (const rows of portions) {
          if (!rows) return read(componentId)
          // What was deleted meanwhile moves others between the pages.
          for (const row of rows) all.set(row.id, row)
        }
        const isEnd = portions.at(-1)?.length !== PAGE || all.size === knownCount(componentId)
        if (isEnd) return [...all.values()]
        page += pages.length
      }
    },
  })
}

/** How many requirements a component has, as far as that was read; 0 where it was not. */
function knownCount(componentId: number): number {
  return queryClient.getQueryData(api.components.summary.queryKey({ id: componentId }))?.rules_count ?? 0
}

/** The requirements around the one of an address, which the editor shows before all are here; none for non-members. */
export function requirementsNear(componentId: number, name: string) {
  const [number = '1'] = /\d{1,6}$/.exec(name) ?? []
  // Numbers are given in order: at most deletions move a requirement to an earlier page.
  const page = Math.max(1, Math.ceil(Number(number) / FIRST_REQUIREMENTS))
  return queryOptions({
    queryKey: [['rules', 'near'], componentId, page] as const,
    queryFn: async () => (await pageOf(componentId, page, FIRST_REQUIREMENTS)) ?? [],
  })
}

/** Whether all requirements of a component are in memory. */
export function hasAllRequirements(componentId: number): boolean {
  return queryClient.getQueryData(requirementsOf(componentId).queryKey) !== undefined
}

/** Some of them without their texts; null for who may not have them so. */
async function pageOf(
  componentId: number,
  page: number,
  size: number,
  context: Record<string, unknown> = {},
): Promise<readonly Row[] | null> {
  try {
    const input = { componentId, page, per_page: size }
    return (await client.rules.picker.query(input, { context })).rules
  } catch (error) {
    if (![403, 404].includes(problemOf(error).status)) throw error
    return null
  }
}

async function read(componentId: number): Promise<readonly Row[]> {
  const rows = await client.rules.list.query({ componentId })
  return rows.map((row) => ({ ...row, comment_counts: row.comment_summary }))
}

/** The row of an address: by displayed name, or by number alone. */
export function rowNamed(rows: readonly Row[], name: string): Row | undefined {
  const number = /^\d{1,6}$/.test(name) ? name.padStart(6, '0') : null
  return rows.find(({ displayed_name, rule_id }) => displayed_name === name || rule_id === number)
}
