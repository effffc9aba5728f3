import type { Services } from '../../services.ts'

/** A background task: it runs at startup, then `everyMs` after each end. */
export interface BackgroundTask {
  name: string
  everyMs: number
  /** Uses short statements outside transactions, and checks `signal` between the steps of long work (rule E-23). */
  run: (services: Services, signal: AbortSignal) => Promise<void>
}
