import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { formatProblem, isUnreachable, loadReasons, toProblem } from '../../web/api/errors.ts'
import { endWait, isSignInRequested, setUser } from '../../web/api/session.ts'
import { sendWithSession, toErrorData } from '../../web/api/upload.ts'

beforeAll(loadReasons)
afterEach(() => setUser(null))

test('an answer of a proxy that does not reach the service counts as no answer', () => {
  for (const status of [502, 503, 504]) expect(isUnreachable(toErrorData(status, {}, null))).toBe(true)
  expect(isUnreachable(toErrorData(503, { reason: 'service_unavailable' }, null))).toBe(false)
})

test('limits of a proxy have the messages of the limits of the service', () => {
  expect(toProblem(toErrorData(413, {}, null)).sentence).toBe('The file is too large.')
  expect(formatProblem(toProblem(toErrorData(429, {}, null)))).toBe(
    'Too many requests. Wait a minute and try again.',
  )
})

test('an upload or export that finds the session ended is sent again after the sign-in', async () => {
  setUser({ email: 'ari@demo.example', id: 1, provider: null })
  const send = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(toErrorData(401, { reason: 'session_timed_out' }, null))
    .mockResolvedValueOnce('done')
  const answer = sendWithSession(send)
  await expect.poll(isSignInRequested).toBe(true)
  endWait(true)
  expect(await answer).toBe('done')
})

test('an upload fails with the ended session if the user does not sign in again', async () => {
  setUser({ email: 'ari@demo.example', id: 1, provider: null })
  const error = toErrorData(401, { reason: 'session_timed_out' }, null)
  const answer = sendWithSession(() => Promise.reject(error))
  await expect.poll(isSignInRequested).toBe(true)
  endWait(false)
  await expect(answer).rejects.toBe(error)
})
