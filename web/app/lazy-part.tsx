import { createElement, lazy, useEffect, useState, type FunctionComponent } from 'react'
import { runAfterPaint } from './after-paint.ts'
import { loadCode } from './load-code.ts'

/** A component whose code loads when it is first shown, or with `preload`. */
export type LazyPart<P extends object> = FunctionComponent<P> & { preload: () => void }

/**
 * Creates a component that loads its code later. After `preload` it is shown in the frame of the key: a component of
 * `lazy` suspends even if its code is there, and React then waits 300 ms, in which typed letters act on the page.
 */
export function createLazyPart<P extends object>(load: () => Promise<FunctionComponent<P>>): LazyPart<P> {
  let loaded: FunctionComponent<P> | undefined
  const loadPart = async () => ({ default: (loaded = await load()) })
  const Lazy = lazy(() => loadCode(loadPart))
  function Part(props: P) {
    // Chosen once: another component in a later render would lose the state.
    const [Shown] = useState<FunctionComponent<P> | typeof Lazy>(() => loaded ?? Lazy)
    return createElement(Shown, props)
  }
  return Object.assign(Part, { preload: () => void loadPart().catch(() => undefined) })
}

/** Loads the code of parts after the first frame of a page; `parts` is a constant. */
export function usePreloadedParts(parts: readonly Pick<LazyPart<never>, 'preload'>[]): void {
  useEffect(
    () =>
      runAfterPaint(() => {
        for (const { preload } of parts) preload()
      }),
    [parts],
  )
}
