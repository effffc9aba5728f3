import type { ReactNode } from 'react'
import { SECTION_NAMES } from '../../../src/vocabulary.ts'
import type { Column } from '../../kit/grid.tsx'
import { Icon } from '../../kit/icon.tsx'
import { PlainLink } from '../../kit/plain-link.tsx'
import styles from './authoring.module.css'
import type { Row } from './requirements.ts'
import { isHeading, type Line } from './rows.ts'
import { OPTIONAL_COLUMNS, type Filters, type OptionalColumn, type SORTS } from './search.ts'
import { StatusChip } from './status-chip.tsx'
import { SEVERITY_WORDS } from './words.ts'

type Sort = (typeof SORTS)[number]

/** What a table does with its columns. */
export interface Doing {
  filters: Filters
  /** The address of a requirement, by its displayed name. */
  hrefOf: (name: string) => string
  onOpen: (row: Row) => void
  onSort: (sort: Sort, order: 'asc' | 'desc') => void
  /** Missing where nothing can be done with a selection. */
  selection?: {
    selected: ReadonlySet<number>
    /** Every requirement that the filters leave is selected. */
    all: boolean
    /** All of them are here, so that all can be selected. */
    isWhole: boolean
    onSelect: (id: number) => void
    onAll: () => void
  }
}

/** The columns of the table that are shown, with their order and the selection in their heads. */
export function columnsOf(doing: Doing): Column<Line>[] {
  const { filters, selection } = doing
  const shown = new Set<string>(filters.cols.length === 0 ? OPTIONAL_COLUMNS : filters.cols)
  const isOptional = (id: string) => OPTIONAL_COLUMNS.some((one) => one === id)
  const columns = [numberOf(doing), titleOf(doing), ...OTHERS.map((made) => made(doing))]
  return [
    ...(selection ? [tickOf(selection)] : []),
    ...columns.filter(({ id }) => !isOptional(id) || shown.has(id)),
  ]
}

/** What the columns that one may leave out are called. */
export const COLUMN_WORDS: Record<OptionalColumn, string> = {
  status: 'Status',
  severity: 'Severity',
  lock: 'Lock',
  review: 'Review',
  comments: 'Comments',
  srg: 'SRG',
}

function tickOf({ selected, all, isWhole, onSelect, onAll }: NonNullable<Doing['selection']>): Column<Line> {
  return {
    id: 'select',
    width: '20px',
    head: (
      <input
        type="checkbox"
        aria-label="Select all that are shown"
        checked={all}
        disabled={!isWhole}
        onChange={onAll}
        tabIndex={0}
      />
    ),
    cell: (line) =>
      isHeading(line) ? null : (
        <input
          type="checkbox"
          aria-label={`Select ${line.rule_id}`}
          checked={selected.has(line.id)}
          onChange={() => onSelect(line.id)}
          tabIndex={-1}
        />
      ),
  }
}

/** A column of requirements; in the line of a heading it is empty. */
function column(
  id: string,
  head: string,
  width: string,
  cell: (row: Row) => ReactNode,
  { figures = false, sort }: { figures?: boolean; sort?: Sort } = {},
) {
  return (doing: Doing): Column<Line> => ({
    id,
    width,
    figures,
    cell: (line) => (isHeading(line) ? null : cell(line)),
    ...(sort ? sortedHead(head, sort, doing) : { head }),
  })
}

/** A head that orders the table, and turns the order around when it does already. */
function sortedHead(
  head: string,
  sort: Sort,
  { filters, onSort }: Doing,
): Pick<Column<Line>, 'head' | 'sorted'> {
  const isSorted = filters.sort === sort
  const down = filters.order === 'desc'
  return {
    sorted: isSorted ? (down ? 'descending' : 'ascending') : 'none',
    head: (
      <button
        type="button"
        className={styles['sort']}
        onClick={() =>
          onSort(sort, isSorted ? (down ? 'asc' : 'desc') : sort === 'comments' ? 'desc' : 'asc')
        }
      >
        {head}
        {isSorted && <span aria-hidden="true">{down ? '↓' : '↑'}</span>}
      </button>
    ),
  }
}

const numberOf = column(
  'number',
  'Number',
  '72px',
  ({ rule_id }) => <span className="mono">{rule_id}</span>,
  {
    sort: 'number',
  },
)

function titleOf(doing: Doing): Column<Line> {
  const { hrefOf, onOpen } = doing
  return {
    id: 'title',
    width: 'minmax(200px, 1fr)',
    ...sortedHead('Title', 'title', doing),
    cell: (line) =>
      isHeading(line) ? (
        <b>
          {line.heading} <span className="muted">{line.count}</span>
        </b>
      ) : (
        <PlainLink
          href={hrefOf(line.displayed_name)}
          onFollow={() => onOpen(line)}
          className={styles['title']}
          tabIndex={-1}
        >
          <bdi>{line.title ?? line.displayed_name}</bdi>
          <Parent of={line} />
        </PlainLink>
      ),
  }
}

/** A child names its parent: who reads it, and who comments on it, is led there. */
function Parent({ of: { satisfied_by } }: { of: Row }) {
  const [parent] = satisfied_by ?? []
  return parent ? <span className="muted"> satisfied by {parent.rule_id}</span> : null
}

const OTHERS = [
  column('status', 'Status', '160px', ({ status }) => <StatusChip status={status} />, { sort: 'status' }),
  column('severity', 'Severity', '80px', ({ rule_severity }) => SEVERITY_WORDS[rule_severity], {
    sort: 'severity',
  }),
  column('lock', 'Lock', '72px', ({ locked, locked_fields }) => {
    const sections = Object.keys(locked_fields).length
    if (!locked) return sections === 0 ? '–' : `${sections}/${SECTION_NAMES.length}`
    return (
      <span className={styles['note']}>
        <Icon name="lock" /> Locked
      </span>
    )
  }),
  column('review', 'Review', '128px', ({ review_requestor_id, changes_requested }) =>
    review_requestor_id !== null ? 'Requested' : changes_requested ? 'Changes requested' : '–',
  ),
  column(
    'comments',
    'Comments',
    '88px',
    ({ comment_summary: { open, total } }) => (total === 0 ? '–' : `${open} of ${total}`),
    { figures: true, sort: 'comments' },
  ),
  column('srg', 'SRG', '160px', ({ version }) => <span className="mono">{version}</span>),
]
