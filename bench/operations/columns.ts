import { median, quantile } from '../support/load.ts'
import type { Round } from './measure-round.ts'

/** Figures of each server by round, for one operation. */
export interface Rounds {
  product: Round[]
  limit: Round[]
  floor: Round[]
}

type Column = [head: string, cell: (rounds: Rounds) => string]

const shown = (value: number, digits: number) => (Number.isFinite(value) ? value.toFixed(digits) : '')
const own = (head: string, digits: number, of: (round: Round) => number): Column => [
  head,
  ({ product }) => shown(median(product.map(of)), digits),
]
const beside = (head: string, server: 'limit' | 'floor', of: (round: Round) => number): Column => [
  head,
  (rounds) =>
    shown(
      median(
        rounds[server].map((other, at) => {
          const ours = rounds.product[at]
          return ours ? of(ours) / of(other) : Number.NaN
        }),
      ),
      2,
    ),
]
const at = (share: number) => (round: Round) => quantile(round.times, share)

/** The columns: medians over rounds. A ratio compares servers within one round, in which both were measured. */
const COLUMNS: Column[] = [
  own('/s', 0, ({ perSecond }) => perSecond),
  beside('of limit', 'limit', ({ perSecond }) => perSecond),
  beside('of floor', 'floor', ({ perSecond }) => perSecond),
  own('p50 ms', 1, at(0.5)),
  own('p99 ms', 1, at(0.99)),
  own('CPU ms', 2, ({ cpuMs }) => cpuMs),
  beside('x limit', 'limit', ({ cpuMs }) => cpuMs),
  own('db CPU ms', 2, ({ databaseMs }) => databaseMs),
  own('queries', 1, ({ statements }) => statements),
  own('rows', 0, ({ rows }) => rows),
  own('kB', 0, ({ allocated }) => allocated / 1000),
  ['failed', ({ product }) => String(product.reduce((sum, { failed }) => sum + failed, 0) || '')],
]

export const HEADS = ['operation', ...COLUMNS.map(([head]) => head)]

export function cells(name: string, rounds: Rounds): string[] {
  return [name, ...COLUMNS.map(([, cell]) => cell(rounds))]
}
