import { useQuery } from '@tanstack/react-query'
import { api, type Outputs } from '../../api/client.ts'
import { Card } from '../../kit/card.tsx'
import { AddressLink, Link } from '../../kit/link.tsx'
import { rich } from '../../languages/rich.ts'
import { formatCount, formatNumber, t } from '../../languages/t.ts'
import styles from './used-by.module.css'

type Impact = Outputs['srgs']['updateImpact']['components'][number]

/** The components that are based on an SRG, and what the latest release would change in each. */
export function UsedBy({ srgId, latestId }: { srgId: number; latestId: number | null }) {
  const { data: stats } = useQuery(api.srgs.stats.queryOptions({ id: srgId }))
  const { data: impact } = useQuery(
    api.srgs.updateImpact.queryOptions(
      { id: srgId, to_id: latestId ?? srgId },
      { enabled: latestId !== null },
    ),
  )
  if (!stats || stats.usage.count === 0) return null
  return (
    <Card title={t('Used by')}>
      {impact && latestId !== null && (
        <p className="muted small">
          {rich('The latest release adds {requirements}. {link}', {
            requirements: formatCount(impact.added, 'requirement'),
            link: (
              <AddressLink to="/srgs/compare" search={{ base_id: srgId, diff_id: latestId }}>
                {t('See what changed')}
              </AddressLink>
            ),
          })}
        </p>
      )}
      <ul className={styles['uses']}>
        {stats.usage.components.map(({ id, name, project_name: project }) => (
          <li key={id}>
            <Link to="/components/$id" params={{ id }}>
              {name}
            </Link>{' '}
            <span className="muted small">{project}</span>
            <ImpactText impact={impact?.components.find((item) => item.id === id)} />
            {latestId !== null && impact?.components.some((item) => item.id === id && item.can_update) && (
              <AddressLink to={`/components/${id}/rebase`} search={{ srg_id: latestId }}>
                {rich('Update{name}', { name: <span className="visually-hidden"> {name}</span> })}
              </AddressLink>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** "An update changes 12 of 203 requirements; 2 are no longer in the SRG; 5 keep their own texts" */
function ImpactText({ impact }: { impact: Impact | undefined }) {
  if (!impact) return null
  const { requirements, changed, removed, changed_configurable: configurable, released } = impact
  if (changed === 0 && removed === 0) {
    return <p className="muted small">{t('An update doesn’t change any of its requirements')}</p>
  }
  const parts = [
    t('An update changes {changed} of {requirements}', {
      changed: formatNumber(changed),
      requirements: formatCount(requirements, 'requirement'),
    }),
    removed > 0 &&
      t(
        {
          count: removed,
          one: '{removed} is no longer in the SRG',
          other: '{removed} are no longer in the SRG',
        },
        { removed: formatNumber(removed) },
      ),
    configurable > 0 &&
      t(
        { count: configurable, one: '{count} keeps its own texts', other: '{count} keep their own texts' },
        { count: formatNumber(configurable) },
      ),
    released && t('released, so only a copy can be updated'),
  ]
  return <p className="small">{parts.filter(Boolean).join('; ')}</p>
}
