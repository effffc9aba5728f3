import { useEffect } from 'react'

/**
 * Captures typed characters, Backspace and Escape until the field of a part that is loading has the focus; other
 * listeners don't get these keys.
 */
export function KeystrokeBuffer({
  field,
  onType,
  onClose,
}: {
  /** A selector of the field; without it, keys are captured until this is unmounted. */
  field?: string
  onType: (change: (text: string) => string) => void
  /** A stable function. */
  onClose: () => void
}) {
  useEffect(() => {
    const bufferKey = (press: KeyboardEvent) => {
      if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return
      if (press.key === 'Escape') onClose()
      else if (press.key === 'Backspace') onType((text) => text.slice(0, -1))
      else if (/^.$/u.test(press.key)) onType((text) => text + press.key)
      else return
      press.preventDefault()
      press.stopPropagation()
    }
    const stop = () => {
      removeEventListener('keydown', bufferKey, true)
      removeEventListener('focusin', stopAtField)
    }
    const stopAtField = () => {
      if (field !== undefined && document.activeElement?.matches(field)) stop()
    }
    addEventListener('keydown', bufferKey, true)
    addEventListener('focusin', stopAtField)
    return stop
  }, [field, onType, onClose])
  return null
}
