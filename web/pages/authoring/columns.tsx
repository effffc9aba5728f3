import type { ReactNode } from 'react'
import { SECTION_NAMES } from '../../../src/vocabulary.ts'
import type { Column } from '../../kit/grid.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Note } from '../../kit/note.tsx'
import { PlainLink } from '../../kit/plain-link.tsx'
import { ShortText } from '../../kit/short-text.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import { openLabel, SEVERITY_LABELS } from './labels.ts'
import type { Row } from './requirements.ts'
import { isHeading, type GridRow, type Heading } from './rows.ts'
import { OPTIONAL_COLUMNS, type Filters, type OptionalColumn, type SORTS } from './search.ts'
import { StatusChip } from './status-chip.tsx'
import { UnsavedMark } from './unsaved-mark.tsx'
import styles from './columns.module.css'

type Sort = (typeof SORTS)[number]

/** The context of the table's columns. */
export interface ColumnContext {
  filters: Filters
  /** The beginning that most titles and SRG IDs share. */
  starts: { title: string; srg: string }
  /** One column shows the complete requirement, for phones. */
  isNarrow: boolean
  /** Returns the address of a requirement from its displayed name. */
  toHref: (name: string) => string
  onOpen: (row: Row) => void
  onSort: (sort: Sort, order: 'asc' | 'desc') => void
  /** Absent if the user can't act on a selection. */
  selection?: {
    selected: ReadonlySet<number>
    /** Whether every filtered requirement is selected. */
    all: boolean
    /** Whether all are loaded, so that all can be selected. */
    isWhole: boolean
    onSelect: (id: number) => void
    onAll: () => void
  }
}

/** The visible columns of the table, with sort order and selection in their headings. */
export function listColumns(doing: ColumnContext): Column<GridRow>[] {
  const { filters, selection, isNarrow } = doing
  if (isNarrow) return [...(selection ? [createSelectionColumn(selection)] : []), createNarrowColumn(doing)]
  const visibleColumns = new Set<string>(filters.cols.length === 0 ? OPTIONAL_COLUMNS : filters.cols)
  const isOptional = (id: string) => OPTIONAL_COLUMNS.some((item) => item === id)
  const columns = [
    createNumberColumn(doing),
    createTitleColumn(doing),
    ...OTHERS.map((toColumn) => toColumn(doing)),
  ]
  return [
    ...(selection ? [createSelectionColumn(selection)] : []),
    ...columns.filter(({ id }) => !isOptional(id) || visibleColumns.has(id)),
  ]
}

/** The names of the optional columns. */
export const COLUMN_LABELS: Record<OptionalColumn, string> = {
  status: t('Status'),
  severity: t('Severity'),
  lock: t('Lock'),
  review: t('Review'),
  comments: t('Comments'),
  srg: 'SRG',
}

function createSelectionColumn({
  selected,
  all,
  isWhole,
  onSelect,
  onAll,
}: NonNullable<ColumnContext['selection']>): Column<GridRow> {
  return {
    id: 'select',
    width: '20px',
    head: (
      <input
        type="checkbox"
        aria-label={t('Select all shown')}
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
          aria-label={t('Select {number}', { number: line.rule_id })}
          checked={selected.has(line.id)}
          onChange={() => onSelect(line.id)}
          tabIndex={-1}
        />
      ),
  }
}

/** A column of requirements; empty in the line of a heading. */
function createColumn(
  id: string,
  head: string,
  width: string,
  cell: (row: Row, doing: ColumnContext) => ReactNode,
  { figures = false, sort }: { figures?: boolean; sort?: Sort } = {},
) {
  return (doing: ColumnContext): Column<GridRow> => ({
    id,
    width,
    figures,
    cell: (line) => (isHeading(line) ? null : cell(line, doing)),
    ...(sort ? createSortedHead(head, sort, doing) : { head }),
  })
}

