import { isRecord } from '../wire/refused-input.ts'
import { isBlank } from '../wire/shapes.ts'
import type { Needs } from './standing.ts'

/**
 * What an operation asks of its caller when its input decides, as data: the same declaration admits callers and is
 * shown in the documents. The first case that holds counts.
 */
export interface NeedsByBody {
  cases: readonly BodyCase[]
  otherwise: Needs
}

interface BodyCase {
  needs: Needs
  /**
   * Holds when one of the members is there at all, holds text that says something, is switched on, or is one of some
   * values.
   */
  when: 'given' | 'not blank' | 'true' | { oneOf: readonly string[] }
  /** Members of the input, the dots leading through its objects. */
  members: readonly string[]
}

/** The cases in words, each as the need and what of the body asks for it; for the documents. */
export function casesInWords({ cases, otherwise }: NeedsByBody): string {
  const told = cases.map(
    ({ needs, when, members }) =>
      `${needs} where ${members.map((name) => `\`${name}\``).join(' or ')} is ${inWords(when)}`,
  )
  return [...told, `else ${otherwise}`].join('; ')
}

function inWords(when: BodyCase['when']): string {
  return typeof when === 'string' ? when : when.oneOf.join(' or ')
}

/** The need of one request. Its body is not validated yet, so that any value may stand anywhere. */
export function needed(needs: Needs | NeedsByBody, raw: unknown): Needs {
  if (typeof needs === 'string') return needs
  const found = needs.cases.find(({ when, members }) =>
    members.some((member) => holds(when, valueAt(raw, member.split('.')))),
  )
  return found?.needs ?? needs.otherwise
}

/** Every need that some body of such a request may have; what nothing calls for comes first. */
export function possibleNeeds({ cases, otherwise }: NeedsByBody): [Needs, ...Needs[]] {
  return [otherwise, ...cases.map(({ needs }) => needs)]
}

function holds(when: BodyCase['when'], value: unknown): boolean {
  return typeof when === 'string' ? HOLDS[when](value) : when.oneOf.some((one) => one === value)
}

const HOLDS: Record<Extract<BodyCase['when'], string>, (value: unknown) => boolean> = {
  given: (value) => value !== undefined,
  'not blank': (value) => typeof value === 'string' && !isBlank(value),
  true: (value) => [true, 'true', 1, '1'].some((yes) => value === yes),
}

function valueAt(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return value
  return isRecord(value) && Object.hasOwn(value, name) ? valueAt(value[name], rest) : undefined
}
