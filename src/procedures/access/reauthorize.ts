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
import { notFoundError } from '../../errors.ts'
import { isRecord } from '../../lib/json-values.ts'
import { PROJECT_ROLES } from '../../vocabulary.ts'
import type { Access } from '../meta.ts'
import { pathId } from '../schemas/shapes.ts'
import { assertAllowed, isAccessWithoutRecord, findAccessForInput } from './access-for-input.ts'
import { authorizeAuditAccess, AUDIT_TARGET } from './audit-access.ts'
import { authorizeRelocation, authorizeSettling, proposalScope } from './relocations.ts'
import { componentScope, projectScope, reviewScope, ruleScope } from './scopes.ts'
import { authorizeAllReviews } from './selection.ts'
import { readTarget } from './target.ts'

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
export async function reauthorize(request: ReauthorizationRequest): Promise<ScopeRow | null> {
  const decide = REAUTHORIZATIONS[request.access.record]
  if (!decide) throw notFoundError()
  return decide(request)
}

/** Whether `reauthorize` can check an operation. Otherwise its stored responses would never be replayed. */
export function canReauthorize(access: Access | undefined): boolean {
  if (!access || !Object.hasOwn(REAUTHORIZATIONS, access.record)) return false
  const { record, needs, depends } = access
  const needsNoRole = record === 'none' || record === 'user' || needs === 'discoverable'
  return needsNoRole || depends !== undefined || REQUIRED_ACCESS.some((known) => known === needs)
}

/** Throws 404 or 403 if the caller is no longer a member of the project. */
export async function assertStillMember(db: Queries, projectId: number, actor: Actor): Promise<void> {
  await authorizeAccess(db, await projectScope(db, projectId, actor), actor, 'member')
}

type Reauthorization = (request: ReauthorizationRequest) => Promise<ScopeRow | null>

/** By the record that an operation declares. System administrators are checked before the operation begins. */
const REAUTHORIZATIONS: Record<string, Reauthorization> = {
  none: ({ access, raw, actor }) => {
    if (access.depends && isAccessWithoutRecord(access.depends)) assertAllowed(access.depends, raw, actor)
    return Promise.resolve(null)
  },
  user: async ({ db, raw }) => {
    const id = readId(raw, 'userId')
    const user =
      id === null || (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst())
    if (!user) throw notFoundError()
    return null
  },
  project: (request) => authorizeNamed(request, ['projectId', 'id'], projectScope),
  component: async (request) => {
    const row = await authorizeNamed(request, ['target_component_id', 'componentId', 'id'], componentScope)
    if (request.raw['target_component_id'] !== undefined) await assertProposal(request, authorizeRelocation)
    return row
  },
  relocation: async (request) => {
    const row = await authorizeNamed(request, ['target_component_id'], componentScope)
    await assertProposal(request, authorizeSettling)
    return row
  },
  rule: (request) => authorizeNamed(request, ['rule_id', 'ruleId'], ruleScope),
  review: (request) => authorizeNamed(request, ['reviewId'], reviewScope),
  reviews: async (request) => {
    const { filter, review_ids: reviewIds } = request.raw
    if (isRecord(filter)) return authorizeNamed({ ...request, raw: filter }, ['component_id'], componentScope)
    const ids = z.array(pathId).safeParse(reviewIds).data ?? []
    const [row] = await authorizeAllReviews(
      request.db,
      [...new Set(ids)],
      request.actor,
      findRequiredAccess(request),
    )
    return row ?? null
  },
  target: async (request) => {
    if (request.access.needs === AUDIT_TARGET) {
      await authorizeAuditAccess(request.db, request.actor, request.raw)
      return null
    }
    const target = readTarget(request.raw['membership'])
    if (!target) return null
    const scope = target.type === 'Project' ? projectScope : componentScope
    return authorizeNamed({ ...request, raw: { id: target.id } }, ['id'], scope)
  },
}

/** Authorizes on the record that the first present member names. */
async function authorizeNamed(
  request: ReauthorizationRequest,
  members: readonly string[],
  scope: (db: Queries, id: number, actor: Actor) => Promise<ScopeRow | undefined>,
): Promise<ScopeRow | null> {
  const { db, actor, access } = request
  const id = readId(request.raw, ...members)
  if (id === null) return null
  const row = await scope(db, id, actor)
  if (access.needs === 'discoverable') assertDiscoverable(row, actor)
  else await authorizeAccess(db, row, actor, findRequiredAccess(request))
  return row ?? null
}

/** Requests that answer a proposal name its target and reveal its source (rule C-64). */
async function assertProposal(
  { db, actor, raw }: ReauthorizationRequest,
  authorize: typeof authorizeRelocation,
): Promise<void> {
  const id = readId(raw, 'id')
  if (id === null) throw notFoundError()
  await authorize(db, await proposalScope(db, id, actor), actor)
}

function assertDiscoverable(row: ScopeRow | undefined, actor: Actor): void {
  if (!row || isConcealed(row, toEffectiveAccess(row, actor))) throw notFoundError()
}

function findRequiredAccess({ access, raw }: ReauthorizationRequest): RequiredAccess {
  if (access.depends && !isAccessWithoutRecord(access.depends)) return findAccessForInput(access.depends, raw)
  const known = REQUIRED_ACCESS.find((needs) => needs === access.needs)
  if (!known) throw notFoundError()
  return known
}

const REQUIRED_ACCESS: readonly RequiredAccess[] = [
  'show',
  'member',
  'system admin',
  ...PROJECT_ROLES,
  ...PROJECT_ROLES.map((role) => `project ${role}` as const),
]

function readId(raw: Record<string, unknown>, ...members: string[]): number | null {
  const member = members.find((name) => raw[name] !== undefined)
  return pathId.safeParse(member === undefined ? undefined : raw[member]).data ?? null
}
