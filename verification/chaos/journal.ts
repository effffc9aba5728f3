/** A write of a client: its request, and how to find its effect. */
export interface Write {
  kind: string
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body: Record<string, unknown> | null
  /** Whether it is sent with an Idempotency-Key and retried under the same key until it is answered. */
  keyed: boolean
  /** The unique text that identifies its records in the database. */
  marker: string
  /** The number of records with the marker if it was applied. */
  expectedCount: number
}

/** The outcome for the client: *acknowledged* (applied), *refused* (not applied), *open* (no conclusive answer). */
export type Outcome = 'acknowledged' | 'refused' | 'open'

/** A write with all its answers. */
export interface Entry extends Write {
  client: number
  outcome: Outcome
  /** The answers in order: a status with its reason, or `unanswered`, `unconnected` or `hung`. */
  answers: string[]
}

/** Records the writes of the clients in memory; its process survives the faults. */
export class Journal {
  readonly entries: Entry[] = []
  #acknowledged = 0
  /** The number of answers with 503. */
  unavailable = 0
  /** The longest wait for an answer in milliseconds, since the last reset. */
  longest = 0

  /** The number of acknowledged writes. */
  get acknowledged(): number {
    return this.#acknowledged
  }

  open(client: number, write: Write): Entry {
    const entry: Entry = { ...write, client, outcome: 'open', answers: [] }
    this.entries.push(entry)
    return entry
  }

  /** Records one answer and its duration. */
  record(entry: Entry, reply: string, ms: number): void {
    entry.answers.push(reply)
    if (reply.startsWith('503')) this.unavailable += 1
    if (reply !== 'unconnected') this.longest = Math.max(this.longest, ms)
  }

  close(entry: Entry, outcome: Outcome): void {
    if (outcome === 'acknowledged' && entry.outcome !== outcome) this.#acknowledged += 1
    entry.outcome = outcome
  }

  /** The entries with a key and no answer, to be retried under their keys. */
  unansweredCount(): Entry[] {
    return this.entries.filter(({ keyed, outcome }) => keyed && outcome === 'open')
  }

  /** The number of occurrences of each answer, most frequent first. */
  answers(): [string, number][] {
    const counts = new Map<string, number>()
    for (const answer of this.entries.flatMap(({ answers }) => answers)) {
      counts.set(answer, (counts.get(answer) ?? 0) + 1)
    }
    return [...counts].toSorted(([, a], [, b]) => b - a)
  }

  /** The number of acknowledged writes of each kind. */
  kinds(): [string, number][] {
    const counts = new Map<string, number>()
    for (const { kind, outcome } of this.entries) {
      if (outcome === 'acknowledged') counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
    return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  }
}
