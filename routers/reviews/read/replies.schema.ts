import { z } from 'zod'
import { page, perPage } from '../../../src/procedures/schemas/shapes.ts'
import { OwnActions } from './allowed-actions.ts'
import { ReviewView } from './review.schema.ts'

/** A reply in a thread, with the actions of its author. */
export const ReplyView = ReviewView.extend(OwnActions).meta({
  id: 'Reply',
  description: 'A reply to a comment.',
})

/** A page of replies; most threads fit on one page (rule R-48). */
export const ResponsePage = z.object({ page, per_page: perPage(1000, 1000) })
export const ResponseList = z.object({ rows: z.array(ReplyView) }).meta({ id: 'ResponseList' })
