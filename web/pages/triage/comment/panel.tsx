import { memo, type ReactNode } from 'react'
import type { DecisionControls } from '../decide/use-deciding.ts'
import { findName, type Person } from '../people.ts'
import type { Row } from '../queue/rows.ts'
import { CommentPane } from './comment-pane.tsx'
import type { SimilarComment } from './similar-comments.tsx'
import styles from './panel.module.css'

/** The selected comment; `end` follows the last decision, `decisions` are below everything. */
export const Panel = memo(function Panel({
  row,
  people,
  alike,
  deciding,
  toHref,
  end,
  decisions,
}: {
  row: Row
  people: readonly Person[]
  alike: readonly SimilarComment[]
  deciding: DecisionControls
  toHref: (id: number) => string
  end: ReactNode
  decisions: ReactNode
}) {
  const { form, showForm, select, closeForm } = deciding
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
        />
      </div>
      {decisions}
    </div>
  )
})
