import { useState, type ReactNode } from 'react'
import { NARROWEST, SplitLine } from './split-line.tsx'
import styles from './split.module.css'

/** The greatest width of a pane in pixels, at the usual size of texts. */
const WIDEST = 640

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
    const bounded = Math.round(Math.min(WIDEST * scale, Math.max(NARROWEST, to)))
    setWidth(bounded)
    keep(name, bounded)
  }
  const line = (
    <SplitLine
      label={label}
      width={width}
      widest={Math.round(WIDEST * scale)}
      usual={start * scale}
      sign={side === 'start' ? 1 : -1}
      onResize={resize}
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
