import { useState, type ReactNode } from 'react'
import { NARROWEST, SplitLine } from './split-line.tsx'
import styles from './split.module.css'

/** The greatest width of a pane in pixels, at the default font size. */
const WIDEST = 640

/**
 * A pane next to the main one. Dragging the divider or arrow keys on it change the width (WCAG 2.5.7). The browser
 * stores the width under `name`. Under 720 px the panes are stacked.
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
  /** The default width in pixels. */
  start: number
  /** The name of the pane, for the divider's accessible name: "Queue". */
  label: string
  pane: ReactNode
  children: ReactNode
  /** On narrow screens, shows a pane at the end before the main one. */
  paneFirst?: boolean
}) {
  const [scale] = useState(measureTextScale)
  const [width, setWidth] = useState(() => readStoredWidth(name) ?? start * scale)
  const resize = (newWidth: number) => {
    const bounded = Math.round(Math.min(WIDEST * scale, Math.max(NARROWEST, newWidth)))
    setWidth(bounded)
    storeWidth(name, bounded)
  }
  const line = (
    <SplitLine
      label={label}
      width={width}
      widest={Math.round(WIDEST * scale)}
      initial={start * scale}
      sign={side === 'start' ? 1 : -1}
      onResize={resize}
    />
  )
  const resizable = (
    <div className={styles['pane']} style={{ inlineSize: width }}>
      {pane}
    </div>
  )
  return (
    <div className={paneFirst ? `${styles['split']} ${styles['first']}` : styles['split']}>
      {side === 'start' && resizable}
      {side === 'start' && line}
      <div className={styles['main']}>{children}</div>
      {side === 'end' && line}
      {side === 'end' && resizable}
    </div>
  )
}

/** The ratio of the font size to the default, which is larger on very wide windows. */
function measureTextScale(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16
}

function readStoredWidth(name: string): number | null {
  try {
    return Number(localStorage.getItem(`workbench-width-${name}`)) || null
  } catch {
    return null
  }
}

function storeWidth(name: string, width: number): void {
  try {
    localStorage.setItem(`workbench-width-${name}`, String(width))
  } catch {
    // Without storage, the default width is used at the next start.
  }
}
