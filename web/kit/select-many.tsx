import { ListBox, ListBoxItem, Select as AriaSelect } from 'react-aria-components'
import { t } from '../languages/t.ts'
import { FIELD_CLASS } from './field-class.ts'
import { Icon } from './icon.tsx'
import { LIST_CLASS, LIST_ITEM_CLASS } from './list-class.ts'
import { ListPopover } from './list-popover.tsx'
import { SelectButton } from './select-button.tsx'
import type { Option } from './select.tsx'

/** A multiple choice in a popover that stays open while the user ticks. The button lists the chosen options. */
export function SelectMany<T extends string>({
  label,
  options,
  values,
  none,
  onChange,
}: {
  /** For screen readers: the button's text lists the chosen options. */
  label: string
  options: readonly Option<T>[]
  values: readonly T[]
  /** The text of the button when nothing is ticked. */
  none: string
  onChange: (values: readonly T[]) => void
}) {
  const [first, ...others] = options.filter(({ value }) => values.includes(value))
  const summary =
    first === undefined
      ? none
      : others.length === 0
        ? first.label
        : t('{name} and {count} more', { name: first.label, count: others.length })
  return (
    <AriaSelect
      className={FIELD_CLASS}
      selectionMode="multiple"
      aria-label={`${label}: ${summary}`}
      value={[...values]}
      onChange={(keys) => onChange(options.flatMap(({ value }) => (keys.includes(value) ? [value] : [])))}
    >
      <SelectButton isSmall>
        <span className="cut">{summary}</span>
      </SelectButton>
      <ListPopover>
        <ListBox className={LIST_CLASS} items={options} selectionMode="multiple">
          {({ value: id, label: text }) => (
            <ListBoxItem id={id} textValue={text} className={LIST_ITEM_CLASS}>
              <Icon name={values.includes(id) ? 'ticked' : 'unticked'} />
              {text}
            </ListBoxItem>
          )}
        </ListBox>
      </ListPopover>
    </AriaSelect>
  )
}
