import { rest, type Answer, type Rest } from './rest.ts'

/** A REST client of a listening service, with these headers on every request. */
export function http(url: string, always: Record<string, string> = {}): Rest {
  const request = (path: string, init: RequestInit) => fetch(url + path, { redirect: 'manual', ...init })
  return rest({ ends: true, request }, always)
}

/** Signs in and returns a REST client with the session. Throws if the sign-in fails. */
export async function signIn(url: string, email: string, password: string): Promise<Rest> {
  return http(url, { cookie: await createSession(url, email, password) })
}

/** Signs in and returns the cookies of the session. Throws if the sign-in fails. */
export async function createSession(url: string, email: string, password: string): Promise<string> {
  const answer = expectStatus(200, await http(url).post('/api/auth/login', { email, password }))
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Returns the answer if it has this status; otherwise throws its text. */
export function expectStatus(status: number, answer: Answer): Answer {
  if (answer.status === status) return answer
  throw new Error(`expected ${status}, answered ${answer.status}: ${answer.text.slice(0, 2000)}`)
}
