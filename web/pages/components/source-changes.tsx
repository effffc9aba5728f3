import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { exact, momentOf } from '../../api/time.ts'
import { AddressLink, Link } from '../../kit/link.tsx'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import styles from './source-changes.module.css'

/** Says that a source SRG of a component was replaced, or has a newer release, and where to see the changes. */
export function SourceChanges({ componentId }: { componentId: number }) {
  const { data: header } = useQuery(api.components.header.queryOptions({ id: componentId }))
  const { data: summary } = useQuery(api.components.summary.queryOptions({ id: componentId }))
  if (!header || header.released) return null
  const { guide, changed_sources: replaced } = header
  return (
    <div className={styles['changes']}>
      {replaced.map(({ id, srg_id: benchmarkId, version, replaced_at: at }) => {
        const moment = momentOf(at)
        return (
          <BannerStrip key={id} look="changed">
            <p>
              The source{' '}
              <Link to="/srgs/$id" params={{ id }}>
                {benchmarkId} {version}
              </Link>{' '}
              was replaced{moment && ` on ${exact(moment)}`}. The requirements keep their texts; compare them
              with the SRG.
            </p>
          </BannerStrip>
        )
      })}
      {guide.latest_id !== null && (
        <BannerStrip look="info">
          <p>
            {guide.latest_version} of {guide.title} is available; this component is based on {guide.version}.{' '}
            <AddressLink to="/srgs/compare" search={{ base_id: guide.id, diff_id: guide.latest_id }}>
              See what changed
            </AddressLink>
            {summary?.effective_permissions === 'admin' && (
              <>
                {' · '}
                <Link to="/components/$id/rebase" params={{ id: componentId }}>
                  Update to {guide.latest_version}
                </Link>
              </>
            )}
          </p>
        </BannerStrip>
      )}
    </div>
  )
}
