import { type ChangeSet, JsonType } from '@mikro-orm/core'
import { findTrackedEntity, type TrackedEntity } from './tracked-entities.ts'

/** Returns the tracked changes: field -> value on create and destroy, field -> [old, new] on update. */
export function toChanges(changeSet: ChangeSet<object>, tracked: TrackedEntity): Record<string, unknown> {
  const after: Record<string, unknown> = { ...changeSet.entity }
  if (changeSet.type !== 'update') return toTrackedValues(after, tracked)
  const before: Record<string, unknown> = { ...changeSet.originalEntity }
  const payload: Record<string, unknown> = { ...changeSet.payload }
  const changes: Record<string, unknown> = {}
  for (const [property, field] of Object.entries(tracked.fields)) {
    if (!Object.hasOwn(payload, property)) continue
    const isJson = changeSet.meta.props.some(
      ({ name, customType }) => name === property && customType instanceof JsonType,
    )
    const old = before[property] ?? null
    changes[field] = [isJson && typeof old === 'string' ? JSON.parse(old) : old, after[property] ?? null]
  }
  return changes
}

/** Returns the tracked values of a record by field, without empty ones. */
export function toTrackedValues(
  record: Record<string, unknown>,
  tracked: TrackedEntity,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [property, field] of Object.entries(tracked.fields)) {
    const value = record[property]
    if (value !== null && value !== undefined) values[field] = value
  }
  return values
}

/** The tracked values of a record by published field; null for empty ones. */
export type TrackedState = Record<string, unknown>

/** Returns the current state of a record, to compare it with a later one. */
export function captureState(record: object): TrackedState {
  const values: Record<string, unknown> = { ...record }
  const fields = Object.entries(findTrackedEntity(record)?.fields ?? {})
  return Object.fromEntries(fields.map(([property, field]) => [field, values[property] ?? null]))
}

/** Returns the differences of two states: field -> [old, new]. */
export function diffFields(before: TrackedState, after: TrackedState): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(after)
      .filter(([field, value]) => before[field] !== value)
      .map(([field, value]) => [field, [before[field] ?? null, value]]),
  )
}
