import { useInfiniteQuery, useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, client, queryClient } from '../../../api/client.ts'
import { toProblem } from '../../../api/errors.ts'
import { PageTitle } from '../../../app/page-title.tsx'
import { Empty, Loading } from '../../../app/states.tsx'
import { BannerStrip, ProblemBanner } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { Link } from '../../../kit/link.tsx'
import { notify } from '../../../kit/toast.tsx'
import { rich } from '../../../languages/rich.ts'
import { formatCount, t } from '../../../languages/t.ts'
import { joinCounts } from '../../interchange/report.tsx'
import { ComponentFrame, formatTitle } from '../component-frame.tsx'
import { AddedRules } from './added-rules.tsx'
import { LastRebase, refetchAfterRebase } from './last-rebase.tsx'
import {
  applyToTotals,
  keepDropped,
  recordVersions,
  selectApplicable,
  toRebaseInput,
  countUndecidedConflicts,
  type RebaseDecisions,
  type RebasePreview,
} from './rebase-choices.ts'
import { RebaseRows } from './rebase-rows.tsx'
import { RebaseSummary } from './rebase-summary.tsx'
import { rebaseRoute } from './rebase.route.ts'
import { useDecisions } from './use-decisions.ts'
import styles from './rebase.module.css'

/** The error reason if the component already has the release, also for one of its other SRGs. */
const UNNEEDED = 'component.rebase_unneeded'
/** The error reasons if someone else updated the component after the preview. */
const OUTDATED: ReadonlySet<string> = new Set([UNNEEDED, 'component.rebase_choice'])

/**
 * The page that moves a component to another release of its SRG. It shows each changed text, and has one button for the
 * move.
 */
export default function RebasePage() {
  const { id } = rebaseRoute.useParams()
  const { srg_id: wanted } = rebaseRoute.useSearch()
  const { data: summary } = useSuspenseQuery(api.components.summary.queryOptions({ id }))
  const { data: header } = useSuspenseQuery(api.components.header.queryOptions({ id }))
  const { data: guides } = useSuspenseQuery(api.srgs.list.queryOptions({}))
  // A rebase skips locked requirements: they can follow later, when the component already has the release.
  const srgId = wanted ?? header.guide.latest_id ?? header.guide.id
  const isCurrent = srgId === header.guide.id
  const guide = isCurrent ? undefined : guides.find((item) => item.id === srgId)
  const title = formatTitle(summary)
  const obstacle = summary.released
    ? t('A released component can’t change. Copy it onto the new release instead.')
    : summary.effective_permissions !== 'admin'
      ? t('Only a project admin can move a component to another release of its SRG.')
      : null
  const unneeded = !isCurrent
    ? null
    : wanted === null && header.guide.latest_id === null
      ? t('{title} is based on the latest release of its SRG.', { title })
      : t('{title} is already based on {version}. There is nothing to update.', {
          title,
          version: header.guide.version,
        })
  return (
    <ComponentFrame id={id}>
      <div className={styles['page']}>
        <PageTitle
          title={guide ? t('Update to {version}', { version: guide.version }) : t('Update the SRG')}
          parents={[title]}
          description={guide?.title ?? header.guide.title}
        />
        {obstacle === null && <LastRebase componentId={id} />}
        {obstacle === null ? (
          <Rebase
            key={srgId}
            componentId={id}
            srgId={srgId}
            version={guide?.version ?? header.guide.version}
            unneeded={unneeded}
          />
        ) : (
          <NothingToUpdate componentId={id}>{obstacle}</NothingToUpdate>
        )}
      </div>
    </ComponentFrame>
  )
}

/** Explains why nothing can be updated, with a link back to the component. */
function NothingToUpdate({ componentId, children }: { componentId: number; children: ReactNode }) {
  return (
    <Empty
      action={
        <Link to="/components/$id" params={{ id: componentId }} variant="secondary">
          {t('Overview')}
        </Link>
      }
    >
      {children}
    </Empty>
  )
}

interface RebaseProps {
  componentId: number
  srgId: number
  version: string
  /** Why no requirement is left to update, if the component already has the release. */
  unneeded: string | null
}

