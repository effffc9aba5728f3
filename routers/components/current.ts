import type { Component } from '../../entities/component.ts'
import type { RequestContext, Standing } from '../../src/context.ts'
import type { Reader } from '../../src/database.ts'
import { assertFresh, type GivenGuards } from '../../src/guards.ts'
import { componentSummary } from './summary.read.ts'

interface Guarding {
  db: Reader
  component: Component
  standing: Standing
  services: Pick<RequestContext['services'], 'clock'>
  request: RequestContext['request']
}

/** The component as its own answers show it. */
export async function current({ db, component, standing, services }: Guarding) {
  return { component: await componentSummary(db, component.id, standing.role, services.clock()) }
}

/** The guards of a write of the component (contract, decision 13). */
export function assertCurrent(ctx: Guarding, given: GivenGuards): Promise<void> {
  return assertFresh(ctx.request, given, ctx.component, () => current(ctx))
}
