import type { ReactNode } from 'react'
import { IconButton } from '../../kit/button.tsx'
import { Split } from '../../kit/split.tsx'
import { placeWords } from '../authoring/section-words.ts'
import { AcceptAndEdit } from './parts.ts'
import { QueuePane } from './queue-pane.tsx'
import { RequirementPane } from './requirement-pane.tsx'
import { groupOf, isUndecided, type Row } from './rows.ts'
import type { Sort } from './search.ts'
import styles from './triage.module.css'
import type { Deciding } from './use-deciding.ts'

/** Queue, requirement and comment side by side; on a phone one below the other, with a way to the next comment. */
export function Panes({
  rows,
  row,
  place,
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
  place: number
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
  const { asking, take, go, leave, goOn } = deciding
  const left = rows.filter(isUndecided).length
  return (
    <Split
      name="triage-queue"
      side="start"
      start={276}
      label="the queue"
      pane={
        <QueuePane
          rows={rows}
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
          <IconButton icon="left" label="Previous comment" onPress={() => go(rows[place - 1])} />
          <span className="cut">
            <b>
              {row.id} on {row.rule_id === null ? 'the component' : placeWords(row.section)}
            </b>{' '}
            <span className="muted">{left.toLocaleString('en-US')} left</span>
          </span>
          <IconButton icon="right" label="Next comment" onPress={() => go(rows[place + 1])} />
        </div>
      </div>
      <Split name="triage-comment" side="end" start={400} label="the comment" pane={panel} paneFirst>
        <RequirementPane
          key={row.id}
          row={row}
          siblings={rows.filter((one) => one.id !== row.id && groupOf(one) === groupOf(row))}
          unfolded={byRequirement}
          hrefOf={hrefOf}
          onCurrent={take}
          edit={
            asking?.kind === 'edit'
              ? (rule) => (
                  <AcceptAndEdit row={row} rule={rule} projectId={projectId} onDone={goOn} onLeave={leave} />
                )
              : null
          }
        />
      </Split>
    </Split>
  )
}
