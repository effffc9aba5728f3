import { reading } from '../../src/procedures/access/builders.ts'
import { Identity, toIdentity } from './identity.schema.ts'

const tags = ['Session and account']

export const me = reading.signedIn
  .meta({ openapi: { method: 'GET', path: '/api/auth/me', tags, summary: 'Who is signed in' } })
  .output(Identity)
  .query(({ ctx }) => toIdentity(ctx.actor))
