import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
} from 'react-aria-components'
import { t } from '../languages/t.ts'
import { Icon } from './icon.tsx'
import form from './form.module.css'
import styles from './list.module.css'

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
      className={form['field'] ?? ''}
      value={value}
      onChange={choose}
      placeholder={placeholder}
      isDisabled={isDisabled}
      autoFocus={autoFocus}
      {...(labelled ? {} : { 'aria-label': label })}
    >
      {labelled && <Label className={form['label'] ?? ''}>{label}</Label>}
      <Button className={`${form['select']} ${labelled ? '' : form['small']}`}>
        <SelectValue className="cut" />
        <Icon name="down" />
      </Button>
      <Popover className={styles['popover'] ?? ''}>
        <ListBox className={styles['list'] ?? ''} items={options}>
          {({ value: id, label }) => (
            <ListBoxItem id={id} textValue={label} className={styles['item'] ?? ''}>
              {label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
