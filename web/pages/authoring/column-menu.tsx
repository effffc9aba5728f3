import { toButtonClass } from '../../kit/button.tsx'
import { Menu } from '../../kit/menu.tsx'
import { t } from '../../languages/t.ts'
import { COLUMN_LABELS } from './columns.tsx'
import { OPTIONAL_COLUMNS, type OptionalColumn } from './search.ts'

/** Chooses the table's columns; the choice is in the address. */
export function ColumnMenu({
  visibleColumns,
  onShow,
}: {
  /** Empty means all. */
  visibleColumns: readonly OptionalColumn[]
  onShow: (cols: readonly OptionalColumn[]) => void
}) {
  const now = visibleColumns.length === 0 ? OPTIONAL_COLUMNS : visibleColumns
  const toggle = (column: OptionalColumn) => {
    const next = OPTIONAL_COLUMNS.filter((item) => (item === column) !== now.includes(item))
    onShow(next.length === OPTIONAL_COLUMNS.length ? [] : next)
  }
  return (
    <Menu
      trigger={toButtonClass()}
      entries={OPTIONAL_COLUMNS.map((id) => ({
        id,
        label: `${COLUMN_LABELS[id]}${now.includes(id) ? '' : t(' (hidden)')}`,
        icon: now.includes(id) ? ('ticked' as const) : ('unticked' as const),
        // The last column can't be hidden: an empty list means all.
        isDisabled: now.length === 1 && now.includes(id),
        onAction: () => toggle(id),
      }))}
    >
      {t('Columns')}
    </Menu>
  )
}
