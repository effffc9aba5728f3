import { momentOf } from '../../api/time.ts'
import { Empty } from '../../app/states.tsx'
import { Grid, type Column } from '../../kit/grid.tsx'
import { Icon } from '../../kit/icon.tsx'
import { SECTION_WORDS } from '../authoring/section-words.ts'
import { Disposition } from '../comments/said.tsx'
import { nameIn, type Person } from './people.ts'
import type { Row } from './rows.ts'
import { shortAge } from './words.ts'

const keyOf = ({ id }: Row) => id

/** All comments of the filter as a table: select with X, open with Enter. */
export function TableView({
  rows,
  total,
  current,
  selected,
  people,
  onCurrent,
  onOpen,
  onSelect,
}: {
  rows: readonly Row[]
  total: number
  current: number | null
  selected: ReadonlySet<number>
  people: readonly Person[]
  onCurrent: (id: number) => void
  onOpen: (id: number) => void
  onSelect: (id: number) => void
}) {
  const now = new Date()
  const columns: readonly Column<Row>[] = [
    {
      id: 'selected',
      head: <span className="words">Selected</span>,
      width: '24px',
      cell: ({ id }) => (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`${selected.has(id) ? 'Unselect' : 'Select'} comment ${id}`}
          onClick={() => onSelect(id)}
        >
          <Icon name={selected.has(id) ? 'ticked' : 'unticked'} />
        </button>
      ),
    },
    { id: 'number', head: 'Number', width: '64px', cell: ({ id }) => id },
    {
      id: 'rule',
      head: 'Requirement',
      width: '140px',
      cell: ({ rule_displayed_name: name }) => <span className="mono">{name}</span>,
    },
    {
      id: 'section',
      head: 'Section',
      width: '96px',
      cell: ({ section }) => (section === null ? '–' : SECTION_WORDS[section]),
    },
    {
      id: 'comment',
      head: 'Comment',
      width: 'minmax(200px, 1fr)',
      cell: ({ comment }) => <bdi>{comment}</bdi>,
    },
    { id: 'author', head: 'Author', width: '110px', cell: ({ author_name }) => <bdi>{author_name}</bdi> },
    { id: 'decision', head: 'Decision', width: '180px', cell: (row) => <Disposition of={row} /> },
    {
      id: 'assignee',
      head: 'Assigned to',
      width: '110px',
      cell: ({ assignee_id }) => nameIn(people, assignee_id) ?? '–',
    },
    { id: 'due', head: 'Due', width: '88px', cell: ({ due_on }) => due_on ?? '–' },
    {
      id: 'age',
      head: 'Age',
      width: '56px',
      figures: true,
      cell: ({ created_at }) => shortAge(momentOf(created_at), now),
    },
  ]
  if (rows.length === 0) return <Empty>No comment fits these filters.</Empty>
  return (
    <Grid
      label="Comments"
      columns={columns}
      rows={rows}
      total={total}
      keyOf={keyOf}
      current={current}
      onCurrent={({ id }) => onCurrent(id)}
      onOpen={({ id }) => onOpen(id)}
      isSelected={({ id }) => selected.has(id)}
    />
  )
}
