import { oidcFields } from './settings/providers.ts'
import type { Rate } from './values.ts'
import { variables } from './variables.ts'

const SECRET = /(PASSWORD|SECRET|TOKEN|PRIVATE_KEY|WEBHOOK_URL|OTLP_HEADERS)$/

/** True if the service reads a variable of this name. */
export function isKnownSetting(name: string): boolean {
  if (name in variables.shape) return true
  const fields = Object.keys(oidcFields.shape)
  return name.startsWith('OIDC_') && fields.some((field) => name.endsWith(`_${field}`))
}

/** True if the value of a setting is a secret; URLs may contain one too. */
export function isSecretSetting(name: string): boolean {
  return SECRET.test(name)
}

/** The default of each setting, in the format of its variable; null if it has none. */
export function listDefaultSettings(): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(variables.shape).map(([name, schema]) => {
      const value: unknown = schema.safeParse(undefined).data
      return [name, schema.meta()?.['duration'] === true ? formatDuration(value) : formatSetting(value)]
    }),
  )
}

function formatSetting(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(',')
  if (isRate(value)) return `${value.limit}/${formatDuration(value.windowMs)}`
  return JSON.stringify(value).replaceAll(/^"|"$/g, '')
}

function isRate(value: unknown): value is Rate {
  return typeof value === 'object' && value !== null && 'limit' in value && 'windowMs' in value
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
] as const

function formatDuration(ms: unknown): string {
  const length = Number(ms)
  const [unit, size] = UNITS.find(([, seconds]) => length > 0 && length % seconds === 0) ?? ['s', 1000]
  return `${length / size}${unit}`
}
