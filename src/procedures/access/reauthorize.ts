import { z } from 'zod'
import type { Actor } from '../../audit/actor.ts'
import { isConcealed } from '../../auth/access/concealment.ts'
import {
  authorizeAccess,
  toEffectiveAccess,
  type RequiredAccess,
  type ScopeRow,
} from '../../auth/access/effective-access.ts'
import type { Queries } from '../../database/database.ts'
import { notFound } from '../../errors.ts'
import { isRecord } from '../../lib/validation-error.ts'
import { PROJECT_ROLES } from '../../vocabulary.ts'
import type { Access } from '../meta.ts'
import { pathId } from '../schemas/shapes.ts'
import { assertAllowed, isAccessWithoutRecord, accessForInput } from './access-for-input.ts'
import { authorizeAuditAccess, AUDIT_TARGET } from './audit-access.ts'
import { authorizeRelocation, authorizeSettling, proposalScope } from './relocations.ts'
import { componentScope, projectScope, reviewScope, ruleScope } from './scopes.ts'
import { authorizeAllReviews } from './selection.ts'
import { targetFromInput } from './target.ts'

/** The request to check; its input may be invalid. */
export interface ReauthorizationRequest {
  db: Queries
  actor: Actor
  access: Access
  raw: Record<string, unknown>
}

/**
 * Checks again whether the caller may do what a request declares, without locks and without regard to the record's
 * state. Returns the record's scope; null if there is none or the input names none.
 * @throws 404 or 403
 */
export async function reauthorize(asked: ReauthorizationRequest): Promise<ScopeRow | null> {
  const decide = REAUTHORIZATIONS[asked.access.record]
  if (!decide) throw notFound()
  return decide(asked)
}

/** Whether `reauthorize` can check an operation. Otherwise its stored responses would never be replayed. */
export function canReauthorize(access: Access | undefined): boolean {
  if (!access || !Object.hasOwn(REAUTHORIZATIONS, access.record)) return false
  const { record, needs, depends } = access
  const asksNothing = record === 'none' || record === 'user' || needs === 'discoverable'
  return asksNothing || depends !== undefined || REQUIRED_ACCESS.some((known) => known === needs)
}

/** Throws 404 or 403 if the caller is not a member of the project any more. */
export async function assertStillMember(db: Queries, projectId: number, actor: Actor): Promise<void> {
  await authorizeAccess(db, await projectScope(db, projectId, actor), actor, 'member')
}

type Reauthorization = (asked: ReauthorizationRequest) => Promise<ScopeRow | null>

/** By the record that an operation declares. System administrators are checked before the operation begins. */
const REAUTHORIZATIONS: Record<string, Reauthorization> = {
  none: ({ access, raw, actor }) => {
    if (access.depends && isAccessWithoutRecord(access.depends)) assertAllowed(access.depends, raw, actor)
    return Promise.resolve(null)
  },
  user: async ({ db, raw }) => {
    const id = idIn(raw, 'userId')
    const user =
      id === null || (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst())
    if (!user) throw notFound()
    return null
  },
  project: (asked) => authorizeNamed(asked, ['projectId', 'id'], projectScope),
  component: async (asked) => {
    const row = await authorizeNamed(asked, ['target_component_id', 'componentId', 'id'], componentScope)
    if (asked.raw['target_component_id'] !== undefined) await assertProposal(asked, authorizeRelocation)
    return row
  },
  relocation: async (asked) => {
    const row = await authorizeNamed(asked, ['target_component_id'], componentScope)
    await assertProposal(asked, authorizeSettling)
    return row
  },
  rule: (asked) => authorizeNamed(asked, ['rule_id', 'ruleId'], ruleScope),
  review: (asked) => authorizeNamed(asked, ['reviewId'], reviewScope),
  reviews: async (asked) => {
    const { filter, review_ids: given } = asked.raw
    if (isRecord(filter)) return authorizeNamed({ ...asked, raw: filter }, ['component_id'], componentScope)
    const ids = z.array(pathId).safeParse(given).data ?? []
    const [row] = await authorizeAllReviews(asked.db, [...new Set(ids)], asked.actor, requiredAccess(asked))
    return row ?? null
  },
  target: async (asked) => {
    if (asked.access.needs === AUDIT_TARGET) {
      await authorizeAuditAccess(asked.db, asked.actor, asked.raw)
      return null
    }
    const target = targetFromInput(asked.raw['membership'])
    if (!target) return null
    const scope = target.type === 'Project' ? projectScope : componentScope
    return authorizeNamed({ ...asked, raw: { id: target.id } }, ['id'], scope)
  },
}

/** Authorizes on the record that the first present member names. */
async function authorizeNamed(
  asked: ReauthorizationRequest,
  members: readonly string[],
  scope: (db: Queries, id: number, actor: Actor) => Promise<ScopeRow | undefined>,
): Promise<ScopeRow | null> {
  const { db, actor, access } = asked
  const id = idIn(asked.raw, ...members)
  if (id === null) return null
  const row = await scope(db, id, actor)
  if (access.needs === 'discoverable') assertKnown(row, actor)
  else await authorizeAccess(db, row, actor, requiredAccess(asked))
  return row ?? null
}

/** Requests that answer a proposal name its target and reveal its source (rule C-64). */
async function assertProposal(
  { db, actor, raw }: ReauthorizationRequest,
  authorize: typeof authorizeRelocation,
): Promise<void> {
  const id = idIn(raw, 'id')
  if (id === null) throw notFound()
  await authorize(db, await proposalScope(db, id, actor), actor)
}

function assertKnown(row: ScopeRow | undefined, actor: Actor): void {
  if (!row || isConcealed(row, toEffectiveAccess(row, actor))) throw notFound()
}

function requiredAccess({ access, raw }: ReauthorizationRequest): RequiredAccess {
  if (access.depends && !isAccessWithoutRecord(access.depends)) return accessForInput(access.depends, raw)
  const known = REQUIRED_ACCESS.find((needs) => needs === access.needs)
  if (!known) throw notFound()
  return known
}

const REQUIRED_ACCESS: readonly RequiredAccess[] = [
  'show',
  'member',
  'system admin',
  ...PROJECT_ROLES,
  ...PROJECT_ROLES.map((role) => `project ${role}` as const),
]

function idIn(raw: Record<string, unknown>, ...members: string[]): number | null {
  const member = members.find((name) => raw[name] !== undefined)
  return pathId.safeParse(member === undefined ? undefined : raw[member]).data ?? null
}
