import { memo, useCallback, useMemo, type ReactNode } from 'react'
import type { Outputs } from '../../../api/client.ts'
import { IconButton } from '../../../kit/button.tsx'
import { Split } from '../../../kit/split.tsx'
import { rich } from '../../../languages/rich.ts'
import { formatNumber, t } from '../../../languages/t.ts'
import type { RequirementTitles } from '../../authoring/requirement-titles.ts'
import { formatSection } from '../../authoring/section-labels.ts'
import type { DecisionControls } from '../decide/use-deciding.ts'
import { AcceptAndEdit } from '../lazy-parts.ts'
import { RequirementPane } from '../requirement/requirement-pane.tsx'
import type { Sort } from '../search.ts'
import { findSiblings } from './groups.ts'
import { QueuePane } from './queue-pane.tsx'
import type { Row } from './rows.ts'
import { useValueAfterPaint } from './use-value-after-paint.ts'
import styles from './panes.module.css'

interface PanesProps {
  rows: readonly Row[]
  row: Row
  /** The number of undecided comments, loaded or not. */
  undecidedCount: number
  /** More comments are loading. */
  isLoadingMore: boolean
  sort: Sort
  /** The user works requirement by requirement: all sections are expanded. */
  byRequirement: boolean
  selected: ReadonlySet<number>
  titles: RequirementTitles
  projectId: number
  deciding: DecisionControls
  toHref: (id: number) => string
  panel: ReactNode
}

/** Queue, requirement and comment side by side; on a phone stacked, with buttons to the next comment. */
export const Panes = memo(function Panes(props: PanesProps) {
  const { rows, row, undecidedCount, isLoadingMore, sort, byRequirement, selected, titles, toHref, panel } =
    props
  const { projectId, deciding } = props
  const { form, select, selectNeighbor, closeForm, moveToNext } = deciding
  // Render the decision and the next comment first; the requirement, usually the same one, follows.
  const { row: later, rows: laterRows } = useValueAfterPaint(useMemo(() => ({ row, rows }), [row, rows]))
  const siblings = useMemo(() => findSiblings(later, laterRows, sort), [laterRows, later, sort])
  const edit = useCallback(
    (rule: Outputs['rules']['show']) => (
      <AcceptAndEdit row={row} rule={rule} projectId={projectId} onDone={moveToNext} onLeave={closeForm} />
    ),
    [row, projectId, moveToNext, closeForm],
  )
  return (
    <Split
      name="triage-queue"
      side="start"
      start={276}
      label={t('the queue')}
      pane={
        <QueuePane
          rows={rows}
          isLoadingMore={isLoadingMore}
          current={row}
          selected={selected}
          titles={titles}
          sort={sort}
          folded={byRequirement}
          toHref={toHref}
          onCurrent={select}
        />
      }
    >
      <PhoneSteps row={row} undecidedCount={undecidedCount} onStep={selectNeighbor} />
      <Split name="triage-comment" side="end" start={400} label={t('the comment')} pane={panel} paneFirst>
        <RequirementPane
          row={later}
          siblings={siblings}
          unfolded={byRequirement}
          toHref={toHref}
          onCurrent={select}
          edit={form?.kind === 'edit' ? edit : null}
        />
      </Split>
    </Split>
  )
})

/** On a phone, which has no queue: the selected comment, with next and previous buttons. */
function PhoneSteps({
  row,
  undecidedCount,
  onStep,
}: {
  row: Row
  undecidedCount: number
  onStep: (direction: 1 | -1) => void
}) {
  return (
    <div className="only-narrow">
      <div className={styles['place']}>
        <StepButton direction={-1} onStep={onStep} />
        <span className="cut">
          <b>
            {rich('{id} on {section}', {
              id: row.id,
              section: row.rule_id === null ? t('the component') : formatSection(row.section),
            })}
          </b>{' '}
          <span className="muted">{t('{count} left', { count: formatNumber(undecidedCount) })}</span>
        </span>
        <StepButton direction={1} onStep={onStep} />
      </div>
    </div>
  )
}

/** Does not depend on the comment, so that a decision does not render it again. */
const StepButton = memo(function StepButton({
  direction,
  onStep,
}: {
  direction: 1 | -1
  onStep: (direction: 1 | -1) => void
}) {
  return (
    <IconButton
      icon={direction === 1 ? 'right' : 'left'}
      label={direction === 1 ? t('Next comment') : t('Previous comment')}
      onPress={() => onStep(direction)}
    />
  )
})
