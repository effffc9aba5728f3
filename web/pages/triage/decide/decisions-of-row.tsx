import { memo } from 'react'
import { t } from '../../../languages/t.ts'
import { sectionLabel } from '../../authoring/section-labels.ts'
import { refusalOf, type Allowed } from '../comment/allowed-actions.ts'
import type { SimilarComment } from '../comment/similar-comments.tsx'
import type { Person } from '../people.ts'
import type { Row } from '../queue/rows.ts'
import { Answer } from './answer.tsx'
import { DecidePanel } from './decide-panel.tsx'
import { DraftNote } from './draft-note.tsx'
import type { Deciding } from './use-deciding.ts'

/** The decisions on the comment in hand, and what the one that was chosen asks for. */
export const DecisionsOfRow = memo(function DecisionsOfRow({
  row,
  projectId,
  people,
  own,
  alike,
  deciding,
  allowed,
  selected,
  next,
  onMore,
}: {
  row: Row
  projectId: number
  people: readonly Person[]
  /** Who is signed in. */
  own: number
  alike: readonly SimilarComment[]
  deciding: Deciding
  allowed: Allowed
  /** How many are selected: a decision is for all of them. */
  selected: number
  next: Row | undefined
  onMore: () => void
}) {
  const { asking, leave, commit, choose } = deciding
  // A reply and the fix are written where they belong, and leave the decisions in their place.
  const isAsked = asking !== null && asking.kind !== 'reply' && asking.kind !== 'edit'
  return (
    <DecidePanel
      reason={selected > 0 ? null : refusalOf(allowed, 'triage')}
      label={
        selected > 0 ? t('Decide on {selected} selected', { selected }) : t('Decide on {id}', { id: row.id })
      }
      draft={selected === 0 && <DraftNote reviewId={row.id} isAsked={asking !== null} />}
      onChoose={choose}
      onMore={onMore}
      next={next ? t('Next: {id}, {section}', { id: next.id, section: sectionLabel(next.section) }) : null}
    >
      {isAsked && (
        <Answer {...{ asking, row, projectId, people, own, alike }} onVerdict={commit} onLeave={leave} />
      )}
    </DecidePanel>
  )
})
