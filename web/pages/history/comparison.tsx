import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { announce } from '../../app/announce.tsx'
import { Empty, Loading } from '../../app/states.tsx'
import { useKeys } from '../../app/use-keys.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { MoreButton } from '../../kit/more-button.tsx'
import { t } from '../../languages/t.ts'
import { ChangedRequirement } from './changed-requirement.tsx'
import { formatChangeCounts, narrowChanges } from './changes.ts'
import type { ComparedField } from './history.route.ts'
import styles from './comparison.module.css'

const STEP = 50

/** The changes from one component to another, requirement by requirement. N and P move from change to change. */
export function Comparison({
  baseId,
  diffId,
  field,
}: {
  baseId: number
  diffId: number
  field: ComparedField | null
}) {
  const list = useRef<HTMLDivElement>(null)
  const [limit, setLimit] = useState(STEP)
  const { data, error, refetch } = useQuery(
    api.components.changes.queryOptions({ base_id: baseId, diff_id: diffId }),
  )
  const changes = useMemo(() => narrowChanges(data?.changes ?? {}, field), [data, field])
  const step = (direction: 1 | -1) => focusChange(list.current, direction)
  useKeys({ nextChange: () => step(1), previousChange: () => step(-1) })
  if (error) {
    return (
      <ProblemBanner
        problem={toProblem(error)}
        action={<Button onPress={() => void refetch()}>{t('Try again')}</Button>}
      />
    )
  }
  if (!data) return <Loading />
  if (changes.length === 0) {
    return <Empty>{field === null ? t('No differences') : t('No differences in this field')}</Empty>
  }
  return (
    <div ref={list} className={styles['changes']}>
      <div className={styles['counts']}>
        <p className="muted small" role="status">
          {formatChangeCounts(changes)}
        </p>
        <Button keys="previousChange" onPress={() => step(-1)}>
          {t('Previous change')}
        </Button>
        <Button keys="nextChange" onPress={() => step(1)}>
          {t('Next change')}
        </Button>
      </div>
      {changes.slice(0, limit).map((change) => (
        <ChangedRequirement key={change.number} change={change} />
      ))}
      {changes.length > limit && (
        <p>
          <MoreButton hidden={changes.length - limit} step={STEP} onPress={() => setLimit(limit + STEP)} />
        </p>
      )}
    </div>
  )
}

function focusChange(list: HTMLElement | null, direction: 1 | -1): void {
  const all = [...(list?.querySelectorAll<HTMLElement>('article') ?? [])]
  const index = all.findIndex((item) => item.contains(document.activeElement))
  const next = all[index === -1 ? (direction === 1 ? 0 : all.length - 1) : index + direction]
  if (!next) return announce(direction === 1 ? t('No further change') : t('No earlier change'))
  next.focus()
  next.scrollIntoView({ block: 'start' })
}
