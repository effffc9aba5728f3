import { ListBox, ListBoxItem, Select as AriaSelect, SelectValue } from 'react-aria-components'
import { t } from '../languages/t.ts'
import { FIELD_CLASS } from './field-class.ts'
import { FieldLabel } from './field-label.tsx'
import { LIST_CLASS, LIST_ITEM_CLASS } from './list-class.ts'
import { ListPopover } from './list-popover.tsx'
import { SelectButton } from './select-button.tsx'

export interface Option<T extends string> {
  value: T
  label: string
}

/** A single choice in a popover; typing finds an option. */
export function Select<T extends string>({
  label,
  options,
  value,
  onChange,
  placeholder = t('Not chosen'),
  labelled = true,
  isDisabled = false,
  autoFocus = false,
}: {
  label: string
  options: readonly Option<T>[]
  value: T
  onChange: (value: T) => void
  /** Shown while the value is none of the options. */
  placeholder?: string
  /** False: the label is for screen readers only, as in tables and filters. */
  labelled?: boolean
  isDisabled?: boolean
  autoFocus?: boolean
}) {
  const choose = (key: unknown) => {
    const chosen = options.find((option) => option.value === key)
    if (chosen) onChange(chosen.value)
  }
  return (
    <AriaSelect
      className={FIELD_CLASS}
      value={value}
      onChange={choose}
      placeholder={placeholder}
      isDisabled={isDisabled}
      autoFocus={autoFocus}
      {...(labelled ? {} : { 'aria-label': label })}
    >
      {labelled && <FieldLabel>{label}</FieldLabel>}
      <SelectButton isSmall={!labelled}>
        <SelectValue className="cut" />
      </SelectButton>
      <ListPopover>
        <ListBox className={LIST_CLASS} items={options}>
          {({ value: id, label }) => (
            <ListBoxItem id={id} textValue={label} className={LIST_ITEM_CLASS}>
              {label}
            </ListBoxItem>
          )}
        </ListBox>
      </ListPopover>
    </AriaSelect>
  )
}
