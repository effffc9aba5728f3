import { t } from '../../languages/t.ts'
import { formatBrowser } from '../account/browser-labels.ts'
import type { FieldChange } from '../history/change-list.tsx'
import { findRejectionLabel } from './rejection-labels.ts'

/**
 * Names the program and the method of a sign-in as the pages for sessions and users do, and why one was rejected.
 * Exports have the complete `User-Agent` and the code of the reason.
 */
export function nameSignInValues(changes: readonly FieldChange[]): FieldChange[] {
  return changes.map((change) => {
    const { field, new_value: value } = change
    if (field === 'client' && typeof value === 'string') return { ...change, new_name: formatBrowser(value) }
    if (field === 'method' && value === 'local') return { ...change, new_name: t('Password') }
    if (field === 'reason' && typeof value === 'string') {
      const label = findRejectionLabel(value)
      return label === undefined ? change : { ...change, new_name: label }
    }
    return change
  })
}
