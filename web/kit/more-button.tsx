import { useRef } from 'react'
import { runAfterPaint } from '../app/after-paint.ts'
import { focusTitle } from '../app/page-title.tsx'
import { rich } from '../languages/rich.ts'
import { formatNumber } from '../languages/t.ts'
import { Button, type ButtonProps } from './button.tsx'

const ROWS = 'li, tbody tr, article'
const FOCUSABLE = 'a[href], button:not([disabled]), [tabindex]'

/** A button that shows at most `step` more of the hidden rows of a list; nothing if none are hidden. */
export function MoreButton({
  hidden,
  step,
  variant,
  onPress,
}: {
  hidden: number
  step: number
  variant?: ButtonProps['variant']
  onPress: () => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  if (hidden <= 0) return null
  const press = () => {
    const list = button.current && findListBefore(button.current)
    const shown = list?.querySelectorAll(ROWS).length ?? 0
    onPress()
    runAfterPaint(() => {
      if (document.activeElement === document.body) focusRow(list?.querySelectorAll(ROWS)[shown])
    })
  }
  return (
    <Button ref={button} onPress={press} {...(variant === undefined ? {} : { variant })}>
      {rich('Show {count} more', { count: formatNumber(Math.min(step, hidden)) })}
    </Button>
  )
}

/** Returns the list above the button, whose rows it adds to. */
function findListBefore(button: HTMLElement): Element | null {
  const holder = button.previousElementSibling ? button : button.parentElement
  const list = holder?.previousElementSibling ?? null
  return list?.matches(ROWS) ? list.parentElement : list
}

/** Focuses the first row that was added, because a button without hidden rows disappears. */
function focusRow(row: Element | undefined): void {
  const target = row?.matches(FOCUSABLE) ? row : row?.querySelector(FOCUSABLE)
  if (target instanceof HTMLElement) target.focus()
  else focusTitle()
}
