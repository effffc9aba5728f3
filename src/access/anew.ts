import { z } from 'zod'
import type { Actor } from './actor.ts'
import type { Queries } from '../database.ts'
import { notFound } from '../errors.ts'
import type { Access } from '../meta.ts'
import { isRecord } from '../wire/refused-input.ts'
import { pathId } from '../wire/shapes.ts'
import { needed } from './by-body.ts'
import { admitToTrail, TRAIL } from './trail.ts'
import { admitToRelocation, proposalScope } from './relocations.ts'
import { componentScope, projectScope, reviewScope, ruleScope } from './scopes.ts'
import { admitToAllReviews } from './selection.ts'
import { admit, isConcealed, standingOf, type Needs, type ScopeRow } from './standing.ts'
import { targetIn } from './target.ts'
import { PROJECT_ROLES } from '../vocabulary.ts'

/** Whose request it is, and what it asks for; its values may be unusable. */
export interface Asked {
  db: Queries
  actor: Actor
  access: Access
  raw: Record<string, unknown>
}

/**
 * Decides again whether the caller may do what a request asks for, from the declaration that its builder was made of.
 * It asks who the caller is to the record, and not what state the record is in, which the request itself may have
 * changed; nothing is locked. Answers the record's place, null where there is none or nothing usable names it.
 * @throws the 404 or 403 as for everybody
 */
export async function decideAnew(asked: Asked): Promise<ScopeRow | null> {
  const decide = DECISIONS[asked.access.record]
  if (!decide) throw notFound()
  return decide(asked)
}

/** Whether `decideAnew` knows what an operation asks of its callers; else nothing kept of it would ever be repeated. */
export function isDecidable(access: Access | undefined): boolean {
  if (!access || !Object.hasOwn(DECISIONS, access.record)) return false
  const { record, needs, depends } = access
  const asksNothing = record === 'none' || record === 'user' || needs === 'discoverable'
  return asksNothing || depends !== undefined || NEEDS.some((known) => known === needs)
}

/** Throws the 404 or 403 of somebody who is no member of the project (any more). */
export async function assertStillMember(db: Queries, projectId: number, actor: Actor): Promise<void> {
  await admit(db, await projectScope(db, projectId, actor), actor, 'member')
}

type Decision = (asked: Asked) => Promise<ScopeRow | null>

/** By the record that an operation declares; system administrators are asked for before the operation begins. */
const DECISIONS: Record<string, Decision> = {
  none: () => Promise.resolve(null),
  user: async ({ db, raw }) => {
    const id = idIn(raw, 'userId')
    const user =
      id === null || (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst())
    if (!user) throw notFound()
    return null
  },
  project: (asked) => admitted(asked, ['projectId', 'id'], projectScope),
  component: async (asked) => {
    const row = await admitted(asked, ['target_component_id', 'componentId', 'id'], componentScope)
    if (asked.raw['target_component_id'] !== undefined) await assertProposalSeen(asked)
    return row
  },
  rule: (asked) => admitted(asked, ['rule_id', 'ruleId'], ruleScope),
  review: (asked) => admitted(asked, ['reviewId'], reviewScope),
  reviews: async (asked) => {
    const { filter, review_ids: given } = asked.raw
    if (isRecord(filter)) return admitted({ ...asked, raw: filter }, ['component_id'], componentScope)
    const ids = z.array(pathId).safeParse(given).data ?? []
    const [row] = await admitToAllReviews(asked.db, [...new Set(ids)], asked.actor, needsOf(asked))
    return row ?? null
  },
  target: async (asked) => {
    if (asked.access.needs === TRAIL) {
      await admitToTrail(asked.db, asked.actor, asked.raw)
      return null
    }
    const target = targetIn(asked.raw['membership'])
    if (!target) return null
    const scope = target.type === 'Project' ? projectScope : componentScope
    return admitted({ ...asked, raw: { id: target.id } }, ['id'], scope)
  },
}

/** Admits to the record that the first of these members names. */
async function admitted(
  asked: Asked,
  members: readonly string[],
  scope: (db: Queries, id: number, actor: Actor) => Promise<ScopeRow | undefined>,
): Promise<ScopeRow | null> {
  const { db, actor, access } = asked
  const id = idIn(asked.raw, ...members)
  if (id === null) return null
  const row = await scope(db, id, actor)
  if (access.needs === 'discoverable') assertKnown(row, actor)
  else await admit(db, row, actor, needsOf(asked))
  return row ?? null
}

/** Answers to a proposal name their target, and tell of its source (rule C-64). */
async function assertProposalSeen({ db, actor, raw }: Asked): Promise<void> {
  const id = idIn(raw, 'id')
  if (id === null) throw notFound()
  await admitToRelocation(db, await proposalScope(db, id, actor), actor)
}

function assertKnown(row: ScopeRow | undefined, actor: Actor): void {
  if (!row || isConcealed(row, standingOf(row, actor))) throw notFound()
}

function needsOf({ access, raw }: Asked): Needs {
  if (access.depends) return needed(access.depends, raw)
  const known = NEEDS.find((needs) => needs === access.needs)
  if (!known) throw notFound()
  return known
}

const NEEDS: readonly Needs[] = [
  'show',
  'member',
  ...PROJECT_ROLES,
  ...PROJECT_ROLES.map((role) => `project ${role}` as const),
]

function idIn(raw: Record<string, unknown>, ...members: string[]): number | null {
  const member = members.find((name) => raw[name] !== undefined)
  return pathId.safeParse(member === undefined ? undefined : raw[member]).data ?? null
}
