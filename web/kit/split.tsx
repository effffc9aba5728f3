import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import styles from './split.module.css'

/**
 * A pane beside the main one, whose width one drags, or changes by the arrow keys at the line between them (WCAG
 * 2.5.7). The width is kept in this browser under `name`. Under 720 px panes lie below each other.
 */
export function Split({
  name,
  side,
  start,
  label,
  pane,
  children,
  paneFirst = false,
}: {
  name: string
  side: 'start' | 'end'
  /** The width in pixels before anyone changed it. */
  start: number
  /** What the pane is, for the line's name: "Queue". */
  label: string
  pane: ReactNode
  children: ReactNode
  /** On narrow screens a pane at the end stands before the main one. */
  paneFirst?: boolean
}) {
  const [scale] = useState(textScale)
  const [width, setWidth] = useState(() => kept(name) ?? start * scale)
  const resize = (to: number) => {
    const bounded = Math.round(Math.min(640 * scale, Math.max(200, to)))
    setWidth(bounded)
    keep(name, bounded)
  }
  const sign = side === 'start' ? 1 : -1
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') resize(width - 16 * sign)
    if (key === 'ArrowRight') resize(width + 16 * sign)
    if (key === 'Home') resize(start * scale)
  }
  const onPointerDown = (down: PointerEvent<HTMLDivElement>) => {
    const line = down.currentTarget
    line.setPointerCapture(down.pointerId)
    line.onpointermove = (move) => resize(width + (move.clientX - down.clientX) * sign)
    line.onpointerup = () => (line.onpointermove = null)
  }
  const line = (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={Math.round(width)}
      aria-valuemin={200}
      aria-valuemax={Math.round(640 * scale)}
      className={styles['line']}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    />
  )
  const own = (
    <div className={styles['pane']} style={{ inlineSize: width }}>
      {pane}
    </div>
  )
  return (
    <div className={paneFirst ? `${styles['split']} ${styles['first']}` : styles['split']}>
      {side === 'start' && own}
      {side === 'start' && line}
      <div className={styles['main']}>{children}</div>
      {side === 'end' && line}
      {side === 'end' && own}
    </div>
  )
}

/** How much larger texts are than usual, as on very wide windows. */
function textScale(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16
}

function kept(name: string): number | null {
  try {
    return Number(localStorage.getItem(`workbench-width-${name}`)) || null
  } catch {
    return null
  }
}

function keep(name: string, width: number): void {
  try {
    localStorage.setItem(`workbench-width-${name}`, String(width))
  } catch {
    // A browser that keeps nothing starts with the default again.
  }
}
