import { memo, useCallback, useMemo, type ReactNode } from 'react'
import { useAfterFrame } from './use-after-frame.ts'
import { IconButton } from '../../kit/button.tsx'
import { Split } from '../../kit/split.tsx'
import type { Rule } from '../authoring/fields.ts'
import { placeWords } from '../authoring/section-words.ts'
import { AcceptAndEdit } from './parts.ts'
import { QueuePane } from './queue-pane.tsx'
import { RequirementPane } from './requirement-pane.tsx'
import { siblingsOf, type Row } from './rows.ts'
import type { Sort } from './search.ts'
import styles from './triage.module.css'
import type { Deciding } from './use-deciding.ts'

/** Queue, requirement and comment side by side; on a phone one below the other, with a way to the next comment. */
export const Panes = memo(function Panes({
  rows,
  row,
  left,
  isReading,
  sort,
  byRequirement,
  selected,
  titles,
  projectId,
  deciding,
  hrefOf,
  panel,
}: {
  rows: readonly Row[]
  row: Row
  /** How many wait for a decision, read or not. */
  left: number
  /** More comments are on their way. */
  isReading: boolean
  sort: Sort
  /** One works requirement by requirement: all of it is unfolded. */
  byRequirement: boolean
  selected: ReadonlySet<number>
  titles: ReadonlyMap<number, string>
  projectId: number
  deciding: Deciding
  hrefOf: (id: number) => string
  panel: ReactNode
}) {
  const { asking, take, step, leave, goOn } = deciding
  // The decision and the next comment come first; the requirement, as a rule the same one, follows them.
  const later = useAfterFrame(row)
  const laterRows = useAfterFrame(rows)
  const siblings = useMemo(() => siblingsOf(later, laterRows, sort), [laterRows, later, sort])
  const edit = useCallback(
    (rule: Rule) => (
      <AcceptAndEdit row={row} rule={rule} projectId={projectId} onDone={goOn} onLeave={leave} />
    ),
    [row, projectId, goOn, leave],
  )
  return (
    <Split
      name="triage-queue"
      side="start"
      start={276}
      label="the queue"
      pane={
        <QueuePane
          rows={rows}
          isReading={isReading}
          current={row}
          selected={selected}
          titles={titles}
          sort={sort}
          folded={byRequirement}
          hrefOf={hrefOf}
          onCurrent={take}
        />
      }
    >
      <div className="only-narrow">
        <div className={styles['place']}>
          <IconButton icon="left" label="Previous comment" onPress={() => step(-1)} />
          <span className="cut">
            <b>
              {row.id} on {row.rule_id === null ? 'the component' : placeWords(row.section)}
            </b>{' '}
            <span className="muted">{left.toLocaleString('en-US')} left</span>
          </span>
          <IconButton icon="right" label="Next comment" onPress={() => step(1)} />
        </div>
      </div>
      <Split name="triage-comment" side="end" start={400} label="the comment" pane={panel} paneFirst>
        <RequirementPane
          row={later}
          siblings={siblings}
          unfolded={byRequirement}
          hrefOf={hrefOf}
          onCurrent={take}
          edit={asking?.kind === 'edit' ? edit : null}
        />
      </Split>
    </Split>
  )
})
