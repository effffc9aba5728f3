import type { Actor } from '../../audit/actor.ts'
import { createSystemAdminOnlyError } from '../../auth/access/effective-access.ts'
import type { RequiredAccess } from '../../auth/access/effective-access.ts'
import { readValueAt } from '../../lib/json-values.ts'
import { isBlank } from '../schemas/shapes.ts'

/**
 * The access that an operation requires, depending on its input. Authorization and the API documents use the same
 * declaration. The first case that matches counts.
 */
export interface AccessForInput<N extends string = RequiredAccess> {
  cases: readonly InputCase<N>[]
  otherwise: N
}

interface InputCase<N extends string> {
  needs: N
  /** When one of the members is present, is text that is not blank, is true, or is one of some values. */
  when: 'given' | 'not blank' | 'true' | { oneOf: readonly string[] }
  /** Paths of input members, with dots between nested names. */
  members: readonly string[]
}

/** Describes the cases for the API documents, each as the required access and the members that require it. */
export function describeCases({ cases, otherwise }: AccessForInput<string>): string {
  const descriptions = cases.map(
    ({ needs, when: condition, members }) =>
      `${needs} where ${members.map((name) => `\`${name}\``).join(' or ')} is ${describeCase(condition)}`,
  )
  return [...descriptions, `else ${otherwise}`].join('; ')
}

function describeCase(condition: InputCase<string>['when']): string {
  return typeof condition === 'string' ? condition : condition.oneOf.join(' or ')
}

/** The access that one request requires. `raw` is not validated yet and may have any value. */
export function findAccessForInput<N extends string>(needs: N | AccessForInput<N>, raw: unknown): N {
  if (typeof needs === 'string') return needs
  const match = needs.cases.find(({ when: condition, members }) =>
    members.some((member) => matchesCase(condition, readValueAt(raw, member.split('.')))),
  )
  return match?.needs ?? needs.otherwise
}

/** The access that any possible body may require; the default comes first. */
export function listPossibleAccess<N extends string>({ cases, otherwise }: AccessForInput<N>): [N, ...N[]] {
  return [otherwise, ...cases.map(({ needs }) => needs)]
}

/** The access that an import requires: only system administrators may attribute comments to accounts. */
export function createAccessForImport<N extends string>(otherwise: N): AccessForInput<N | 'system admin'> {
  return {
    cases: [{ needs: 'system admin', when: 'true', members: ['attribute_to_accounts'] }],
    otherwise,
  }
}

/** Throws a 403 if the input of a request without a record requires a system administrator and the caller is none. */
export function assertAllowed(needs: AccessWithoutRecord, raw: unknown, actor: Actor): void {
  if (findAccessForInput(needs, raw) === 'system admin' && !actor.admin) throw createSystemAdminOnlyError()
}

/** The access that an operation without a record requires, depending on its input. */
export type AccessWithoutRecord = AccessForInput<'signed in' | 'system admin'>

/** Whether a declared access is that of an operation without a record. */
export function isAccessWithoutRecord(
  needs: AccessForInput | AccessWithoutRecord,
): needs is AccessWithoutRecord {
  return needs.otherwise === 'signed in'
}

function matchesCase(condition: InputCase<string>['when'], value: unknown): boolean {
  return typeof condition === 'string'
    ? MATCHERS[condition](value)
    : condition.oneOf.some((item) => item === value)
}

const MATCHERS: Record<Extract<InputCase<string>['when'], string>, (value: unknown) => boolean> = {
  given: (value) => value !== undefined,
  'not blank': (value) => typeof value === 'string' && !isBlank(value),
  true: (value) => [true, 'true', 1, '1'].some((yes) => value === yes),
}
