import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { formatExactTime, parseTimestamp } from '../../api/time.ts'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { AddressLink, Link } from '../../kit/link.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import { LastRebase } from './rebase/last-rebase.tsx'
import styles from './source-changes.module.css'

/** Shows that a source SRG of a component was replaced or has a newer release, with a link to the changes. */
export function SourceChanges({ componentId }: { componentId: number }) {
  const { data: header } = useSuspenseQuery(api.components.header.queryOptions({ id: componentId }))
  const { data: summary } = useSuspenseQuery(api.components.summary.queryOptions({ id: componentId }))
  const isAdmin = summary.effective_permissions === 'admin'
  const { guide, changed_sources: replaced } = header
  if (header.released) return null
  return (
    <div className={styles['changes']}>
      {replaced.map(({ id, srg_id: benchmarkId, version, replaced_at: replacedAt }) => {
        const moment = parseTimestamp(replacedAt)
        return (
          <BannerStrip key={id} variant="warning">
            <p>
              {rich(
                'The source {link} was replaced{value}. The requirements keep their texts; compare them with the SRG.',
                {
                  link: (
                    <Link to="/srgs/$id" params={{ id }}>
                      {benchmarkId} {version}
                    </Link>
                  ),
                  value: moment && t(' on {time}', { time: formatExactTime(moment) }),
                },
              )}
            </p>
          </BannerStrip>
        )
      })}
      {isAdmin && <LastRebase componentId={componentId} />}
      {guide.latest_id !== null && (
        <BannerStrip variant="info">
          <p>
            {rich('{latestVersion} of {title} is available; this component is based on {version}. {link}', {
              latestVersion: guide.latest_version,
              title: guide.title,
              version: guide.version,
              link: (
                <AddressLink to="/srgs/compare" search={{ base_id: guide.id, diff_id: guide.latest_id }}>
                  {t('See what changed')}
                </AddressLink>
              ),
            })}
            {isAdmin && (
              <>
                {' · '}
                <Link to="/components/$id/rebase" params={{ id: componentId }}>
                  {rich('Update to {version}', { version: guide.latest_version })}
                </Link>
              </>
            )}
          </p>
        </BannerStrip>
      )}
    </div>
  )
}
