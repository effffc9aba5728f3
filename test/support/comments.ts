import type { Component } from '../../entities/component.ts'
import type { Project } from '../../entities/project.ts'
import type { Rule } from '../../entities/rule.ts'
import type { User } from '../../entities/user.ts'
import type { Role } from '../../src/vocabulary.ts'
import type { World } from './world.ts'

/** A project with one component, one requirement and a user of every role; used by most comment tests. */
export interface CommentScene extends Record<Role, User> {
  project: Project
  component: Component
  rule: Rule
  nonMember: User
  systemAdmin: User
}

export async function createCommentScene(
  world: World,
  values: Parameters<World['createComponent']>[1] & { visibility?: 'hidden' | 'discoverable' } = {},
): Promise<CommentScene> {
  const { visibility = 'hidden', ...fields } = values
  const project = await world.createProject({ visibility })
  const [component, viewer, author, reviewer, admin, nonMember, systemAdmin] = await Promise.all([
    world.createComponent(project, fields),
    world.createMember(project, 'viewer'),
    world.createMember(project, 'author'),
    world.createMember(project, 'reviewer'),
    world.createMember(project, 'admin'),
    world.createUser(),
    world.createSystemAdmin(),
  ])
  const rule = await world.createRule(component)
  return { project, component, rule, viewer, author, reviewer, admin, nonMember, systemAdmin }
}

/** The four phases of rule R-14. */
export const PHASES = {
  open: { commentPhase: 'open', closedReason: null },
  closed: { commentPhase: 'closed', closedReason: null },
  adjudicating: { commentPhase: 'closed', closedReason: 'adjudicating' },
  finalized: { commentPhase: 'closed', closedReason: 'finalized' },
} as const

/** Sets the comment phase of a component directly. */
export async function setPhase(
  world: World,
  component: Component,
  phase: keyof typeof PHASES,
): Promise<void> {
  const { commentPhase, closedReason } = PHASES[phase]
  await world.database.queries
    .updateTable('components')
    .set({ comment_phase: commentPhase, closed_reason: closedReason })
    .where('id', '=', component.id)
    .execute()
}

/** A scene with three comments of its viewer on one requirement. */
export async function createThreeComments(world: World, values: Parameters<World['createReview']>[2] = {}) {
  const scene = await createCommentScene(world)
  const comment = () => world.createReview(scene.rule, scene.viewer, values)
  // Created one after the other, so that their ids are in this order.
  const reviews = [await comment(), await comment(), await comment()]
  return { ...scene, reviews, ids: reviews.map(({ id }) => id) }
}

/** The audit entries of a component's reviews, oldest first. */
export function readComponentEntries(world: World, componentId: number) {
  return world.database.queries
    .selectFrom('audit_entries')
    .selectAll()
    .where('component_id', '=', componentId)
    .where('auditable_type', '=', 'Review')
    .orderBy('id')
    .execute()
}

/** The audit entries of a review, oldest first. */
export function readReviewEntries(world: Pick<World, 'database'>, id: number) {
  return world.database.queries
    .selectFrom('audit_entries')
    .selectAll()
    .where('auditable_type', '=', 'Review')
    .where('auditable_id', '=', id)
    .orderBy('id')
    .execute()
}
