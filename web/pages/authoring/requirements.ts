import { queryOptions } from '@tanstack/react-query'
import { FIRST_REQUIREMENTS } from '../../../src/vocabulary.ts'
import { client, queryClient, type Outputs } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'

/** A requirement without its texts. */
export type Row = Outputs['rules']['picker']['rules'][number]

/** Requirements of one request: their answer is parsed within a frame. */
const PAGE = 1000
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
      for (let page = 1; ; page += 1) {
        const rows = await pageOf(componentId, page, PAGE)
        if (!rows) return read(componentId)
        // What was deleted meanwhile moves others between the pages.
        for (const row of rows) all.set(row.id, row)
        if (rows.length !== PAGE) return [...all.values()]
      }
    },
  })
}

/** Some of them without their texts; null for who may not have them so. */
async function pageOf(componentId: number, page: number, size: number): Promise<readonly Row[] | null> {
  try {
    return (await client.rules.picker.query({ componentId, page, per_page: size })).rules
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
