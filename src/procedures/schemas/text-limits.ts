import type { Env } from '../../config/env.ts'
import { type DomainError, invalid } from '../../errors.ts'
import { codePoints } from './shapes.ts'

type Limits = Env['limits']

/** A text that is longer than its limit. */
export interface OverlongText {
  field: string
  text: string
  limit: number
}

/** The texts that are longer than the settings allow; `by` names the limit of each field. */
export function findOverlongTexts<Given extends object>(
  limits: Limits,
  given: Given,
  by: Partial<Record<keyof Given & string, keyof Limits>>,
): OverlongText[] {
  const values = new Map(Object.entries(given))
  return Object.entries<keyof Limits | undefined>(by).flatMap(([field, name]) => {
    const text: unknown = values.get(field)
    if (name === undefined || typeof text !== 'string') return []
    const limit = limits[name]
    return isLonger(text, limit) ? [{ field, text, limit }] : []
  })
}

/** Whether a text has more code points than that. */
export function isLonger(text: string, limit: number): boolean {
  return text.length > limit && codePoints(text) > limit
}

/**
 * Throws 422 for the first text that is longer than the settings allow (rule A-70). The schemas hold the limits
 * that nothing passes; settings make them narrower. `by` names the limit of each field.
 */
export function assertTexts<Given extends object>(
  limits: Limits,
  given: Given,
  by: Partial<Record<keyof Given & string, keyof Limits>>,
): void {
  const [first] = findOverlongTexts(limits, given, by)
  if (first) throw overlong(first)
}

/** The 422 of a text that is too long. */
export function overlong({ field, limit }: Omit<OverlongText, 'text'>): DomainError {
  return invalid('validation', field, `must have at most ${limit} characters`)
}

/** The limits of what says who someone is. */
export const PERSON = { name: 'userName', email: 'userEmail' } as const

/** The limits of what a project is called. */
export const PROJECT = { name: 'projectName', description: 'projectDescription' } as const

/** The limits of what a component is called and whom it names. */
export const COMPONENT = {
  name: 'componentName',
  prefix: 'componentPrefix',
  title: 'componentTitle',
  description: 'componentDescription',
  admin_name: 'shortString',
  admin_email: 'shortString',
  slack_channel_id: 'shortString',
} as const
