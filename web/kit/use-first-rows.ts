import { startTransition, useEffect, useState } from 'react'
import { runAfterPaint } from '../app/after-paint.ts'

/** Rows that are added per frame. */
const STEP = 40

/** Returns the first rows of a long table, then more after each paint until all are shown. */
export function useFirstRows<T>(rows: readonly T[], first: number): readonly T[] {
  const [count, setCount] = useState(first)
  const isComplete = count >= rows.length
  useEffect(() => {
    if (isComplete) return
    return runAfterPaint(() => startTransition(() => setCount(count + STEP)))
  }, [count, isComplete])
  return isComplete ? rows : rows.slice(0, count)
}
