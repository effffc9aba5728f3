import { LockMode } from '@mikro-orm/core'
import { Component } from '../../entities/component.ts'
import { Project } from '../../entities/project.ts'
import { admitTo, type Target } from '../../src/access/target.ts'
import type { Actor } from '../../src/access/actor.ts'
import { kysely, type Em } from '../../src/database.ts'
import { notFound } from '../../src/errors.ts'

/** The locked records behind a membership: always the project first, then the component (rule A-66). */
export interface LockedTarget {
  target: Target
  project: Project
  component: Component | null
  /** What the target is called, in messages. */
  name: string
}

const LOCK = { lockMode: LockMode.PESSIMISTIC_WRITE }

/**
 * Locks the project of a target, and the component itself, for an admin of it who was admitted before; all membership
 * changes of a project queue here, and one of them may have taken that right away.
 */
export async function lockTarget(em: Em, target: Target, actor: Actor): Promise<LockedTarget> {
  const locked = await lock(em, target)
  await admitTo(kysely(em), target, actor, 'admin')
  return locked
}

async function lock(em: Em, target: Target): Promise<LockedTarget> {
  if (target.type === 'Project') {
    const project = await em.findOne(Project, { id: target.id }, LOCK)
    if (!project) throw notFound()
    return { target, project, component: null, name: project.name }
  }
  const seen = await em.findOne(Component, { id: target.id })
  const project = seen && (await em.findOne(Project, { id: seen.projectId }, LOCK))
  const component = await em.findOne(Component, { id: target.id }, { ...LOCK, refresh: true })
  if (!project || !component) throw notFound()
  return { target, project, component, name: component.name }
}
