import { memo, Suspense, type ReactNode } from 'react'
import { DISPOSITIONS } from '../../components/decision-labels.ts'
import type { Deciding } from '../decide/use-deciding.ts'
import { FailureBanner, NoticeBanner } from '../lazy-parts.ts'
import { findName, type Person } from '../people.ts'
import type { Row } from '../queue/rows.ts'
import type { LiveNotice } from '../queue/use-live-queue.ts'
import type { Failure } from '../undo/store.ts'
import { CommentPane } from './comment-pane.tsx'
import type { SimilarComment } from './similar-comments.tsx'
import styles from './panel.module.css'

/** The selected comment with its banners; `end` follows the last decision, `decisions` are below everything. */
export const Panel = memo(function Panel({
  row,
  people,
  alike,
  deciding,
  failed,
  notice,
  toHref,
  end,
  decisions,
}: {
  row: Row
  people: readonly Person[]
  alike: readonly SimilarComment[]
  deciding: Deciding
  failed: Failure | undefined
  notice: LiveNotice | null
  toHref: (id: number) => string
  end: ReactNode
  decisions: ReactNode
}) {
  const { form, showForm, select, closeForm, retry } = deciding
  return (
    <div className={styles['panel']}>
      <div className={styles['scroll']}>
        {end}
        <CommentPane
          row={row}
          assignee={findName(people, row.assignee_id)}
          alike={alike}
          replying={form?.kind === 'reply'}
          toHref={toHref}
          onCurrent={select}
          onReply={(open) => (open ? showForm({ kind: 'reply' }) : closeForm())}
        >
          <Suspense>
            {failed && <FailureBanner failure={failed} onAgain={retry} />}
            {!failed && notice?.id === row.id && (
              <NoticeBanner
                key={notice.key}
                notice={notice}
                label={DISPOSITIONS[row.triage_status ?? 'pending'].label}
              />
            )}
          </Suspense>
        </CommentPane>
      </div>
      {decisions}
    </div>
  )
})
