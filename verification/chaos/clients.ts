import { setTimeout as pause } from 'node:timers/promises'
import type { Person, ServiceUnderTest } from '../../test/chaos/service-under-test.ts'
import type { Answer, Rest } from '../../test/support/rest.ts'
import type { Entry, Journal, Outcome } from './journal.ts'
import { createMemory, planWrite } from './plan-write.ts'
import { createSeededRandom } from './seeded-random.ts'

/** Longer than any time limit of the service. A longer wait means that the request was lost. */
const TIMEOUT_MS = 45_000
/** Attempts under one key before the client continues and leaves the rest for the end. */
const TRIES = 6
const MAX_BREAK = 40
/** Attempts to connect to a service that is starting, and the pause between them. */
const CONNECTIONS = 600
const BEFORE_NEXT = 100

/** The running clients. */
export interface Clients {
  /** Stops the clients after their current request. */
  stop: () => Promise<void>
}

/** Starts the clients. Each sends one write after the other, and records it in the journal before it is sent. */
export function startClients(target: ServiceUnderTest, journal: Journal, seed: string): Clients {
  let stopped = false
  const marked = { last: 0 }
  const work = async (person: Person) => {
    const chance = createSeededRandom(seed, `client ${person.number}`)
    const memory = createMemory()
    while (!stopped) {
      marked.last += 1
      const marker = `chaos ${seed} ${marked.last}`
      const plan = planWrite({ target, person, memory, chance, marker, key: chance.below(3) > 0 })
      const entry = journal.open(person.number, plan.write)
      const body = await sendUntilAnswered(person.rest, journal, entry, entry.keyed ? TRIES : 1)
      plan.learn?.(entry.outcome, body)
      await pause(chance.below(MAX_BREAK))
      if (entry.answers.at(-1) !== '200') await pause(100 + chance.below(300))
    }
  }
  const working = target.people.map(work)
  return {
    stop: async () => {
      stopped = true
      await Promise.all(working)
    },
  }
}

/** Retries unanswered requests under their keys; returns the number of requests without a conclusive answer. */
export async function retryUnanswered(target: ServiceUnderTest, journal: Journal): Promise<number> {
  for (const entry of journal.unansweredCount()) {
    const person = target.people[entry.client]
    if (person) await sendUntilAnswered(person.rest, journal, entry, TRIES)
  }
  return journal.unansweredCount().length
}

/** Sends a request up to this many times until an answer is conclusive; returns the last body. */
async function sendUntilAnswered(
  rest: Rest,
  journal: Journal,
  entry: Entry,
  tries: number,
): Promise<Answer['body']> {
  const headers: Record<string, string> = entry.keyed ? { 'idempotency-key': entry.marker } : {}
  for (let attempt = 1; ; attempt += 1) {
    const sent = await sendOnceConnected(rest, entry, headers)
    journal.record(entry, sent.reply, sent.ms)
    const outcome = toOutcome(sent.reply)
    if (outcome !== 'open' || attempt >= tries) {
      journal.close(entry, outcome)
      return sent.body
    }
    await pause(100 * attempt)
  }
}

/** A request without a connection was not sent: the client waits until a server listens. */
async function sendOnceConnected(rest: Rest, entry: Entry, headers: Record<string, string>) {
  for (let attempt = 1; ; attempt += 1) {
    const started = performance.now()
    const sent = await send(rest, entry, headers)
    const ms = performance.now() - started
    if (sent.reply !== 'unconnected' || attempt === CONNECTIONS) return { ...sent, ms }
    await pause(BEFORE_NEXT)
  }
}

/** `unconnected`: the request cannot have arrived. `unanswered`: it may have arrived. */
async function send(rest: Rest, { method, path, body }: Entry, headers: Record<string, string>) {
  const late = new AbortController()
  const hung = pause(TIMEOUT_MS, { reply: 'hung', body: null }, { signal: late.signal })
  hung.catch(() => undefined)
  const answered = rest.send(method, path, body, headers).then(
    (answer) => ({ reply: describeReply(answer), body: answer.body }),
    (error: unknown) => ({ reply: isConnectionRefused(error) ? 'unconnected' : 'unanswered', body: null }),
  )
  const first = await Promise.race([answered, hung])
  late.abort()
  return first
}

function describeReply({ status, headers, body }: Answer): string {
  if (status === 503 && !headers.has('retry-after')) return '503 without Retry-After'
  return status < 300 ? String(status) : `${status} ${String(body?.reason ?? '')}`.trim()
}

function isConnectionRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { cause } = error
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}

/** The outcome of an answer. A 4xx means that the write was not applied; under a key it is the first request's answer. */
function toOutcome(reply: string): Outcome {
  if (reply.startsWith('2')) return 'acknowledged'
  return /^(4(?!09 idempotency.running|29))/.test(reply) ? 'refused' : 'open'
}
