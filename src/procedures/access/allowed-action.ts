import { z } from 'zod'
import type { Actor, EffectiveAccess } from '../../audit/actor.ts'
import { type RequiredAccess, ROLE_MISSING, satisfiesNeeds } from '../../auth/access/effective-access.ts'
import { DomainError, type ErrorKind } from '../../errors.ts'
import { createReleasedSnapshotError } from './authorize-record.ts'

/** Whether the caller may take an action on a record in its current state; `reason` is a code of /docs/api/errors. */
export const AllowedAction = z
  .object({
    allowed: z.boolean().meta({ description: 'Whether the action is allowed.' }),
    reason: z.string().nullable().meta({ description: 'The stable code of the refusal; null when allowed.' }),
    message: z.string().nullable().meta({ description: 'The refusal in words; null when allowed.' }),
  })
  .meta({
    id: 'AllowedAction',
    description: 'Whether the caller may take this action now, and if not, why.',
  })
export type AllowedAction = z.infer<typeof AllowedAction>

/** Creates the schema of an object with one entry for each action. */
export function allowedActions<A extends string>(actions: readonly A[]) {
  return z.record(z.enum(actions), AllowedAction)
}

/** The caller, and their access to the record. */
export interface ActionContext {
  actor: Pick<Actor, 'id'>
  effectiveAccess: EffectiveAccess
  released: boolean
}

/** The access that an action requires, and its precondition. `attempt` throws if the action is not possible. */
export interface ActionRule {
  needs: RequiredAccess
  /** The refusal in words if the role is missing, where it is not the usual one. */
  denial?: string
  /** Only this user may take the action. */
  ownerId?: number | null
  /** Impossible once the component is released (rule C-36). */
  readOnly?: boolean
  attempt: () => void
}

/** Predicts the outcome of an operation. A missing role is reported before any other error. */
export function toAllowedAction(
  { actor, effectiveAccess, released }: ActionContext,
  rule: ActionRule,
): AllowedAction {
  if (!satisfiesNeeds(effectiveAccess, rule.needs, released)) {
    return toRefusal('permission_denied', rule.denial ?? ROLE_MISSING)
  }
  if (rule.ownerId !== undefined && rule.ownerId !== actor.id) {
    return toRefusal('permission_denied', 'Only its commenter may do this.')
  }
  try {
    if (released && rule.readOnly === true) throw createReleasedSnapshotError()
    rule.attempt()
  } catch (error) {
    if (error instanceof DomainError && EXPECTED.has(error.kind)) {
      return toRefusal(error.reason, error.message)
    }
    throw error
  }
  return { allowed: true, reason: null, message: null }
}

/** The errors that entities throw for an action that is not possible. */
const EXPECTED: ReadonlySet<ErrorKind> = new Set(['conflict', 'invalid', 'missing'])

function toRefusal(reason: string, message: string): AllowedAction {
  return { allowed: false, reason, message }
}
