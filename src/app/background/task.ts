import type { Services } from '../../services.ts'

/** Work in the background: done once at start, then again `everyMs` after each end. */
export interface BackgroundTask {
  name: string
  everyMs: number
  /** In short statements outside transactions; looks at `signal` between the steps of long work (rule E-23). */
  run: (services: Services, signal: AbortSignal) => Promise<void>
}
