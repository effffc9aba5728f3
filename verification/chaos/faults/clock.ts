import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import {
  skipFault,
  injectFault,
  type FaultContext,
  type FaultResult,
} from '../../../test/chaos/faults/inject.ts'

const LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib'].map(
  (folder) => `${folder}/faketime/libfaketimeMT.so.1`,
)
const KIND = 'clock of the service set back'
const WRONG_MS = 2000
/** Shorter than the idle timeout of sessions, because resetting the clock is a jump forward. */
const BACK = ['-30m', '-30m', '-10s', '-50m']

/** An adjustable clock of the service. */
export interface Clock {
  env: Record<string, string>
  set: (offset: string) => Promise<void>
}

/** Creates a clock that reads its offset from this file; null if libfaketime is not installed. */
export async function createClock(path: string): Promise<Clock | null> {
  const library = LIBRARIES.find((each) => existsSync(each))
  if (library === undefined) return null
  const set = (offset: string) => writeFile(path, `${offset}\n`)
  await set('+0')
  // Timers and time limits use the monotonic clock, which is not adjusted.
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: path,
    FAKETIME_NO_CACHE: '1',
    DONT_FAKE_MONOTONIC: '1',
  }
  return { env, set }
}

/** Sets the clock back during writes, restarts the service with the wrong clock, and corrects the clock. */
export function setClockBack(inject: FaultContext, clock: Clock | null, times: number): Promise<FaultResult> {
  if (clock === null) return Promise.resolve(skipFault(KIND, 'libfaketime is not installed'))
  return injectFault(inject, KIND, times, async (round) => {
    const { acknowledged } = inject.journal
    const offset = BACK[round % BACK.length] ?? '-10s'
    await clock.set(offset)
    await pause(WRONG_MS)
    const meanwhile = inject.journal.acknowledged - acknowledged
    await inject.service.kill()
    await inject.service.start()
    await pause(WRONG_MS)
    await clock.set('+0')
    return {
      notes: [`${offset}: ${meanwhile} writes before the restart`],
      wrong: meanwhile > 0 ? [] : ['nothing was written while the clock was wrong'],
    }
  })
}
