import { withoutTrailingSlashes } from '../../lib/unicode/trim-end.ts'
import { choice, count, flag, list, Refusal, text, url, variable } from '../values.ts'

const PAIR = /^[^=\s]+=[^=]*/

/** The supported ones of OpenTelemetry's variables, and SLOW_QUERY_MS. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url('http', 'https'),
  OTEL_EXPORTER_OTLP_HEADERS: variable(null, (value) =>
    value.split(',').every((item) => item.trim() === '' || PAIR.test(item.trim()))
      ? value
      : new Refusal('expected comma-separated pairs like key=value'),
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: choice('http/json', ['http/json']),
  OTEL_SERVICE_NAME: text('rulewright'),
  OTEL_RESOURCE_ATTRIBUTES: list((item) =>
    PAIR.test(item) ? null : new Refusal('expected comma-separated pairs like key=value'),
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(1, (value) => {
    const share = /^(0|1|[01]?\.[0-9]{1,9})$/.test(value.trim()) ? Number(value) : Number.NaN
    return share >= 0 && share <= 1 ? share : new Refusal('expected a share from 0 to 1, such as 0.1')
  }),
  OTEL_SDK_DISABLED: flag(false),
  SLOW_QUERY_MS: count(0, 0, 3_600_000),
}

interface TracingVariables {
  OTEL_EXPORTER_OTLP_ENDPOINT: string | null
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: string | null
  OTEL_EXPORTER_OTLP_HEADERS: string | null
  OTEL_SERVICE_NAME: string
  OTEL_RESOURCE_ATTRIBUTES: string[]
  OTEL_TRACES_SAMPLER_ARG: number
  OTEL_SDK_DISABLED: boolean
}

/** The trace endpoint and the sampling ratio; null if tracing is off. */
export function tracingOf(given: TracingVariables) {
  const base = given.OTEL_EXPORTER_OTLP_ENDPOINT
  const endpoint =
    given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
    (base === null ? null : `${withoutTrailingSlashes(base)}/v1/traces`)
  if (endpoint === null || given.OTEL_SDK_DISABLED) return null
  return {
    endpoint,
    headers: pairsOf((given.OTEL_EXPORTER_OTLP_HEADERS ?? '').split(',')),
    serviceName: given.OTEL_SERVICE_NAME,
    resource: pairsOf(given.OTEL_RESOURCE_ATTRIBUTES),
    share: given.OTEL_TRACES_SAMPLER_ARG,
  }
}

/** Values may be percent-encoded. */
function pairsOf(items: readonly string[]): Record<string, string> {
  const pairs = items.flatMap((item) => {
    const at = item.indexOf('=')
    return at > 0 ? [[item.slice(0, at).trim(), decoded(item.slice(at + 1).trim())]] : []
  })
  return Object.fromEntries(pairs)
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
