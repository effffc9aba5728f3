import { withReplica, reading } from '../../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { createFigureSource } from '../../reviews/read/counts/by-component.ts'
import { CommentSeries, SeriesRange } from '../../reviews/read/counts/series.schema.ts'
import { readSeries } from '../../reviews/read/counts/series.ts'

export const componentSeries = reading
  .component('viewer')
  .use(withReplica)
  .meta({
    openapi: {
      method: 'GET',
      path: '/components/{componentId}/comment_series',
      tags: ['Comments and reviews'],
      summary: 'Comments of a component that were posted, decided and closed, by day',
    },
  })
  .input(SeriesRange)
  .concat(rejectUnknownKeys)
  .output(CommentSeries)
  .query(({ ctx, input }) =>
    readSeries(
      createFigureSource(ctx.db, ctx.services.figureCache, { componentId: ctx.scope.component_id }),
      input,
      ctx.services.clock(),
    ),
  )
