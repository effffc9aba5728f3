import { mayLag, reading } from '../../src/access/builders.ts'
import { knownMembersOnly } from '../../src/trpc.ts'
import { seriesOf } from '../reviews/read/counts/series.ts'
import { CommentSeries, SeriesRange } from '../reviews/read/counts/series.schema.ts'

export const projectSeries = reading
  .project('viewer')
  .use(mayLag)
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{projectId}/comment_series',
      tags: ['Comments and reviews'],
      summary: 'Comments of a project that were posted, decided and closed, by day',
    },
  })
  .input(SeriesRange)
  .concat(knownMembersOnly)
  .output(CommentSeries)
  .query(({ ctx, input }) =>
    seriesOf(
      ctx.db,
      ctx.services.answers,
      { projectId: ctx.standing.projectId },
      input,
      ctx.services.clock(),
    ),
  )
