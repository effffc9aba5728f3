import { sql } from 'kysely'
import type { Component } from '../../entities/component.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { isComponentMember } from '../../src/auth/access/membership-sql.ts'
import { DomainError } from '../../src/errors.ts'
import { announceComponent } from '../../src/outbox/component-chat.ts'
import { clearStoredTexts } from '../../src/procedures/idempotency/keys.ts'
import { clearTargets } from '../relocations/clear-targets.ts'

const MAX_NAMED_OVERLAYS = 25

/**
 * Deletes a component and its content; throws 422 if another component overlays it, and names the overlays that the
 * actor can read (rule C-35). Relocations into it lose their target, with an audit entry (rule C-63).
 */
export async function removeComponent(work: UnitOfWork, component: Component): Promise<void> {
  const { em, db, actor } = work
  const isReadable = sql<boolean>`(c.released or ${isComponentMember(actor)})`
  const overlays = await db
    .selectFrom('components as c')
    .select(['c.id', 'c.name', 'c.version', 'c.release', isReadable.as('is_readable')])
    .where('c.component_id', '=', component.id)
    .orderBy('is_readable', 'desc')
    .orderBy('c.name')
    .orderBy('c.id')
    .limit(MAX_NAMED_OVERLAYS)
    .execute()
  if (overlays.length > 0) {
    const named = overlays.flatMap(({ is_readable: isNamed, ...overlay }) => (isNamed ? [overlay] : []))
    throw new DomainError('invalid', 'component.overlaid', 'Other components are overlays of this one.', {
      members: { overlays: named },
    })
  }
  await announceComponent(work, component, 'removed')
  await clearTargets({ em, db }, { componentId: component.id })
  await clearStoredTexts(db, { componentId: component.id })
  em.remove(component)
  await em.flush()
}
