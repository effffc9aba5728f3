import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, type Outputs } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { formatNumber, t } from '../../languages/t.ts'
import type { Summary } from '../components/phase.ts'

export type CommentRow = Outputs['reviews']['ofComponent']['rows'][number]

/**
 * The newest 1,000 comments on a requirement, or on the component itself, oldest first; `status` says that there are
 * more, or why they are not available.
 */
export function useComments(
  { id: componentId }: Pick<Summary, 'id'>,
  ruleId: number | null,
): { rows: readonly CommentRow[] | null; status: ReactNode } {
  const which = ruleId === null ? { commentable_type: 'component' as const } : { rule_id: ruleId }
  const list = useQuery(
    api.reviews.ofComponent.queryOptions({ componentId, ...which, triage_status: 'all', per_page: 1000 }),
  )
  if (list.error && !list.data) {
    return {
      rows: null,
      status: (
        <ProblemBanner
          problem={toProblem(list.error)}
          action={<Button onPress={() => void list.refetch()}>{t('Try again')}</Button>}
        />
      ),
    }
  }
  if (!list.data) return { rows: null, status: null }
  const { rows, pagination } = list.data
  const status = pagination.total > rows.length && (
    <p className="muted small">
      {t('The newest {shown} of {total} comments', {
        shown: formatNumber(rows.length),
        total: formatNumber(pagination.total),
      })}
    </p>
  )
  return { rows: rows.toReversed(), status }
}
