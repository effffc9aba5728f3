import { computeMedian, computeQuantile } from '../support/load.ts'
import type { Round } from './measure-round.ts'

/** Figures of each server by round, for one operation. */
export interface Rounds {
  product: Round[]
  limit: Round[]
  floor: Round[]
}

type Column = [head: string, cell: (rounds: Rounds) => string]

const formatNumber = (value: number, digits: number) => (Number.isFinite(value) ? value.toFixed(digits) : '')
const createValueColumn = (head: string, digits: number, getValue: (round: Round) => number): Column => [
  head,
  ({ product }) => formatNumber(computeMedian(product.map(getValue)), digits),
]
const createRatioColumn = (
  head: string,
  server: 'limit' | 'floor',
  getValue: (round: Round) => number,
): Column => [
  head,
  (rounds) =>
    formatNumber(
      computeMedian(
        rounds[server].map((other, percentile) => {
          const serviceValues = rounds.product[percentile]
          return serviceValues ? getValue(serviceValues) / getValue(other) : Number.NaN
        }),
      ),
      2,
    ),
]
const createPercentile = (share: number) => (round: Round) => computeQuantile(round.times, share)

/** The columns: medians over rounds. A ratio compares servers within one round, in which both were measured. */
const COLUMNS: Column[] = [
  createValueColumn('/s', 0, ({ perSecond }) => perSecond),
  createRatioColumn('of limit', 'limit', ({ perSecond }) => perSecond),
  createRatioColumn('of floor', 'floor', ({ perSecond }) => perSecond),
  createValueColumn('p50 ms', 1, createPercentile(0.5)),
  createValueColumn('p99 ms', 1, createPercentile(0.99)),
  createValueColumn('CPU ms', 2, ({ cpuMs }) => cpuMs),
  createRatioColumn('x limit', 'limit', ({ cpuMs }) => cpuMs),
  createValueColumn('db CPU ms', 2, ({ databaseMs }) => databaseMs),
  createValueColumn('queries', 1, ({ statements }) => statements),
  createValueColumn('rows', 0, ({ rows }) => rows),
  createValueColumn('kB', 0, ({ allocated }) => allocated / 1000),
  ['failed', ({ product }) => String(product.reduce((sum, { failed }) => sum + failed, 0) || '')],
]

export const HEADS = ['operation', ...COLUMNS.map(([head]) => head)]

export function toCells(name: string, rounds: Rounds): string[] {
  return [name, ...COLUMNS.map(([, cell]) => cell(rounds))]
}
