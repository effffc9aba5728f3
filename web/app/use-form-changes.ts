import { useState } from 'react'
import { toReason } from '../api/errors.ts'
import {
  acceptConflict,
  acceptSave,
  openForm,
  planUpdate,
  type FormState,
  type LockVersion,
} from './form-changes.ts'

/**
 * The changes of a form, while its record updates live. `plan` returns what a save of values sends, and `settle` takes
 * its result and the record after it. A value that another user changed in the meantime is a conflict; after its message,
 * the next save replaces it.
 */
export function useFormChanges<T extends object>(record: T & LockVersion) {
  const [form, setForm] = useState<FormState<T>>(() => openForm(record))
  return {
    plan: (values: T) => planUpdate(form, record, values),
    settle: (values: T, error: unknown, current: (T & LockVersion) | undefined) => {
      if (!current) return
      if (error === null) setForm((now) => acceptSave(now, current, values))
      else if (toReason(error) === 'stale') setForm((now) => acceptConflict(now, current))
    },
  }
}
