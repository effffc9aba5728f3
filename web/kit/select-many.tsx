import { useEffect, useRef, useState } from 'react'
import { Button, ListBox, ListBoxItem, Popover, Select as AriaSelect } from 'react-aria-components'
import { afterFrame } from '../app/after-frame.ts'
import form from './form.module.css'
import { Icon } from './icon.tsx'
import styles from './list.module.css'
import type { Option } from './select.tsx'

/** The list is out of the page by then, however busy it is. */
const GONE_MS = 500

/** Any of several, folded away until it is opened; it stays open while one ticks. The button says what is ticked. */
export function SelectMany<T extends string>({
  label,
  options,
  values,
  none,
  onChange,
}: {
  /** For screen readers: its words say what is chosen. */
  label: string
  options: readonly Option<T>[]
  values: readonly T[]
  /** What the button says when none is ticked. */
  none: string
  onChange: (values: readonly T[]) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    const closed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!closed) return undefined
    // The page may be rendered for what was ticked just then, and the focus get lost with the list.
    const restore = () => void (document.activeElement === document.body && button.current?.focus())
    const leave = afterFrame(restore)
    const later = setTimeout(restore, GONE_MS)
    return () => {
      leave()
      clearTimeout(later)
    }
  }, [isOpen])
  const [first, ...others] = options.filter(({ value }) => values.includes(value))
  const words =
    first === undefined
      ? none
      : others.length === 0
        ? first.words
        : `${first.words} and ${others.length} more`
  return (
    <AriaSelect
      className={form['field'] ?? ''}
      selectionMode="multiple"
      aria-label={`${label}: ${words}`}
      isOpen={isOpen}
      onOpenChange={setOpen}
      value={[...values]}
      onChange={(keys) => onChange(options.flatMap(({ value }) => (keys.includes(value) ? [value] : [])))}
    >
      <Button ref={button} className={`${form['select']} ${form['small']}`}>
        <span className="cut">{words}</span>
        <Icon name="down" />
      </Button>
      <Popover className={styles['popover'] ?? ''}>
        <ListBox className={styles['list'] ?? ''} items={options} selectionMode="multiple">
          {({ value: id, words: said }) => (
            <ListBoxItem id={id} textValue={said} className={styles['item'] ?? ''}>
              <Icon name={values.includes(id) ? 'ticked' : 'unticked'} />
              {said}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
