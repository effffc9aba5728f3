import { useEffect } from 'react'

/** What someone typed into something whose code is still on its way, and Escape, which leaves it; nothing else hears these keys. */
export function TypedMeanwhile({
  onType,
  onClose,
}: {
  onType: (change: (text: string) => string) => void
  /** A stable function. */
  onClose: () => void
}) {
  useEffect(() => {
    const hear = (press: KeyboardEvent) => {
      if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return
      if (press.key === 'Escape') onClose()
      else if (press.key === 'Backspace') onType((text) => text.slice(0, -1))
      else if (/^.$/u.test(press.key)) onType((text) => text + press.key)
      else return
      press.preventDefault()
      press.stopPropagation()
    }
    addEventListener('keydown', hear, true)
    return () => removeEventListener('keydown', hear, true)
  }, [onType, onClose])
  return null
}
