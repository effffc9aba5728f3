import { reading } from '../../../src/procedures/access/builders.ts'
import { Identity, toIdentity } from '../../auth/identity.schema.ts'

const tags = ['Session and account']

export const edit = reading.signedIn
  .meta({
    openapi: {
      method: 'GET',
      path: '/users/edit',
      tags,
      summary: 'The current user, for the profile page',
    },
  })
  .output(Identity)
  .query(({ ctx }) => toIdentity(ctx.actor))