/** The preview, loaded page by page and not refetched, because choices belong to the shown version. */
function usePreview({ componentId, srgId }: RebaseProps) {
  return useInfiniteQuery({
    queryKey: ['rebase-preview', componentId, srgId],
    queryFn: ({ pageParam }) =>
      client.components.rebase.mutate({
        id: componentId,
        security_requirements_guide_id: srgId,
        dry_run: true,
        offset: pageParam,
      }),
    initialPageParam: 0,
    getNextPageParam: (last: RebasePreview, all) =>
      last.rows_left_out > 0 ? all.reduce((sum, { rows }) => sum + rows.length, 0) : undefined,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}

/** The first page of the preview, the loaded rows, and the number of further rows. */
function toPreviewParts(pages: readonly RebasePreview[]) {
  return {
    first: pages[0],
    rows: pages.flatMap((page) => page.rows),
    leftOut: pages.at(-1)?.rows_left_out ?? 0,
  }
}

function Rebase(props: RebaseProps) {
  const { componentId, unneeded } = props
  const preview = usePreview(props)
  const { decisions: chosen, isRestored, store, clear } = useDecisions(props)
  const { first, rows, leftOut } = toPreviewParts(preview.data?.pages ?? [])
  const applicable = selectApplicable(chosen, { rows: leftOut === 0 ? rows : null, first })
  const decisions = unneeded === null ? applicable : keepDropped(rows, applicable)
  const decide = (next: RebaseDecisions) => store(recordVersions(rows, decisions, next))
  const rebase = useRebase(props, { input: () => toRebaseInput(rows, decisions), onDone: clear })
  if (preview.error) {
    const problem = toProblem(preview.error)
    if (problem.reason !== UNNEEDED) return <ProblemBanner problem={problem} />
    return <NothingToUpdate componentId={componentId}>{unneeded ?? problem.sentence}</NothingToUpdate>
  }
  if (!first) return <Loading />
  const { totals, added } = first
  if (unneeded !== null && totals.relinked + totals.skipped === 0) {
    return <NothingToUpdate componentId={componentId}>{unneeded}</NothingToUpdate>
  }
  return (
    <>
      <RebaseSummary totals={applyToTotals(totals, rows, decisions)} />
      {isRestored && <Restored isPartial={applicable !== chosen} onClear={() => void clear()} />}
      {rows.length === 0 && (
        <Empty>
          {t('The release changes no text of these requirements. Only their links to the SRG move.')}
        </Empty>
      )}
      <RebaseRows rows={rows} decisions={decisions} onDecide={decide} />
      {leftOut > 0 && (
        <Button isPending={preview.isFetchingNextPage} onPress={() => void preview.fetchNextPage()}>
          {rich('Show more ({count} left)', { count: leftOut })}
        </Button>
      )}
      {added.length > 0 && (
        <AddedRules added={added} total={totals.added} decisions={decisions} onDecide={decide} />
      )}
      <RebaseActions
        {...props}
        undecided={countUndecidedConflicts(rows, decisions)}
        isBlocked={totals.relinked + totals.added + totals.removed + totals.kept === 0}
        isComplete={unneeded === null || leftOut === 0}
        rebase={rebase}
      />
    </>
  )
}

/** The end of the page: what is open, the error of the last attempt, and the buttons. */
function RebaseActions({
  componentId,
  version,
  undecided,
  isBlocked,
  isComplete,
  rebase,
}: RebaseProps & {
  undecided: number
  /** Whether all remaining requirements are locked or under review. */
  isBlocked: boolean
  /** Whether all requirements with choices are on screen. */
  isComplete: boolean
  rebase: ReturnType<typeof useRebase>
}) {
  return (
    <div className={styles['end']}>
      {undecided > 0 && <Undecided count={undecided} />}
      {isBlocked && (
        <BannerStrip variant="info">
          {t('These requirements stay on their release. Unlock them or end their review to update them.')}
        </BannerStrip>
      )}
      {rebase.error && <ProblemBanner problem={toProblem(rebase.error)} />}
      <div className={styles['actions']}>
        {!isBlocked && isComplete && (
          <Button variant="primary" isPending={rebase.isPending} onPress={() => rebase.mutate()}>
            {rich('Update to {version}', { version })}
          </Button>
        )}
        <Link to="/components/$id" params={{ id: componentId }} variant="secondary">
          {isBlocked ? t('Overview') : t('Cancel')}
        </Link>
      </div>
    </div>
  )
}

/** Says that the choices are those of an earlier visit; `isPartial` if some of them no longer apply. */
function Restored({ isPartial, onClear }: { isPartial: boolean; onClear: () => void }) {
  return (
    <BannerStrip variant="info" action={<Button onPress={onClear}>{t('Start over')}</Button>}>
      <p>{t('Your choices from an earlier visit are restored.')}</p>
      {isPartial && (
        <p>{t('Choices for requirements that were deleted or updated since then no longer apply.')}</p>
      )}
    </BannerStrip>
  )
}

function useRebase(
  { componentId, srgId, version }: RebaseProps,
  { input, onDone }: { input: () => ReturnType<typeof toRebaseInput>; onDone: () => Promise<void> },
) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () =>
      client.components.rebase.mutate({
        id: componentId,
        security_requirements_guide_id: srgId,
        ...input(),
      }),
    onSuccess: async ({ totals }) => {
      await onDone()
      await refetchAfterRebase()
      if (totals.skipped === 0) await navigate({ to: '/components/$id', params: { id: componentId } })
      else await showSkipped(componentId, srgId)
      notify(describeUpdate(version, totals))
    },
    onError: async (error) => {
      const { reason, fields } = toProblem(error)
      if (!OUTDATED.has(reason ?? '') && !('left_out_srg_rule_ids' in fields)) return
      await refetchAfterRebase()
      await queryClient.refetchQueries({ queryKey: ['rebase-preview', componentId, srgId] })
    },
  })
}

/** Describes what the update changed, with the version of the new release. */
function describeUpdate(version: string, totals: RebasePreview['totals']): string {
  const { relinked, changed, added, removed, kept, skipped } = totals
  return joinCounts(
    t('Updated to {version}: {requirements} moved', {
      version,
      requirements: formatCount(relinked, 'requirement'),
    }),
    [
      [changed, t('with new SRG texts')],
      [added, t('added')],
      [removed, t('deleted')],
      [kept, t('kept')],
      [skipped, t('skipped')],
    ],
  )
}

/** Shows the requirements that the update skipped, with the reasons. */
async function showSkipped(componentId: number, srgId: number): Promise<void> {
  await queryClient.resetQueries({ queryKey: ['rebase-preview', componentId, srgId] })
  document.querySelector<HTMLElement>('main h1')?.focus()
}

function Undecided({ count: undecided }: { count: number }) {
  return (
    <BannerStrip variant="warning">
      <p>
        {rich(
          {
            count: undecided,
            one: '1 text with a conflict is not decided. The component keeps its own text there.',
            other:
              '{undecided} texts with conflicts are not decided. The component keeps its own texts there.',
          },
          { undecided },
        )}
      </p>
    </BannerStrip>
  )
}