/** A heading that sorts the table; pressing it again reverses the order. */
function createSortedHead(
  head: string,
  sort: Sort,
  { filters, onSort }: ColumnContext,
): Pick<Column<GridRow>, 'head' | 'sorted'> {
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

const createNumberColumn = createColumn(
  'number',
  t('Number'),
  '72px',
  ({ rule_id }) => <span className="mono">{rule_id}</span>,
  {
    sort: 'number',
  },
)

function createTitleColumn(doing: ColumnContext): Column<GridRow> {
  return {
    id: 'title',
    width: 'minmax(240px, 1fr)',
    wraps: true,
    ...createSortedHead(t('Title'), 'title', doing),
    cell: (line) =>
      isHeading(line) ? <GroupName group={line} /> : <Title requirement={line} doing={doing} />,
  }
}

/** A requirement in one column: number, status and severity above its title. */
function createNarrowColumn(doing: ColumnContext): Column<GridRow> {
  return {
    id: 'title',
    width: 'minmax(0, 1fr)',
    ...createSortedHead(t('Requirement'), 'number', doing),
    cell: (line) =>
      isHeading(line) ? (
        <GroupName group={line} />
      ) : (
        <>
          <span className={styles['stacked']}>
            <span className="mono">{line.rule_id}</span>
            <StatusChip status={line.status} />
            <span className="muted">{SEVERITY_LABELS[line.rule_severity]}</span>
            {line.locked && <Icon name="lock" />}
            {line.locked && <span className="visually-hidden">{t('Locked')}</span>}
          </span>
          <span className={styles['clamped']}>
            <Title requirement={line} doing={doing} />
          </span>
        </>
      ),
  }
}

function GroupName({ group: { heading, count } }: { group: Heading }) {
  return (
    <b>
      {heading} <span className="muted">{count}</span>
    </b>
  )
}

function Title({
  requirement: row,
  doing: { toHref, onOpen, starts },
}: {
  requirement: Row
  doing: ColumnContext
}) {
  return (
    <PlainLink
      href={toHref(row.displayed_name)}
      onFollow={() => onOpen(row)}
      className={styles['title']}
      tabIndex={-1}
    >
      <ShortText text={row.title?.trim() || row.displayed_name} start={starts.title} />
      <Parent requirement={row} /> <UnsavedMark ruleId={row.id} />
    </PlainLink>
  )
}

/** Names the parent of a satisfied requirement. */
function Parent({ requirement: { satisfied_by } }: { requirement: Row }) {
  const [parent] = satisfied_by ?? []
  return parent ? (
    <span className="muted"> {rich('satisfied by {number}', { number: parent.rule_id })}</span>
  ) : null
}

const OTHERS = [
  createColumn('status', t('Status'), '160px', ({ status }) => <StatusChip status={status} />, {
    sort: 'status',
  }),
  createColumn('severity', t('Severity'), '80px', ({ rule_severity }) => SEVERITY_LABELS[rule_severity], {
    sort: 'severity',
  }),
  createColumn('lock', t('Lock'), '72px', ({ locked, locked_fields }) => {
    const sections = Object.keys(locked_fields).length
    if (!locked) return sections === 0 ? '–' : `${sections}/${SECTION_NAMES.length}`
    return (
      <Note>
        <Icon name="lock" /> {t('Locked')}
      </Note>
    )
  }),
  createColumn('review', t('Review'), '128px', ({ review_requestor_id, changes_requested }) =>
    review_requestor_id !== null ? t('Requested') : changes_requested ? t('Changes requested') : '–',
  ),
  createColumn(
    'comments',
    t('Comments'),
    '96px',
    ({ comment_counts: counts }) => (counts.total === 0 ? '–' : openLabel(counts)),
    { figures: true, sort: 'comments' },
  ),
  createColumn('srg', 'SRG', '168px', ({ version }, { starts }) => (
    <span className="mono">
      <ShortText text={version ?? ''} start={starts.srg} />
    </span>
  )),
]
