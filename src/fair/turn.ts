import type { Leave, Places } from './places.ts'

/** The place of one HTTP request among those of its person (rule E-20). */
export interface Turn {
  /**
   * Waits for the place of this request in the name of a person or an address; the first name counts, and later calls
   * find the place taken. Throws 429.
   */
  enter: (who: string) => Promise<void>
  /**
   * Runs one call of the request. Calls of a batch share the request's place, one after another, and take further ones
   * only where those are free: no batch is more than its requests would be.
   */
  run: <T>(call: () => Promise<T>) => Promise<T>
  /** Keeps the place until the answer's body has left, too. */
  keep: () => Leave
  /** The request is answered: the place goes back with the last call under way. */
  leave: () => void
  /** Who the request counts for; null until it is known. */
  who: () => string | null
}

/** The names under which requests count. */
export const personKey = (id: number): string => `person ${id}`
export const addressKey = (address: string | null): string => `address ${address ?? 'unknown'}`

/** `places` null: nothing is bounded. */
export function createTurn(places: ((who: string) => Places) | null): Turn {
  let name: string | null = null
  let entering: Promise<void> | null = null
  let place: Leave | null = null
  /** Calls on the request's own place: one at a time. */
  let running = 0
  let kept = 0
  let answered = false
  const queue: ((further: Leave | null) => void)[] = []

  function settle(): void {
    if (answered && running === 0 && kept === 0 && queue.length === 0) place?.()
  }

  function extra(): Leave | null {
    return name === null || !place || !places ? null : places(name).tryEnter(name)
  }

  function letNextGo(): void {
    if (running === 0) {
      const next = queue.shift()
      if (next) running += 1
      next?.(null)
    }
    while (queue.length > 0) {
      const further = extra()
      if (!further) return
      queue.shift()?.(further)
    }
  }

  /** Resolves when a call may begin; with the further place that it has, or null on the request's own. */
  function admitted(): Promise<Leave | null> | Leave | null {
    if (running === 0 && queue.length === 0) {
      running += 1
      return null
    }
    return extra() ?? new Promise((resolve) => queue.push(resolve))
  }

  return {
    who: () => name,
    enter(who) {
      const own = (name ??= who)
      if (!places) return Promise.resolve()
      entering ??= places(own)
        .enter(own)
        .then((leave) => {
          place = leave
          letNextGo()
          settle()
        })
      return entering
    },
    async run(work) {
      if (!places) return work()
      const further = await admitted()
      try {
        return await work()
      } finally {
        if (further) further()
        else running -= 1
        letNextGo()
        settle()
      }
    },
    keep() {
      kept += 1
      let held = true
      return () => {
        if (held) kept -= 1
        held = false
        settle()
      }
    },
    leave() {
      answered = true
      settle()
    },
  }
}
