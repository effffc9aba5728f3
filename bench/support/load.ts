import autocannon from 'autocannon'

export interface Request {
  method: 'GET' | 'PATCH' | 'POST'
  path: string
  body?: Record<string, unknown>
}

export interface Figures {
  perSecond: number
  p50: number
  p99: number
  failed: number
}

/** Sends requests in a closed loop for some seconds; `next` names each request. */
export async function load(
  base: string,
  cookie: string,
  next: () => Request,
  seconds: number,
  connections = 16,
  extra: Record<string, string> = {},
): Promise<Figures> {
  const result = await autocannon({
    url: base,
    connections,
    duration: seconds,
    headers: { ...(cookie === '' ? {} : { cookie }), 'content-type': 'application/json', ...extra },
    requests: [
      {
        setupRequest: (request) => {
          const { method, path, body } = next()
          return { ...request, method, path, body: body ? JSON.stringify(body) : undefined }
        },
      },
    ],
  })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}

export function median(values: number[]): number {
  return quantile(values, 0.5)
}

/** The value that this share of all values lies below. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}
