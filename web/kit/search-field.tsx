import type { Ref } from 'react'
import { Input, SearchField as AriaSearchField } from 'react-aria-components'
import { Icon } from './icon.tsx'
import styles from './search-field.module.css'

/** A search field that filters the list below. Escape clears it, Enter moves to the current row of the list. */
export function SearchField({
  label,
  value,
  onChange,
  placeholder,
  ref,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}) {
  return (
    <AriaSearchField
      aria-label={label}
      value={value}
      onChange={onChange}
      onSubmit={focusCurrentRow}
      className={styles['search'] ?? ''}
      data-noprint
    >
      <Icon name="search" />
      <Input
        dir="auto"
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(ref === undefined ? {} : { ref })}
      />
    </AriaSearchField>
  )
}

/** Moves the focus from the field to the current row of the list after it, where the keys of the list work. */
function focusCurrentRow(): void {
  const field = document.activeElement
  const isAfter = (row: Element) =>
    (field?.compareDocumentPosition(row) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING
  const rows = [...document.querySelectorAll<HTMLElement>('main [aria-current]')]
  rows.find(isAfter)?.focus()
}
