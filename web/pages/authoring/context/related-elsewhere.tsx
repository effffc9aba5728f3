import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { toProblem } from '../../../api/errors.ts'
import { ProblemBanner } from '../../../kit/banner-strip.tsx'
import { AddressLink } from '../../../kit/link.tsx'
import { MoreButton } from '../../../kit/more-button.tsx'
import { t } from '../../../languages/t.ts'
import styles from './related-elsewhere.module.css'

/** The number of requirements that are shown at first, and added by each press of the button below them. */
const STEP = 20

/** How other components answer the same SRG requirement; for members only. */
export function RelatedElsewhere({ ruleId, isMember }: { ruleId: number; isMember: boolean }) {
  const related = useQuery({ ...api.rules.related.queryOptions({ ruleId }), enabled: isMember })
  const [limit, setLimit] = useState(STEP)
  const hidden = (related.data?.rules.length ?? 0) - limit
  return (
    <>
      <h2>{t('In other documents')}</h2>
      {related.error && <ProblemBanner problem={toProblem(related.error)} />}
      {related.data?.rules.length === 0 && (
        <p className="muted">{t('No other document addresses this requirement')}</p>
      )}
      <ul className={styles['comments']}>
        {related.data?.rules.slice(0, limit).map((other) => (
          <li key={`${'component_id' in other} ${other.id}`}>
            <p>
              <b className="mono">
                {'displayed_name' in other ? (
                  <AddressLink to={`/components/${other.component_id}/${other.displayed_name}`}>
                    {other.displayed_name}
                  </AddressLink>
                ) : (
                  other.rule_id
                )}
              </b>{' '}
              <bdi>{other.title}</bdi>
            </p>
            <p className="prose muted" dir="auto">
              {other.fixtext}
            </p>
          </li>
        ))}
      </ul>
      <MoreButton hidden={hidden} step={STEP} onPress={() => setLimit(limit + STEP)} />
    </>
  )
}
