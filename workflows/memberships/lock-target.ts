import { LockMode } from '@mikro-orm/core'
import { Component } from '../../entities/component.ts'
import { Project } from '../../entities/project.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { notFoundError } from '../../src/errors.ts'
import { authorizeLockedProject } from '../../src/procedures/access/authorize-record.ts'
import { authorizeTarget, type Target } from '../../src/procedures/access/target.ts'

/** The locked project and component of a membership, in this lock order (rule A-66). */
export interface LockedTarget {
  target: Target
  projectId: number
  component: Component | null
}

const LOCK = { lockMode: LockMode.PESSIMISTIC_WRITE }

/**
 * Locks the project of a target, then the component. All membership changes of a project queue here, so it
 * checks again that the caller is an admin.
 */
export async function lockTarget({ em, db, actor }: UnitOfWork, target: Target): Promise<LockedTarget> {
  if (target.type === 'Project') {
    await authorizeLockedProject({ db, actor, id: target.id, needs: 'admin' })
    return { target, projectId: target.id, component: null }
  }
  const current = await em.findOne(Component, { id: target.id })
  const project = current && (await em.findOne(Project, { id: current.projectId }, LOCK))
  const component = await em.findOne(Component, { id: target.id }, { ...LOCK, refresh: true })
  if (!project || !component) throw notFoundError()
  await authorizeTarget(db, target, actor, 'admin')
  return { target, projectId: project.id, component }
}
