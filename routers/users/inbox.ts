import { reading } from '../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { Inbox } from './read/inbox.schema.ts'
import { readInbox } from './read/inbox.ts'

export const mine = reading.signedIn
  .meta({
    openapi: {
      method: 'GET',
      path: '/users/inbox',
      tags: ['Notifications'],
      summary:
        'Comments assigned to you, reviews that you can give, requested changes, mentions and proposed relocations, in all projects',
    },
  })
  .concat(rejectUnknownKeys)
  .output(Inbox)
  .query(({ ctx }) => readInbox(ctx.db, ctx.actor.id))
