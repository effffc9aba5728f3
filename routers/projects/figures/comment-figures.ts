import { reading, withReplica } from '../../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { CommentFigures, readCommentFigures } from '../read/comment-figures.ts'

export const commentFigures = reading.signedIn
  .use(withReplica)
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/projects/comment_figures',
      tags: ['Projects'],
      summary: 'Comments of your projects, in figures',
    },
  })
  .concat(rejectUnknownKeys)
  .output(CommentFigures)
  .query(({ ctx: { db, actor, services } }) =>
    readCommentFigures(db, services.figureCache, actor.id, services.clock()),
  )
