/** A change that a client wants, as a request and as what it leaves behind. */
export interface Write {
  kind: string
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body: Record<string, unknown> | null
  /** Sent with an Idempotency-Key, and again under the same key until it is answered. */
  keyed: boolean
  /** The unique text by which it is found in the database. */
  marker: string
  /** The number of records with the marker after it is applied, all or none. */
  bears: number
}

/**
 * A client's final knowledge. *acknowledged*: it was done. *refused*: it was not. *open*: no conclusive answer;
 * done once or not at all.
 */
export type Outcome = 'acknowledged' | 'refused' | 'open'

/** One write with everything that was answered to it. */
export interface Entry extends Write {
  client: number
  outcome: Outcome
  /** Statuses with their reason, or `unanswered`, `unconnected`, `hung`, in the order they came. */
  answers: string[]
}

/** The writes of the clients, in memory: the reading process outlives the service and its database. */
export class Journal {
  readonly entries: Entry[] = []
  #acknowledged = 0
  /** Answers of 503 so far. */
  unavailable = 0
  /** The longest wait for an answer in milliseconds since it was reset to 0. */
  longest = 0

  /** Writes acknowledged so far. */
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

  /** Entries whose keyed request was never answered: to be sent again under its key. */
  unresolved(): Entry[] {
    return this.entries.filter(({ keyed, outcome }) => keyed && outcome === 'open')
  }

  /** The number of times of each answer, most frequent first. */
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
