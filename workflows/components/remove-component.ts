import type { Component } from '../../entities/component.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { stateError } from '../../src/errors.ts'
import { clearStoredTexts } from '../../src/procedures/idempotency/keys.ts'
import { forgetTargets } from '../relocations/forget-targets.ts'

/**
 * Deletes a component and its content; throws 422 if another component overlays it (rule C-35). Relocations
 * into it lose their target, with an audit entry (rule C-63).
 */
export async function removeComponent(
  { em, db }: Pick<UnitOfWork, 'em' | 'db'>,
  component: Component,
): Promise<void> {
  const overlay = await db
    .selectFrom('components')
    .select('id')
    .where('component_id', '=', component.id)
    .executeTakeFirst()
  if (overlay) throw stateError('component.overlaid', 'Other components are overlays of this one.')
  await forgetTargets({ em, db }, { componentId: component.id })
  await clearStoredTexts(db, { componentId: component.id })
  em.remove(component)
  await em.flush()
}
