import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'
import { toProblem } from '../../api/errors.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty, Skeleton } from '../../app/states.tsx'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { SideBySide } from '../../kit/card.tsx'
import { t } from '../../languages/t.ts'
import { indexRequirementTitles } from '../authoring/requirement-titles.ts'
import { useUnsavedBefore } from '../authoring/unsaved.ts'
import { Block } from '../home/block.tsx'
import { ComponentFrame, formatTitle } from './component-frame.tsx'
import { Findings, type FoundKind } from './findings.tsx'
import { Gates, listGates, type Triage } from './gates.tsx'
import { Period } from './period.tsx'
import type { Workflow } from './phase.ts'
import { createReadinessQuery, type Finding } from './readiness-query.ts'
import { readinessRoute } from './readiness.route.ts'
import { Release } from './release.tsx'
import { UnlockAll } from './unlock-all.tsx'

const COUNT_LABELS = [t('None'), t('One'), t('Two'), t('Three')]

/** The findings that are left before the release, and the release itself. */
export default function ReadinessPage() {
  const { id } = readinessRoute.useParams()
  const { data: summary } = useSuspenseQuery(api.components.summary.queryOptions({ id }))
  const { data: workflow } = useSuspenseQuery(api.components.workflowState.queryOptions({ id }))
  const { data: triage } = useSuspenseQuery(api.reviews.componentTriageSummary.queryOptions({ id }))
  useUnsavedBefore()
  const member = summary.effective_permissions !== null
  const picker = useQuery(api.rules.picker.queryOptions({ componentId: id }, { enabled: member }))
  const gates = listGates(workflow, triage)
  const passed = gates.filter((gate) => gate.passed).length
  const open = gates.filter((gate) => !gate.passed).map(({ name }) => name)
  const readiness = useQuery({ ...createReadinessQuery(id), enabled: member })
  const kinds = countByKind(readiness.data?.findings ?? [], workflow, triage)
  const titles = useMemo(() => indexRequirementTitles(picker.data?.rules ?? []), [picker.data])
  return (
    <ComponentFrame id={id}>
      <SideBySide
        label={t('Release')}
        aside={
          <>
            <Release summary={summary} workflow={workflow} triage={triage} gates={readiness.data?.gates} />
            <Period summary={summary} />
            {summary.effective_permissions === 'admin' && !summary.released && workflow.locks.locked > 0 && (
              <UnlockAll summary={summary} count={workflow.locks.locked} />
            )}
          </>
        }
      >
        <PageTitle
          title={
            summary.released
              ? t('{title} is released', { title: formatTitle(summary) })
              : open.length === 0
                ? t('All four gates passed')
                : t('{count} of four gates passed', { count: COUNT_LABELS[passed] })
          }
          parents={[t('Readiness'), formatTitle(summary)]}
          description={open.length === 0 ? undefined : t('Open: {open}', { open: open.join(', ') })}
        />
        <Gates workflow={workflow} triage={triage} />
        {!summary.released && (
          <Block title={t('Left to do')} {...(readiness.data ? { count: kinds.length } : {})}>
            {readiness.isLoading && <Skeleton count={3} />}
            {readiness.error && <ProblemBanner problem={toProblem(readiness.error)} />}
            {readiness.data !== undefined && kinds.length === 0 && (
              <Empty>{t('Nothing left to do before the release')}</Empty>
            )}
            {readiness.data && <Findings summary={summary} kinds={kinds} titles={titles} />}
          </Block>
        )}
      </SideBySide>
    </ComponentFrame>
  )
}

/** Counts the findings by kind; for comments it uses the figures of the component. */
function countByKind(
  findings: readonly Finding[],
  { triage }: Workflow,
  { by_triage_status }: Triage,
): FoundKind[] {
  const findingsByCode = Map.groupBy(findings, ({ code }) => code)
  const comments = {
    'comment.undecided': by_triage_status['pending'] ?? 0,
    'comment.clarification': by_triage_status['needs_clarification'] ?? 0,
    'comment.unclosed': triage.awaiting_adjudication,
  }
  const counts = new Map<string, number>([
    ...[...findingsByCode].map(([code, all]) => [code, all.length] as const),
    ...Object.entries(comments),
  ])
  return [...counts]
    .filter(([, count]) => count > 0)
    .map(([code, count]) => ({ code, count, findings: findingsByCode.get(code) ?? [] }))
}
