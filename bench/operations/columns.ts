import { median, quantile } from '../support/load.ts'
import type { Round } from './measure-round.ts'

/** Figures of each server by round, for one operation. */
export interface Rounds {
  product: Round[]
  limit: Round[]
  floor: Round[]
}

type Column = [head: string, cell: (rounds: Rounds) => string]

const formatNumber = (value: number, digits: number) => (Number.isFinite(value) ? value.toFixed(digits) : '')
const valueColumn = (head: string, digits: number, of: (round: Round) => number): Column => [
  head,
  ({ product }) => formatNumber(median(product.map(of)), digits),
]
const ratioColumn = (head: string, server: 'limit' | 'floor', of: (round: Round) => number): Column => [
  head,
  (rounds) =>
    formatNumber(
      median(
        rounds[server].map((other, percentile) => {
          const serviceValues = rounds.product[percentile]
          return serviceValues ? of(serviceValues) / of(other) : Number.NaN
        }),
      ),
      2,
    ),
]
const percentile = (share: number) => (round: Round) => quantile(round.times, share)

/** The columns: medians over rounds. A ratio compares servers within one round, in which both were measured. */
const COLUMNS: Column[] = [
  valueColumn('/s', 0, ({ perSecond }) => perSecond),
  ratioColumn('of limit', 'limit', ({ perSecond }) => perSecond),
  ratioColumn('of floor', 'floor', ({ perSecond }) => perSecond),
  valueColumn('p50 ms', 1, percentile(0.5)),
  valueColumn('p99 ms', 1, percentile(0.99)),
  valueColumn('CPU ms', 2, ({ cpuMs }) => cpuMs),
  ratioColumn('x limit', 'limit', ({ cpuMs }) => cpuMs),
  valueColumn('db CPU ms', 2, ({ databaseMs }) => databaseMs),
  valueColumn('queries', 1, ({ statements }) => statements),
  valueColumn('rows', 0, ({ rows }) => rows),
  valueColumn('kB', 0, ({ allocated }) => allocated / 1000),
  ['failed', ({ product }) => String(product.reduce((sum, { failed }) => sum + failed, 0) || '')],
]

export const HEADS = ['operation', ...COLUMNS.map(([head]) => head)]

export function toCells(name: string, rounds: Rounds): string[] {
  return [name, ...COLUMNS.map(([, cell]) => cell(rounds))]
}
