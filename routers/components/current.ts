import type { Component } from '../../entities/component.ts'
import type { EffectiveAccess } from '../../src/audit/actor.ts'
import type { Queries } from '../../src/database/database.ts'
import { assertFresh, type GuardInput } from '../../src/procedures/schemas/guards.ts'
import type { RequestContext } from '../../src/request-context.ts'
import { readComponentSummary } from './read/component-summary.ts'

interface GuardedComponent {
  db: Queries
  component: Component
  effectiveAccess: EffectiveAccess
  services: Pick<RequestContext['services'], 'clock'>
  request: RequestContext['request']
}

/** Returns the component as its endpoints do. */
export async function readCurrent({ db, component, effectiveAccess, services }: GuardedComponent) {
  return { component: await readComponentSummary(db, component.id, effectiveAccess.role, services.clock()) }
}

/** Checks the guards of a write on the component (rule E-14). */
export function assertCurrent(ctx: GuardedComponent, guards: GuardInput): Promise<void> {
  return assertFresh(ctx.request, guards, ctx.component, () => readCurrent(ctx))
}
