import type { KeyboardEvent, ReactNode } from 'react'
import { Button, ComboBox as AriaComboBox, ListBox, ListBoxItem } from 'react-aria-components'
import { toLabelInSentence, t } from '../languages/t.ts'
import { FIELD_CLASS } from './field-class.ts'
import { Icon } from './icon.tsx'
import { InputWithButton } from './input-with-button.tsx'
import { Labelled } from './labelled.tsx'
import { LIST_CLASS, LIST_ITEM_CLASS } from './list-class.ts'
import { ListPopover } from './list-popover.tsx'
import { NoMatches } from './no-matches.tsx'
import { TextInput } from './text-input.tsx'

export interface ComboOption {
  id: string | number
  label: string
  /** Content for the list; by default the text. */
  content?: ReactNode
}

/**
 * A searchable choice. The caller provides `items` for `query`, such as results from the service. Enter chooses the
 * first item unless the arrows moved; the typed text stays until a choice is made.
 */
export function ComboBox<T extends ComboOption>({
  label,
  name,
  items,
  query,
  onQuery,
  onChoose,
  chosen = null,
  nothing = t('Nothing found'),
  onBlur,
}: {
  label: string
  name?: string
  items: readonly T[]
  query: string
  onQuery: (query: string) => void
  onChoose: (chosen: T) => void
  /** The current choice. */
  chosen?: T['id'] | null
  nothing?: string
  onBlur?: () => void
}) {
  const choose = (item: T | undefined) => item && onChoose(item)
  const takeFirst = (press: KeyboardEvent<HTMLInputElement>) => isForFirst(press) && choose(items[0])
  return (
    <AriaComboBox
      className={FIELD_CLASS}
      items={items}
      inputValue={query}
      onInputChange={onQuery}
      selectedKey={chosen}
      onSelectionChange={(key) => choose(items.find(({ id }) => id === key))}
      menuTrigger="input"
      allowsCustomValue
      allowsEmptyCollection={query.trim() !== ''}
      {...(name === undefined ? {} : { name })}
      {...(onBlur === undefined ? {} : { onBlur })}
    >
      <Labelled label={label}>
        <InputWithButton>
          <TextInput onKeyDownCapture={takeFirst} />
          <Button className="" aria-label={t('Show {label}', { label: toLabelInSentence(label) })}>
            <Icon name="down" />
          </Button>
        </InputWithButton>
      </Labelled>
      <ListPopover>
        <Options nothing={nothing} />
      </ListPopover>
    </AriaComboBox>
  )
}

/** Whether Enter chooses the first option: the list is open and no option is active. Stops the event if so. */
function isForFirst(press: KeyboardEvent<HTMLInputElement>): boolean {
  const { currentTarget: line } = press
  const open = line.getAttribute('aria-expanded') === 'true'
  if (press.key !== 'Enter' || !open || line.hasAttribute('aria-activedescendant')) return false
  press.preventDefault()
  press.stopPropagation()
  return true
}

function Options({ nothing }: { nothing: string }) {
  return (
    <ListBox<ComboOption> className={LIST_CLASS} renderEmptyState={() => <NoMatches>{nothing}</NoMatches>}>
      {({ id, label, content }) => (
        <ListBoxItem id={id} textValue={label} className={LIST_ITEM_CLASS}>
          {content ?? label}
        </ListBoxItem>
      )}
    </ListBox>
  )
}
