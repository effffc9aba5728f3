import type { Ref } from 'react'
import { Input, SearchField as AriaSearchField } from 'react-aria-components'
import { Icon } from './icon.tsx'
import styles from './search-field.module.css'

/** A search field that filters the list below. Escape clears it. */
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
