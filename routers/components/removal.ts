import type { Component } from '../../entities/component.ts'
import type { Em, Reader } from '../../src/database.ts'
import { illegal } from '../../src/errors.ts'
import { forgetLandings } from './landings.ts'

/**
 * Deletes a component with all that is in it; 422 while another component overlays it (components 3.6). Requirements
 * that had moved here have no target any more, which the trail tells (3.9).
 */
export async function removeComponent(em: Em, db: Reader, component: Component): Promise<void> {
  const overlay = await db
    .selectFrom('components')
    .select('id')
    .where('component_id', '=', component.id)
    .executeTakeFirst()
  if (overlay) throw illegal('component.overlaid', 'Other components are overlays of this one.')
  await forgetLandings(em, db, { componentId: component.id })
  em.remove(component)
  await em.flush()
}
