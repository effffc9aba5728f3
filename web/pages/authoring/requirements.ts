import { queryOptions } from '@tanstack/react-query'
import { FIRST_REQUIREMENTS } from '../../../src/vocabulary.ts'
import { api, client, queryClient, type Outputs } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { UNBATCHED } from '../../api/unbatched-link.ts'

/** A requirement without its texts. */
export type Row = Outputs['rules']['picker']['rules'][number]

/** The number of requirements in one request, small enough to parse the answer within a frame. */
const PAGE = 1000
/** Not batched: parsing one large answer would block the page. */
const UNBATCHED_CONTEXT = { [UNBATCHED]: true }
/** How long a complete first page is fresh. */
const FRESH_MS = 5000

interface FirstRows {
  rows: readonly Row[]
  /** Whether these are all requirements. */
  isComplete: boolean
}

/** Queries the first requirements of a component by number, which the table shows before the others are loaded. */
export function createFirstRequirementsQuery(componentId: number) {
  return queryOptions({
    queryKey: ['first-requirements', componentId] as const,
    queryFn: async (): Promise<FirstRows> => {
      const rows = await fetchPage(componentId, 1, FIRST_REQUIREMENTS)
      return rows
        ? { rows, isComplete: rows.length < FIRST_REQUIREMENTS }
        : { rows: await read(componentId), isComplete: true }
    },
  })
}

/** Queries all requirements of a component. Non-members use another operation, which includes the texts. */
export function createAllRequirementsQuery(componentId: number) {
  return queryOptions({
    // Under the key of the rules, so that it is invalidated with them.
    queryKey: [['rules', 'requirements'], componentId] as const,
    queryFn: async (): Promise<readonly Row[]> => {
      const first = queryClient.getQueryState(createFirstRequirementsQuery(componentId).queryKey)
      const isHere = first?.data?.isComplete === true && Date.now() - first.dataUpdatedAt < FRESH_MS
      const known = queryClient.getQueryData([['rules', 'requirements'], componentId]) !== undefined
      if (first?.data && isHere && !known) return first.data.rows
      const all = new Map<number, Row>()
      for (let page = 1; ;) {
        // In parallel, each in its own request; the first page has the total.
        const count = Math.max(1, Math.ceil(countKnownRequirements(componentId) / PAGE) - page + 1)
        const pages = Array.from({ length: count }, (_, index) => page + index)
        const responses = await Promise.all(
          pages.map((item) => fetchPage(componentId, item, PAGE, UNBATCHED_CONTEXT)),
        )
        for (const rows of responses) {
          if (!rows) return read(componentId)
          // A deletion during paging moves requirements between pages.
          for (const row of rows) all.set(row.id, row)
        }
        const isEnd = responses.at(-1)?.length !== PAGE || all.size === countKnownRequirements(componentId)
        if (isEnd) return [...all.values()]
        page += pages.length
      }
    },
  })
}

/** Returns the number of a component's requirements from the cache; 0 if it is not loaded. */
function countKnownRequirements(componentId: number): number {
  return queryClient.getQueryData(api.components.summary.queryKey({ id: componentId }))?.rules_count ?? 0
}

/**
 * Queries the requirements around the current one, which the editor shows before all are loaded; none for non-members.
 */
export function findNeighbors(componentId: number, name: string) {
  const [number = '1'] = /\d{1,6}$/.exec(name) ?? []
  // Numbers ascend: only deletions move a requirement, to an earlier page.
  const page = Math.max(1, Math.ceil(Number(number) / FIRST_REQUIREMENTS))
  return queryOptions({
    queryKey: [['rules', 'near'], componentId, page] as const,
    queryFn: async () => (await fetchPage(componentId, page, FIRST_REQUIREMENTS)) ?? [],
  })
}

/** Whether all requirements of a component are cached. */
export function hasAllRequirements(componentId: number): boolean {
  return queryClient.getQueryData(createAllRequirementsQuery(componentId).queryKey) !== undefined
}

/** Fetches a page of requirements without their texts; null if the user may not list them. */
async function fetchPage(
  componentId: number,
  page: number,
  size: number,
  context: Record<string, unknown> = {},
): Promise<readonly Row[] | null> {
  try {
    const input = { componentId, page, per_page: size }
    return (await client.rules.picker.query(input, { context })).rules
  } catch (error) {
    if (![403, 404].includes(toProblem(error).status)) throw error
    return null
  }
}

async function read(componentId: number): Promise<readonly Row[]> {
  const rows = await client.rules.list.query({ componentId })
  return rows.map((row) => ({ ...row, comment_counts: row.comment_summary }))
}

/** Finds the requirement of an address: by displayed name, in any case, or by number. */
export function findRowByName<T extends Pick<Row, 'displayed_name' | 'rule_id'>>(
  rows: readonly T[],
  name: string,
): T | undefined {
  const number = /^\d{1,6}$/.test(name) ? name.padStart(6, '0') : null
  const label = name.toLowerCase()
  return rows.find((row) => row.displayed_name.toLowerCase() === label || row.rule_id === number)
}
