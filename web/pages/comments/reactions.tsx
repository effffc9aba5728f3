import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactionKind } from '../../../src/vocabulary.ts'
import { api, client, queryClient } from '../../api/client.ts'
import { Icon } from '../../kit/icon.tsx'
import { notifyError } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import { toggleCounts, type Counts } from './toggle-reaction.ts'
import styles from './reactions.module.css'

const KINDS = [
  { kind: 'up', icon: 'up', label: t('agree'), chosenLabel: t('You agree') },
  { kind: 'down', icon: 'down-triangle', label: t('disagree'), chosenLabel: t('You disagree') },
] as const

/** Reactions: toggle buttons while the comment period is open, counts with names afterwards. */
export function Reactions({
  reviewId,
  counts: stored,
  open,
}: {
  reviewId: number
  counts: Counts
  /** Whether reactions are open. */
  open: boolean
}) {
  const { counts, toggle } = useToggle(reviewId, stored)
  const names = useQuery({
    ...api.reactions.list.queryOptions({ reviewId }),
    enabled: counts.up + counts.down > 0,
  })
  if (!open && counts.up + counts.down === 0) return null
  return (
    <div className={styles['reactions']}>
      {KINDS.map(({ kind, icon, label: kindLabel, chosenLabel }) => {
        const people = names.data?.[kind].map(({ name }) => name) ?? []
        const label = `${counts[kind]} ${kindLabel}`
        return open ? (
          <button
            key={kind}
            type="button"
            className={styles['reaction']}
            aria-pressed={counts.mine === kind}
            aria-label={counts.mine === kind ? `${label}. ${chosenLabel}` : label}
            title={people.join(', ')}
            onClick={() => toggle.mutate(kind)}
          >
            <Icon name={icon} />
            {label}
          </button>
        ) : (
          counts[kind] > 0 && (
            <span key={kind} className={styles['reaction']}>
              <Icon name={icon} />
              {label}
            </span>
          )
        )
      })}
      {names.data && (
        <span className="muted small cut">
          {[...names.data.up, ...names.data.down].map(({ name }) => name).join(', ')}
        </span>
      )}
    </div>
  )
}

/** The shown counts and the mutation; an optimistic count is shown until the list is refetched. */
function useToggle(reviewId: number, stored: Counts) {
  const [sent, setSent] = useState<{ stored: Counts; shown: Counts } | null>(null)
  const counts = sent?.stored === stored ? sent.shown : stored
  const toggle = useMutation({
    mutationFn: (kind: ReactionKind) => client.reactions.toggle.mutate({ reviewId, kind }),
    onMutate: (kind) => setSent({ stored, shown: toggleCounts(counts, kind) }),
    onSuccess: ({ reactions }) => setSent({ stored, shown: reactions }),
    onError: (error) => {
      setSent(null)
      notifyError(error)
    },
    onSettled: () => queryClient.invalidateQueries(api.reactions.list.queryFilter({ reviewId })),
  })
  return { counts, toggle }
}
