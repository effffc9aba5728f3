import { family, labelsOf, line, type Family, type Labels } from './families.ts'

/** Upper bounds of the latency histogram, in seconds. */
const BOUNDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx']

interface RequestTotals {
  method: string
  route: string
  /** Requests by bound; the last one is for what took longer than all of them. */
  within: number[]
  seconds: number
  byClass: number[]
}

/** What one process counts of its requests. */
export interface RequestMetrics {
  /** A request came in. */
  began: () => void
  /** Its answer begins; `route` is one of the patterns that the service knows, never what someone sent. */
  ended: (method: string, route: string, status: number, ms: number) => void
  families: (labels: Labels) => Family[]
}

export function countRequests(): RequestMetrics {
  const cells = new Map<string, RequestTotals>()
  let inFlight = 0
  return {
    began: () => void (inFlight += 1),
    ended: (method, route, status, ms) => {
      inFlight -= 1
      // Methods that no one serves share a word, so that non-members cannot make more of them.
      const known = METHODS.has(method) ? method : 'other'
      const key = `${known} ${route}`
      let cell = cells.get(key)
      if (!cell) cells.set(key, (cell = cellOf(known, route)))
      const seconds = ms / 1000
      const bound = BOUNDS.findIndex((most) => seconds <= most)
      add(cell.within, bound < 0 ? BOUNDS.length : bound)
      add(cell.byClass, Math.floor(status / 100) - 1)
      cell.seconds += seconds
    },
    families: (labels) => [
      family('gauge', 'http_server_active_requests', 'Requests whose answer has not begun.', [
        [labels, inFlight],
      ]),
      family(
        'counter',
        'http_server_requests_total',
        'Requests by the pattern of their address, method and class of status.',
        [...cells.values()].flatMap(({ method, route, byClass }) =>
          CLASSES.flatMap((status, index): [Labels, number][] => {
            const count = byClass[index] ?? 0
            return count === 0
              ? []
              : [[{ http_request_method: method, http_route: route, status, ...labels }, count]]
          }),
        ),
      ),
      latencies([...cells.values()], labels),
    ],
  }
}

function cellOf(method: string, route: string): RequestTotals {
  const within = BOUNDS.map(() => 0).concat(0)
  return { method, route, within, seconds: 0, byClass: CLASSES.map(() => 0) }
}

function add(counts: number[], index: number): void {
  counts[index] = (counts[index] ?? 0) + 1
}

function latencies(cells: readonly RequestTotals[], labels: Labels): Family {
  const name = 'http_server_request_duration_seconds'
  const lines = cells.flatMap(({ method, route, within, seconds }) => {
    const own = labelsOf({ http_request_method: method, http_route: route, ...labels })
    let count = 0
    const buckets = within.map((more, index) => {
      count += more
      return line(`${name}_bucket`, `${own},le="${BOUNDS[index] ?? '+Inf'}"`, count)
    })
    return [...buckets, line(`${name}_sum`, own, seconds), line(`${name}_count`, own, count)]
  })
  return { name, type: 'histogram', help: 'Seconds until the answer to a request begins.', lines }
}
