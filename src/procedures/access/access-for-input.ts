import type { Actor } from '../../audit/actor.ts'
import { systemAdminOnly } from '../../auth/access/effective-access.ts'
import type { RequiredAccess } from '../../auth/access/effective-access.ts'
import { isRecord } from '../../lib/validation-error.ts'
import { isBlank } from '../schemas/shapes.ts'

/**
 * What an operation asks of its caller when its input decides, as data: the same declaration admits callers and is
 * shown in the documents. The first case that holds counts.
 */
export interface AccessForInput<N extends string = RequiredAccess> {
  cases: readonly InputCase<N>[]
  otherwise: N
}

interface InputCase<N extends string> {
  needs: N
  /**
   * Holds when one of the members is there at all, holds text that says something, is switched on, or is one of some
   * values.
   */
  when: 'given' | 'not blank' | 'true' | { oneOf: readonly string[] }
  /** Members of the input, the dots leading through its objects. */
  members: readonly string[]
}

/** The cases in words, each as the need and what of the body asks for it; for the documents. */
export function describeCases({ cases, otherwise }: AccessForInput<string>): string {
  const told = cases.map(
    ({ needs, when, members }) =>
      `${needs} where ${members.map((name) => `\`${name}\``).join(' or ')} is ${describeCase(when)}`,
  )
  return [...told, `else ${otherwise}`].join('; ')
}

function describeCase(when: InputCase<string>['when']): string {
  return typeof when === 'string' ? when : when.oneOf.join(' or ')
}

/** The need of one request. Its body is not validated yet, so that any value may stand anywhere. */
export function accessForInput<N extends string>(needs: N | AccessForInput<N>, raw: unknown): N {
  if (typeof needs === 'string') return needs
  const found = needs.cases.find(({ when, members }) =>
    members.some((member) => matchesCase(when, valueAt(raw, member.split('.')))),
  )
  return found?.needs ?? needs.otherwise
}

/** Every need that some body of such a request may have; what nothing calls for comes first. */
export function possibleAccess<N extends string>({ cases, otherwise }: AccessForInput<N>): [N, ...N[]] {
  return [otherwise, ...cases.map(({ needs }) => needs)]
}

/** What an import asks of its caller: attributing what people said to their accounts is for system administrators. */
export function accessForImport<N extends string>(otherwise: N): AccessForInput<N | 'system admin'> {
  return {
    cases: [{ needs: 'system admin', when: 'true', members: ['attribute_to_accounts'] }],
    otherwise,
  }
}

/** Throws the 403 of a request on no record whose body asks for what only system administrators may do. */
export function assertAllowed(needs: AccessWithoutRecord, raw: unknown, actor: Actor): void {
  if (accessForInput(needs, raw) === 'system admin' && !actor.admin) throw systemAdminOnly()
}

/** What an operation on no record asks of its caller when its input decides. */
export type AccessWithoutRecord = AccessForInput<'signed in' | 'system admin'>

export function isAccessWithoutRecord(
  needs: AccessForInput | AccessWithoutRecord,
): needs is AccessWithoutRecord {
  return needs.otherwise === 'signed in'
}

function matchesCase(when: InputCase<string>['when'], value: unknown): boolean {
  return typeof when === 'string' ? MATCHERS[when](value) : when.oneOf.some((one) => one === value)
}

const MATCHERS: Record<Extract<InputCase<string>['when'], string>, (value: unknown) => boolean> = {
  given: (value) => value !== undefined,
  'not blank': (value) => typeof value === 'string' && !isBlank(value),
  true: (value) => [true, 'true', 1, '1'].some((yes) => value === yes),
}

function valueAt(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return value
  return isRecord(value) && Object.hasOwn(value, name) ? valueAt(value[name], rest) : undefined
}
