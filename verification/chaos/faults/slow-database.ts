import { setTimeout as pause } from 'node:timers/promises'
import { injectFault, type FaultContext, type FaultResult } from '../../../test/chaos/faults/inject.ts'
import { http } from '../../../test/support/http.ts'
import type { SeverableProxy } from '../../../test/support/severable-proxy.ts'

/** The delay of every chunk in each direction. */
const DELAY_MS = 100
const SLOW_MS = 3000

/** Slows the database connection for a while. Answers take longer, but no request may be rejected. */
export function slowDownDatabase(
  inject: FaultContext,
  line: SeverableProxy,
  times: number,
): Promise<FaultResult> {
  return injectFault(inject, 'database slow', times, async () => {
    const { acknowledged, unavailable } = inject.journal
    line.slow(DELAY_MS)
    await pause(SLOW_MS)
    const done = inject.journal.acknowledged - acknowledged
    const refused = inject.journal.unavailable - unavailable
    await line.restore()
    return { notes: [`${done} writes acknowledged and ${refused} refused in ${SLOW_MS} ms`] }
  })
}

/** Makes the database silent, without closing connections, for longer than the statement time limits. */
export function silenceDatabase(
  inject: FaultContext,
  line: SeverableProxy,
  times: number,
  forMs: number,
): Promise<FaultResult> {
  return injectFault(inject, 'database silent', times, async () => {
    const before = inject.journal.unavailable
    line.hold()
    await pause(forMs)
    const up = await http(inject.service.url).get('/up')
    const health = await http(inject.service.url).get('/health_check')
    const refused = inject.journal.unavailable - before
    await line.restore()
    return {
      notes: [`${refused} writes were answered with 503 within ${forMs} ms`],
      wrong: [
        ...(up.status === 200 ? [] : [`/up answered ${up.status}`]),
        ...(health.status === 503 ? [] : [`/health_check answered ${health.status}`]),
        ...(refused > 0 ? [] : ['no write was answered with 503']),
      ],
    }
  })
}
