import { audited, told, type Writes } from '../writes.ts'
import { VIEW, view } from '../reviews.ts'

/** What is decided about one comment. */
export const DECISIONS: Writes = {
  'PATCH /reviews/{reviewId}/section': {
    of: 'review',
    write: async (asked, run) => {
      const { ids, body, session } = asked
      const [review] = await run('lock', 'select * from reviews where id = $1 for update', ids)
      await run(
        'update',
        'update reviews set section = $2, updated_at = now(), lock_version = lock_version + 1 where id = $1',
        [ids[0], body['section']],
      )
      const changes = { section: [review?.['section'], body['section']] }
      await audited(run, asked, [{ action: 'update', type: 'Review', id: ids[0], changes }])
      await told(run, asked, 'comment.section_changed', { review_id: ids[0] })
      const [row] = await run('view', VIEW('v.id = $1'), [ids[0], session['user_id']])
      return { review: view(row ?? {}) }
    },
  },
}
