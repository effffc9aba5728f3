import { z } from 'zod'
import type { Actor, EffectiveAccess } from '../../audit/actor.ts'
import { type RequiredAccess, ROLE_MISSING, satisfiesNeeds } from '../../auth/access/effective-access.ts'
import { DomainError, type ErrorKind } from '../../errors.ts'
import { releasedSnapshot } from './authorize-record.ts'

/** Whether someone may take an action on a record as it is now; `reason` is one of /docs/api/errors. */
export const AllowedAction = z
  .object({
    allowed: z.boolean().meta({ description: 'Whether the action would be taken.' }),
    reason: z.string().nullable().meta({ description: 'The stable code of the refusal; null when allowed.' }),
    message: z.string().nullable().meta({ description: 'The refusal in words; null when allowed.' }),
  })
  .meta({
    id: 'AllowedAction',
    description: 'Whether the caller may take this action now, and if not, why.',
  })
export type AllowedAction = z.infer<typeof AllowedAction>

/** The shape of an answer with an entry for each of some actions. */
export function allowedActions<A extends string>(actions: readonly A[]) {
  return z.record(z.enum(actions), AllowedAction)
}

/** Who asks, and what they are to the record. */
export interface ActionContext {
  actor: Pick<Actor, 'id'>
  standing: EffectiveAccess
  released: boolean
}

/** The need of one action, and the rule that decides whether it is possible: it throws where it is not. */
export interface ActionRule {
  needs: RequiredAccess
  /** Only the person whose record it is. */
  ownerId?: number | null
  /** Impossible once the component is released (rule C-36). */
  readOnly?: boolean
  attempt: () => void
}

/** What calling an operation would answer: the refusal for a missing role comes before any other. */
export function allowedAction({ actor, standing, released }: ActionContext, rule: ActionRule): AllowedAction {
  if (!satisfiesNeeds(standing, rule.needs, released)) return refused('permission_denied', ROLE_MISSING)
  if (rule.ownerId !== undefined && rule.ownerId !== actor.id) {
    return refused('permission_denied', 'Only its commenter may do this.')
  }
  try {
    if (released && rule.readOnly === true) throw releasedSnapshot()
    rule.attempt()
  } catch (error) {
    if (error instanceof DomainError && EXPECTED.has(error.kind)) return refused(error.reason, error.message)
    throw error
  }
  return { allowed: true, reason: null, message: null }
}

/** What entities refuse an action with. */
const EXPECTED: ReadonlySet<ErrorKind> = new Set(['conflict', 'invalid', 'missing'])

function refused(reason: string, message: string): AllowedAction {
  return { allowed: false, reason, message }
}
