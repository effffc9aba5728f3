import { setTimeout as pause } from 'node:timers/promises'
import { injectFault, type FaultContext, type FaultResult } from '../../../test/chaos/faults/inject.ts'
import { http } from '../../../test/support/http.ts'
import { startPeers, FAILURE_MODES, type Peers, type FailureMode } from '../peers.ts'

export { startPeers }

/** The service's time limit for a directory or provider. */
const SIGN_IN_MS = 30_000
const FAULT_MS = 12_000
/** The time for redeliveries, which follow a failure after 10 and 20 seconds. */
const DELIVERED_MS = 90_000

/**
 * Makes mail server, chat, directory and provider fail in several ways. Writes must continue, sign-ins must fail soon
 * without a server error, and deliveries must resume afterwards.
 */
export function failPeers(inject: FaultContext, peers: Peers, times: number): Promise<FaultResult> {
  return injectFault(inject, 'failures of mail, chat, directory and provider', times, async () => {
    const notes: string[] = []
    const wrong: string[] = []
    for (const mode of FAILURE_MODES) {
      const { acknowledged } = inject.journal
      await peers.be(mode)
      const [signIns] = await Promise.all([trySignIn(inject, mode), pause(FAULT_MS)])
      notes.push(`${mode}: ${inject.journal.acknowledged - acknowledged} writes; ${signIns.notes}`)
      wrong.push(...signIns.wrong)
    }
    const before = peers.delivered()
    await peers.be('well')
    const started = performance.now()
    while (peers.delivered().mails === before.mails || peers.delivered().posts === before.posts) {
      if (performance.now() - started > DELIVERED_MS) {
        wrong.push('mail and chat messages are not delivered after their servers have recovered')
        break
      }
      await pause(50)
    }
    notes.push(
      `mail and chat messages were delivered again after ${Math.round((performance.now() - started) / 1000)} s`,
    )
    return { notes, wrong }
  })
}

async function trySignIn(
  { service }: FaultContext,
  mode: FailureMode,
): Promise<{ notes: string; wrong: string[] }> {
  const { hostname, port } = new URL(service.url)
  const peer = { origin: `http://${hostname}:${port}` }
  const anybody = http(service.url, peer)
  const form = new URLSearchParams({ username: 'somebody', password: 'a secret' }).toString()
  const signIns = {
    directory: () =>
      fetch(`${service.url}/users/auth/ldap/callback`, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...peer, 'content-type': 'application/x-www-form-urlencoded' },
        body: form,
        signal: AbortSignal.timeout(SIGN_IN_MS),
      }).then(({ status }) => status),
    provider: () => anybody.post('/users/auth/oidc').then(({ status }) => status),
  }
  const ends = await Promise.all(
    Object.entries(signIns).map(async ([signIn, ask]) => {
      const started = performance.now()
      const status = await ask().catch((error: unknown) => String(error))
      return { peer: signIn, status, seconds: Math.round((performance.now() - started) / 100) / 10 }
    }),
  )
  return {
    notes: ends.map(({ peer, status, seconds }) => `${peer} ${status} in ${seconds} s`).join(', '),
    wrong: ends
      .filter(({ status, seconds }) => ![302, 303].includes(Number(status)) || seconds > SIGN_IN_MS / 1000)
      .map(
        ({ peer, status, seconds }) => `sign-in through a ${peer} that is ${mode}: ${status} in ${seconds} s`,
      ),
  }
}
