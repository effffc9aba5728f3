import type { Env } from '../../config/env.ts'
import { type DomainError, validationError } from '../../errors.ts'
import { countCodePoints } from './shapes.ts'

type Limits = Env['limits']

export interface OverlongText {
  field: string
  text: string
  limit: number
}

/** Finds texts that exceed the configured limits; `limitNames` maps fields to limits. */
export function findOverlongTexts<Texts extends object>(
  limits: Limits,
  texts: Texts,
  limitNames: Partial<Record<keyof Texts & string, keyof Limits>>,
): OverlongText[] {
  const values = new Map(Object.entries(texts))
  return Object.entries<keyof Limits | undefined>(limitNames).flatMap(([field, name]) => {
    const text: unknown = values.get(field)
    if (name === undefined || typeof text !== 'string') return []
    const limit = limits[name]
    return isLonger(text, limit) ? [{ field, text, limit }] : []
  })
}

/** Whether a text has more code points than the limit. */
export function isLonger(text: string, limit: number): boolean {
  return text.length > limit && countCodePoints(text) > limit
}

/**
 * Throws 422 for the first text that exceeds a configured limit (rule A-70). Schemas have the maximum; settings can
 * lower it. `limitNames` maps fields to limits.
 */
export function assertTexts<Texts extends object>(
  limits: Limits,
  texts: Texts,
  limitNames: Partial<Record<keyof Texts & string, keyof Limits>>,
): void {
  const [first] = findOverlongTexts(limits, texts, limitNames)
  if (first) throw createOverlongError(first)
}

/** Creates the 422 for a text that is too long; `owner` says what the field belongs to, if there are several. */
export function createOverlongError(
  { field, limit }: Omit<OverlongText, 'text'>,
  owner?: string,
): DomainError {
  const message = `must have at most ${limit} characters`
  return validationError('validation', field, owner === undefined ? message : `${owner} ${message}`)
}

/** Limits of a user's texts. */
export const PERSON = { name: 'userName', email: 'userEmail' } as const

/** Limits of a project's texts. */
export const PROJECT = { name: 'projectName', description: 'projectDescription' } as const

/** Limits of a component's texts. */
export const COMPONENT = {
  name: 'componentName',
  prefix: 'componentPrefix',
  title: 'componentTitle',
  description: 'componentDescription',
  admin_name: 'shortString',
  admin_email: 'shortString',
  slack_channel_id: 'shortString',
} as const
