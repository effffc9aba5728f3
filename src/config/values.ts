import { z } from 'zod'
import { findEmailProblem } from '../lib/unicode/names.ts'

/** A malformed text, with what was expected. It never contains the text, which may be a secret. */
export class InvalidValue {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

/** A rate such as `20/60s`: the limit for one fixed window. */
export interface Rate {
  limit: number
  windowMs: number
}

/** One environment variable: `fallback` if it is absent, otherwise the result of `read`, which may reject it. */
export function variable<T, F>(fallback: F, read: (text: string) => T | InvalidValue) {
  return z
    .string()
    .optional()
    .transform((text, ctx): T | F => {
      if (text === undefined) return fallback
      const value = read(text)
      if (!(value instanceof InvalidValue)) return value
      ctx.addIssue({ code: 'custom', message: value.message })
      return z.NEVER
    })
}

/** Trimmed text. */
export const text = <F>(fallback: F) => variable(fallback, (value) => value.trim())

/** A secret, unchanged; null if it is unset. Secrets never have a default. */
export const secret = () => variable(null, (value) => value)

/** `true`, `false`, `1` or `0` (rule A-72). */
export const flag = (fallback: boolean) =>
  variable(fallback, (value) => {
    const word = value.trim().toLowerCase()
    if (word === 'true' || word === '1') return true
    if (word === 'false' || word === '0') return false
    return new InvalidValue('expected true, false, 1 or 0')
  })

/** A decimal integer within bounds. */
export const count = (fallback: number, min = 0, max = 1_000_000_000) =>
  variable(fallback, (value) => {
    const figure = parseInteger(value.trim())
    const inside = figure !== null && figure >= min && figure <= max
    return inside ? figure : new InvalidValue(`expected an integer from ${min} to ${max}`)
  })

/** One of a closed list of words, case-insensitive. */
export const choice = <const W extends string>(fallback: W, words: readonly W[]) =>
  variable(fallback, (value) => {
    const lowerCase = value.trim().toLowerCase()
    return (
      words.find((word) => word.toLowerCase() === lowerCase) ??
      new InvalidValue(`expected one of ${words.join(', ')}`)
    )
  })

/** `30s`, `15m`, `1h`, `1d` or plain seconds, in milliseconds. */
export const duration = (fallback: string, min = 1) => {
  const read = (value: string) => {
    const ms = parseMilliseconds(value.trim())
    if (ms !== null && ms >= min) return ms
    const bound = min > 0 ? ' above 0' : ''
    return new InvalidValue(`expected a duration${bound} like 30s, 15m, 1h, 1d or plain seconds`)
  }
  return variable(parseMilliseconds(fallback) ?? 0, read).meta({ duration: true })
}

/** `<figure>/<duration>`, such as `20/60s`. */
export const rate = (limit: number, window: string) =>
  variable<Rate, Rate>({ limit, windowMs: parseMilliseconds(window) ?? 0 }, (value) => {
    const [figure = '', length = '', ...more] = value.trim().split('/')
    const amount = parseInteger(figure.trim())
    const windowMs = parseMilliseconds(length.trim())
    if (more.length === 0 && amount && windowMs) return { limit: amount, windowMs }
    return new InvalidValue('expected a rate like 20/60s')
  })

/** An absolute URL with one of these schemes, unchanged. */
export const url = (...schemes: string[]) =>
  variable(null, (value) => findUrlProblem(value.trim(), schemes) ?? value.trim())

/** Comma-separated words, trimmed. */
export const list = (accept: (item: string) => InvalidValue | null = () => null) =>
  variable<string[], string[]>([], (value) => {
    const items = value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
    for (const item of items) {
      const refusal = accept(item)
      if (refusal) return refusal
    }
    return items
  })

/** Returns the error for a text that is not an absolute URL with one of these schemes; null if it is valid. */
export function findUrlProblem(value: string, schemes: readonly string[]): InvalidValue | null {
  const parsed = URL.canParse(value) ? new URL(value) : null
  if (parsed && schemes.includes(parsed.protocol.slice(0, -1))) return null
  return new InvalidValue(
    `expected an address starting with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  )
}

/** True for `x@y` with one `@`, without blanks, look-alike or invisible characters (rules A-2 and A-93). */
export function isEmail(value: string): boolean {
  return value.length <= 255 && /^[^\s@]+@[^\s@]+$/.test(value) && findEmailProblem(value) === null
}

function parseInteger(value: string): number | null {
  return /^[0-9]{1,15}$/.test(value) ? Number(value) : null
}

const UNITS: Record<string, number> = { '': 1000, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function parseMilliseconds(value: string): number | null {
  const [, figure, unit] = /^([0-9]{1,9})([smhd]?)$/.exec(value) ?? []
  const factor = UNITS[unit ?? 'none']
  return figure === undefined || factor === undefined ? null : Number(figure) * factor
}
