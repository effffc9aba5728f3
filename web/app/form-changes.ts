export interface LockVersion {
  lock_version: number
}

/** A form of a record that other users can change while the form is open. */
export interface FormState<T> {
  /** The values that the form shows unless the user changes them. */
  shown: T
  /** The stored values and the version that the user knows. */
  known: T & LockVersion
}

/** A record in the form that shows it first. */
export function openForm<T extends LockVersion>(record: T): FormState<T> {
  return { shown: record, known: record }
}

/**
 * Plans a save: only values that the user changed are sent, so that those of other users stay. If another user changed
 * one of them, the save expects the known version, and the service rejects it.
 */
export function planUpdate<T extends object>(
  { shown, known }: FormState<T>,
  current: T & LockVersion,
  values: T,
): { changes: Partial<T>; expectedVersion: number } {
  const names = listChanged(shown, values)
  const isConflict = names.some((name) => known[name] !== current[name] && values[name] !== current[name])
  const version = isConflict ? known : current
  return { changes: pick(values, names), expectedVersion: version.lock_version }
}

/** The form after a save: it shows the sent values, and the user knows what was stored of them. */
export function acceptSave<T extends object>(
  { shown, known }: FormState<T>,
  current: T & LockVersion,
  values: T,
): FormState<T> {
  return { shown: values, known: { ...known, ...pick(current, listChanged(shown, values)) } }
}

/** The form after a conflict that the user read: the next save replaces the values of the other user. */
export function acceptConflict<T extends object>(form: FormState<T>, current: T & LockVersion): FormState<T> {
  return { ...form, known: current }
}

function listChanged<T extends object>(before: T, after: T): (keyof T)[] {
  return (Object.keys(after) as (keyof T)[]).filter((name) => before[name] !== after[name])
}

function pick<T extends object>(values: T, names: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<T>
}
