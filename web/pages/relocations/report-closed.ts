import { toProblem } from '../../api/errors.ts'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'

/** Says why a proposal disappears: someone else accepted, declined or recalled it. */
export function reportClosed(error: Error, name: string): void {
  if (toProblem(error).status !== 404) return
  notify(t('The proposal for {name} was already closed by someone else.', { name }), { variant: 'error' })
}
