import { randomInt } from 'node:crypto'

/** Returns a random element. */
export function pickRandom<T>(values: readonly T[]): T {
  const value = values[randomInt(values.length)]
  if (value === undefined) throw new Error('nothing to choose from')
  return value
}
