import type { KeyboardEvent, PointerEvent } from 'react'
import { t } from '../languages/t.ts'
import styles from './split-line.module.css'

/** The least width of a pane in pixels. */
export const NARROWEST = 200
/** The step of an arrow key in pixels. */
const STEP = 16

/** The divider between two panes. Dragging or the arrow keys move it; Home restores the default width. */
export function SplitLine({
  label,
  width,
  widest,
  initial,
  sign,
  onResize,
}: {
  label: string
  width: number
  widest: number
  initial: number
  /** 1 if moving right makes the pane wider, -1 if it makes the pane narrower. */
  sign: 1 | -1
  onResize: (width: number) => void
}) {
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') onResize(width - STEP * sign)
    if (key === 'ArrowRight') onResize(width + STEP * sign)
    if (key === 'Home') onResize(initial)
  }
  const onPointerDown = (down: PointerEvent<HTMLDivElement>) => {
    const line = down.currentTarget
    line.setPointerCapture(down.pointerId)
    line.onpointermove = (move) => onResize(width + (move.clientX - down.clientX) * sign)
    line.onpointerup = () => (line.onpointermove = null)
  }
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('Width of {label}', { label })}
      aria-valuenow={Math.round(width)}
      aria-valuemin={NARROWEST}
      aria-valuemax={widest}
      className={styles['line']}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    />
  )
}
