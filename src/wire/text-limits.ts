import type { Env } from '../env.ts'
import { invalid } from '../errors.ts'
import { codePoints } from './shapes.ts'

type Limits = Env['limits']

/**
 * Throws 422 for the first text that is longer than the settings allow (rule A-70). The schemas hold the limits
 * that nothing passes; settings make them narrower. `by` names the limit of each field.
 */
export function assertTexts<Given extends object>(
  limits: Limits,
  given: Given,
  by: Partial<Record<keyof Given & string, keyof Limits>>,
): void {
  const values = new Map(Object.entries(given))
  for (const [field, name] of Object.entries<keyof Limits | undefined>(by)) {
    const value: unknown = values.get(field)
    if (name === undefined || typeof value !== 'string') continue
    const limit = limits[name]
    if (value.length > limit && codePoints(value) > limit) {
      throw invalid('validation', field, `must have at most ${limit} characters`)
    }
  }
}

/** The limits of what says who somebody is. */
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
