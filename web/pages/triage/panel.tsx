import { memo } from 'react'
import type { Summary } from '../components/phase.ts'
import { placeWords } from '../authoring/section-words.ts'
import { allowedIn } from '../comments/comment.tsx'
import { DISPOSITIONS } from '../components/states-of.ts'
import { Answer } from './answer.tsx'
import { CommentPane, type Alike } from './comment-pane.tsx'
import { DecidePanel } from './decide-panel.tsx'
import type { Failure } from './desk.ts'
import { nameIn, type Person } from './people.ts'
import type { Row } from './rows.ts'
import { FailureStrip, ToldStrip } from './strips.tsx'
import styles from './triage.module.css'
import type { Deciding } from './use-deciding.ts'
import type { Told } from './use-live.ts'
import { whyFixed } from './why-not.ts'

/** The comment in hand with its strips, and the decisions below it. */
export const Panel = memo(function Panel({
  row,
  component,
  projectId,
  people,
  own,
  alike,
  deciding,
  reason,
  selected,
  failed,
  told,
  next,
  hrefOf,
  onMore,
}: {
  row: Row
  component: Summary
  projectId: number
  people: readonly Person[]
  /** Who is signed in. */
  own: number
  alike: readonly Alike[]
  deciding: Deciding
  reason: string | null
  /** How many are selected: a decision is for all of them. */
  selected: number
  failed: Failure | undefined
  told: Told | null
  next: Row | undefined
  hrefOf: (id: number) => string
  onMore: () => void
}) {
  const { asking, ask, take, leave, commit, choose, again } = deciding
  return (
    <div className={styles['panel']}>
      <div className={styles['scroll']}>
        <CommentPane
          row={row}
          assignee={nameIn(people, row.assignee_id)}
          allowed={allowedIn(component)}
          alike={alike}
          replying={asking?.kind === 'reply'}
          hrefOf={hrefOf}
          onCurrent={take}
          onReply={(open) => (open ? ask({ kind: 'reply' }) : leave())}
        >
          {failed && <FailureStrip failure={failed} onAgain={again} />}
          {!failed && told?.id === row.id && (
            <ToldStrip
              key={told.key}
              told={told}
              words={DISPOSITIONS[row.triage_status ?? 'pending'].words}
            />
          )}
        </CommentPane>
      </div>
      <DecidePanel
        reason={reason ?? whyFixed(row)}
        label={selected > 0 ? `Decide on ${selected} selected` : `Decide on ${row.id}`}
        onChoose={choose}
        onMore={onMore}
        next={next ? `Next: ${next.id}, ${placeWords(next.section)}` : null}
      >
        {asking && (
          <Answer
            asking={asking}
            row={row}
            projectId={projectId}
            people={people}
            own={own}
            alike={alike}
            onVerdict={commit}
            onLeave={leave}
          />
        )}
      </DecidePanel>
    </div>
  )
})
