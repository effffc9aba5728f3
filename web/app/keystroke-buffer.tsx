import { useEffect } from 'react'

/**
 * Captures typed characters, Backspace and Escape for a part whose code is still loading; other listeners don't get
 * these keys.
 */
export function KeystrokeBuffer({
  onType,
  onClose,
}: {
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
    addEventListener('keydown', bufferKey, true)
    return () => removeEventListener('keydown', bufferKey, true)
  }, [onType, onClose])
  return null
}
