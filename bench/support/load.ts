import autocannon from 'autocannon'

export interface Request {
  method: 'GET' | 'PATCH' | 'POST'
  path: string
  body?: Record<string, unknown>
}

export interface Figures {
  perSecond: number
  p50: number
  p97: number
  p99: number
  failed: number
  answered: number
}

/** Sends requests for some seconds, in a closed loop or at a fixed rate; `next` is the request or returns each one. */
export async function load(
  base: string,
  cookie: string,
  next: Request | (() => Request),
  seconds: number,
  connections = 16,
  extra: Record<string, string> = {},
  perSecond?: number,
): Promise<Figures> {
  const result = await autocannon({
    url: base,
    connections,
    duration: seconds,
    ...(perSecond === undefined ? {} : { overallRate: perSecond }),
    headers: { ...(cookie === '' ? {} : { cookie }), 'content-type': 'application/json', ...extra },
    requests: [
      typeof next === 'function'
        ? { setupRequest: (request) => ({ ...request, ...sendRequest(next()) }) }
        : sendRequest(next),
    ],
  })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p97: result.latency.p97_5,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
    answered: result.requests.total,
  }
}

function sendRequest({ method, path, body }: Request) {
  return { method, path, ...(body ? { body: JSON.stringify(body) } : {}) }
}

export function computeMedian(values: number[]): number {
  return computeQuantile(values, 0.5)
}

/** The value below which this share of all values lies. */
export function computeQuantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}
