import { t } from '../../languages/t.ts'
import { formatBrowser } from '../account/browser-labels.ts'
import type { FieldChange } from '../history/change-list.tsx'

/**
 * Names the program and the method of a sign-in as the pages for sessions and users do. Exports have the complete
 * `User-Agent`.
 */
export function nameSignInValues(changes: readonly FieldChange[]): FieldChange[] {
  return changes.map((change) => {
    const { field, new_value: value } = change
    if (field === 'client' && typeof value === 'string') return { ...change, new_name: formatBrowser(value) }
    if (field === 'method' && value === 'local') return { ...change, new_name: t('Password') }
    return change
  })
}
