import { removeTrailingSlashes } from '../../lib/unicode/trim-end.ts'
import { choice, count, flag, list, InvalidValue, text, url, variable } from '../values.ts'

const PAIR = /^[^=\s]+=[^=]*/

/** The supported ones of OpenTelemetry's variables, and SLOW_QUERY_MS. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url('http', 'https'),
  OTEL_EXPORTER_OTLP_HEADERS: variable(null, (value) =>
    value.split(',').every((item) => item.trim() === '' || PAIR.test(item.trim()))
      ? value
      : new InvalidValue('expected comma-separated pairs like key=value'),
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: choice('http/json', ['http/json']),
  OTEL_SERVICE_NAME: text('rulewright'),
  OTEL_RESOURCE_ATTRIBUTES: list((item) =>
    PAIR.test(item) ? null : new InvalidValue('expected comma-separated pairs like key=value'),
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(1, (value) => {
    const share = /^(0|1|[01]?\.[0-9]{1,9})$/.test(value.trim()) ? Number(value) : Number.NaN
    return share >= 0 && share <= 1 ? share : new InvalidValue('expected a share from 0 to 1, such as 0.1')
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
export function toTracing(variables: TracingVariables) {
  const base = variables.OTEL_EXPORTER_OTLP_ENDPOINT
  const endpoint =
    variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
    (base === null ? null : `${removeTrailingSlashes(base)}/v1/traces`)
  if (endpoint === null || variables.OTEL_SDK_DISABLED) return null
  return {
    endpoint,
    headers: parsePairs((variables.OTEL_EXPORTER_OTLP_HEADERS ?? '').split(',')),
    serviceName: variables.OTEL_SERVICE_NAME,
    resource: parsePairs(variables.OTEL_RESOURCE_ATTRIBUTES),
    share: variables.OTEL_TRACES_SAMPLER_ARG,
  }
}

/** Values may be percent-encoded. */
function parsePairs(items: readonly string[]): Record<string, string> {
  const pairs = items.flatMap((item) => {
    const index = item.indexOf('=')
    return index > 0 ? [[item.slice(0, index).trim(), decodeValue(item.slice(index + 1).trim())]] : []
  })
  return Object.fromEntries(pairs)
}

function decodeValue(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
