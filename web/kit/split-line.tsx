import type { KeyboardEvent, PointerEvent } from 'react'
import { t } from '../languages/t.ts'
import styles from './split.module.css'

/** The least width of a pane in pixels. */
export const NARROWEST = 200
/** How far an arrow key moves the line, in pixels. */
const STEP = 16

/** The line between two panes, which one drags, or moves by the arrow keys; Home brings back the usual width. */
export function SplitLine({
  label,
  width,
  widest,
  usual,
  sign,
  onResize,
}: {
  label: string
  width: number
  widest: number
  usual: number
  /** 1 where a move to the right makes the pane wider, -1 where it makes it narrower. */
  sign: 1 | -1
  onResize: (width: number) => void
}) {
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') onResize(width - STEP * sign)
    if (key === 'ArrowRight') onResize(width + STEP * sign)
    if (key === 'Home') onResize(usual)
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
