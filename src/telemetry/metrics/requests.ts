import { createFamily, formatLabels, formatSample, type Family, type Labels } from './families.ts'

/** Upper bounds of the latency histogram, in seconds. */
const BOUNDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx']

interface RequestTotals {
  method: string
  route: string
  /** Requests by histogram bucket; the last one is `+Inf`. */
  within: number[]
  seconds: number
  byClass: number[]
}

/** The request metrics of one process. */
export interface RequestMetrics {
  /** Counts a new request. */
  begin: () => void
  /** Counts the start of a response. `route` must be a pattern of the service, never user input. */
  end: (method: string, route: string, status: number, ms: number) => void
  families: (labels: Labels) => Family[]
}

/** Creates the request metrics of a process. */
export function createRequestMetrics(): RequestMetrics {
  const cells = new Map<string, RequestTotals>()
  let inFlight = 0
  return {
    begin: () => void (inFlight += 1),
    end: (method, route, status, ms) => {
      inFlight -= 1
      // Unknown methods share a label, so that clients can't create more of them.
      const methodLabel = METHODS.has(method) ? method : 'other'
      const key = `${methodLabel} ${route}`
      let cell = cells.get(key)
      if (!cell) cells.set(key, (cell = createTotals(methodLabel, route)))
      const seconds = ms / 1000
      const bound = BOUNDS.findIndex((limit) => seconds <= limit)
      add(cell.within, bound < 0 ? BOUNDS.length : bound)
      add(cell.byClass, Math.floor(status / 100) - 1)
      cell.seconds += seconds
    },
    families: (labels) => [
      createFamily('gauge', 'http_server_active_requests', 'Requests in flight.', [[labels, inFlight]]),
      createFamily(
        'counter',
        'http_server_requests_total',
        'Requests by route, method and status class.',
        [...cells.values()].flatMap(({ method, route, byClass }) =>
          CLASSES.flatMap((status, index): [Labels, number][] => {
            const count = byClass[index] ?? 0
            return count === 0
              ? []
              : [[{ http_request_method: method, http_route: route, status, ...labels }, count]]
          }),
        ),
      ),
      createLatencyFamily([...cells.values()], labels),
    ],
  }
}

function createTotals(method: string, route: string): RequestTotals {
  const within = BOUNDS.map(() => 0).concat(0)
  return { method, route, within, seconds: 0, byClass: CLASSES.map(() => 0) }
}

function add(counts: number[], index: number): void {
  counts[index] = (counts[index] ?? 0) + 1
}

function createLatencyFamily(cells: readonly RequestTotals[], labels: Labels): Family {
  const name = 'http_server_request_duration_seconds'
  const lines = cells.flatMap(({ method, route, within, seconds }) => {
    const requestLabels = formatLabels({ http_request_method: method, http_route: route, ...labels })
    let count = 0
    const buckets = within.map((more, index) => {
      count += more
      return formatSample(`${name}_bucket`, `${requestLabels},le="${BOUNDS[index] ?? '+Inf'}"`, count)
    })
    return [
      ...buckets,
      formatSample(`${name}_sum`, requestLabels, seconds),
      formatSample(`${name}_count`, requestLabels, count),
    ]
  })
  return { name, type: 'histogram', help: 'Seconds until the response starts.', lines }
}
