import { useMemo } from 'react'
import { formatCalendarDate, parseTimestamp } from '../../../api/time.ts'
import { Empty } from '../../../app/states.tsx'
import { useEventCallback } from '../../../app/use-event-callback.ts'
import { useMediaQuery } from '../../../app/use-media-query.ts'
import { Grid, type Column } from '../../../kit/grid.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { t } from '../../../languages/t.ts'
import { SECTION_LABELS } from '../../authoring/section-labels.ts'
import { Disposition } from '../../comments/comment-body.tsx'
import { findName, type Person } from '../people.ts'
import type { Row } from '../queue/rows.ts'
import { formatShortAge } from '../queue/short-age.ts'

const getKey = ({ id }: Row) => id

const MINUTE_MS = 60_000
/** The width of the comment column on a phone; the columns after it are reached by scrolling. */
const REST_OF_WINDOW = 'calc(100vw - 156px)'

interface TableProps {
  rows: readonly Row[]
  total: number
  current: number | null
  selected: ReadonlySet<number>
  people: readonly Person[]
  onCurrent: (id: number) => void
  onOpen: (id: number) => void
  onSelect: (id: number) => void
}

/** All filtered comments as a table: select with X, open with Enter. */
export function TableView({
  rows,
  total,
  current,
  selected,
  people,
  onCurrent,
  onOpen,
  onSelect,
}: TableProps) {
  const isNarrow = useMediaQuery('(max-width: 719px)')
  const select = useEventCallback(onSelect)
  const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const columns = useMemo(() => {
    const tick = selectColumn(selected, select)
    const columns = createColumns(people, new Date(minute))
    return isNarrow ? narrow([tick, ...columns]) : [tick, ...columns]
  }, [selected, select, people, minute, isNarrow])
  if (rows.length === 0) return <Empty>{t('No comments match these filters')}</Empty>
  return (
    <Grid
      label={t('Comments')}
      columns={columns}
      rows={rows}
      total={total}
      getKey={getKey}
      current={current}
      onCurrent={({ id }) => onCurrent(id)}
      onOpen={({ id }) => onOpen(id)}
      isSelected={({ id }) => selected.has(id)}
      lines={2}
    />
  )
}

function selectColumn(selected: ReadonlySet<number>, onSelect: (id: number) => void): Column<Row> {
  return {
    id: 'selected',
    head: <span className="visually-hidden">{t('Selected')}</span>,
    width: '24px',
    cell: ({ id }) => (
      <button
        type="button"
        tabIndex={-1}
        aria-label={selected.has(id) ? t('Deselect comment {id}', { id }) : t('Select comment {id}', { id })}
        onClick={() => onSelect(id)}
      >
        <Icon name={selected.has(id) ? 'ticked' : 'unticked'} />
      </button>
    ),
  }
}

function createColumns(people: readonly Person[], now: Date): Column<Row>[] {
  return [
    { id: 'number', head: t('Number'), width: '64px', cell: ({ id }) => id },
    {
      id: 'rule',
      head: t('Requirement'),
      width: '140px',
      cell: ({ rule_id: id, rule_displayed_name: name }) =>
        id === null ? t('Component') : <span className="mono">{name}</span>,
    },
    {
      id: 'section',
      head: t('Section'),
      width: '96px',
      cell: ({ section }) => (section === null ? '–' : SECTION_LABELS[section]),
    },
    {
      id: 'comment',
      head: t('Comment'),
      width: 'minmax(200px, 1fr)',
      wraps: true,
      cell: ({ comment }) => <bdi>{comment}</bdi>,
    },
    { id: 'author', head: t('Author'), width: '110px', cell: ({ author_name }) => <bdi>{author_name}</bdi> },
    { id: 'decision', head: t('Decision'), width: '180px', cell: (row) => <Disposition comment={row} /> },
    {
      id: 'assignee',
      head: t('Assigned to'),
      width: '110px',
      cell: ({ assignee_id }) => findName(people, assignee_id) ?? '–',
    },
    {
      id: 'due',
      head: t('Due'),
      width: '96px',
      cell: ({ due_on }) => (due_on ? formatCalendarDate(due_on) : '–'),
    },
    {
      id: 'age',
      head: t('Age'),
      width: '56px',
      figures: true,
      cell: ({ created_at }) => formatShortAge(parseTimestamp(created_at), now),
    },
  ]
}

/** Moves the comment column after the number and gives it the width that the window has left. */
function narrow(columns: readonly Column<Row>[]): Column<Row>[] {
  const first = ['selected', 'number', 'comment', 'decision']
  const getRank = ({ id }: Column<Row>) => {
    const rank = first.indexOf(id)
    return rank < 0 ? first.length : rank
  }
  return columns
    .toSorted((a, b) => getRank(a) - getRank(b))
    .map((column) => (column.id === 'comment' ? { ...column, width: REST_OF_WINDOW } : column))
}
