import { lazy, Suspense } from 'react'
import { loadCode } from '../../app/load-code.ts'
import { Skeleton } from '../../app/states.tsx'
import { t } from '../../languages/t.ts'
import { Block } from './block.tsx'
import type { Project } from './inbox.ts'

const PortfolioCharts = lazy(() =>
  loadCode(async () => ({ default: (await import('../charts/portfolio-charts.tsx')).PortfolioCharts })),
)

/** Charts over the user's projects; nothing without a comment or requirement to count. */
export function PortfolioBlock({ projects }: { projects: readonly Project[] }) {
  if (!projects.some(({ total_comment_count: total }) => total > 0) && projects.length < 2) return null
  return (
    <Block title={t('My projects in figures')}>
      <Suspense fallback={<Skeleton count={8} />}>
        <PortfolioCharts projects={projects} />
      </Suspense>
    </Block>
  )
}
