import { reading } from '../../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { OwnIdentities } from '../read/own-identities.schema.ts'
import { readOwnIdentities } from '../read/own-identities.ts'

const tags = ['Session and account']

export const identities = reading.session
  .meta({
    openapi: { method: 'GET', path: '/users/identities', tags, summary: 'Your linked sign-ins' },
  })
  .concat(rejectUnknownKeys)
  .output(OwnIdentities)
  .query(({ ctx: { db, actor, services } }) => readOwnIdentities(db, services.env, actor))
