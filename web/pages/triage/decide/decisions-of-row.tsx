import { memo, type ReactNode } from 'react'
import { t } from '../../../languages/t.ts'
import { formatSection } from '../../authoring/section-labels.ts'
import { findDenialReason, type CommentPermissions } from '../comment/allowed-actions.ts'
import type { SimilarComment } from '../comment/similar-comments.tsx'
import type { Person } from '../people.ts'
import type { Row } from '../queue/rows.ts'
import { Answer } from './answer.tsx'
import { DecidePanel } from './decide-panel.tsx'
import { DraftNote } from './draft-note.tsx'
import type { DecisionControls } from './use-deciding.ts'

/** The decisions on the selected comment, and the form of the chosen one. */
export const DecisionsOfRow = memo(function DecisionsOfRow({
  row,
  projectId,
  people,
  userId,
  alike,
  deciding,
  allowed,
  selected,
  next,
  banners,
  onMore,
}: {
  row: Row
  projectId: number
  people: readonly Person[]
  /** The signed-in user. */
  userId: number
  alike: readonly SimilarComment[]
  deciding: DecisionControls
  allowed: CommentPermissions
  /** The number of selected comments: a decision applies to all of them. */
  selected: number
  next: Row | undefined
  banners: ReactNode
  onMore: () => void
}) {
  const { form, closeForm, commit, choose } = deciding
  // Reply and fix have their own places and don't replace the decisions.
  const isFormOpen = form !== null && form.kind !== 'reply' && form.kind !== 'edit'
  return (
    <DecidePanel
      banners={banners}
      reason={selected > 0 ? null : findDenialReason(allowed, 'triage')}
      label={
        selected > 0 ? t('Decide on {selected} selected', { selected }) : t('Decide on {id}', { id: row.id })
      }
      draft={selected === 0 && <DraftNote reviewId={row.id} isFormOpen={form !== null} />}
      onChoose={choose}
      onMore={onMore}
      next={next ? t('Next: {id}, {section}', { id: next.id, section: formatSection(next.section) }) : null}
    >
      {isFormOpen && (
        <Answer {...{ form, row, projectId, people, userId, alike }} onVerdict={commit} onLeave={closeForm} />
      )}
    </DecidePanel>
  )
})
