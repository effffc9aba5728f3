import { reading } from '../../src/procedures/access/builders.ts'
import { Navigation } from './read/navigation.schema.ts'
import { readNavigation } from './read/navigation.ts'

const tags = ['System']

export const navigation = reading.signedIn
  .meta({
    openapi: { method: 'GET', path: '/api/navigation', tags, summary: 'Your menu and open access requests' },
  })
  .output(Navigation)
  .query(({ ctx: { db, actor, services } }) => readNavigation(db, services, actor))
