import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useRef } from 'react'
import { api, client, queryClient, type Outputs } from '../../api/client.ts'
import { formatAge, formatExactTimeWithUtc, parseTimestamp } from '../../api/time.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { AfterLastPage, Pages } from '../../kit/pages.tsx'
import { Cell, RowName, Table } from '../../kit/table.tsx'
import { notify, notifyError } from '../../kit/toast.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'
import { ComponentFrame, formatTitle } from './component-frame.tsx'
import { createDeletedPageQuery, deletedRoute } from './deleted.route.ts'

type DeletedRule = Outputs['rules']['deleted']['rules'][number]

/** Deleted requirements, newest first; a project admin restores them. */
export default function DeletedPage() {
  const { id } = deletedRoute.useParams()
  const { page } = deletedRoute.useSearch()
  const navigate = useNavigate()
  const { data: summary } = useSuspenseQuery(api.components.summary.queryOptions({ id }))
  const { data } = useSuspenseQuery(
    api.rules.deleted.queryOptions(createDeletedPageQuery(id, useDeferredValue(page))),
  )
  const showPage = (newPage: number) =>
    void navigate({ to: '/components/$id/deleted', params: { id }, search: { page: newPage } })
  const mayRestore = summary.effective_permissions === 'admin' && !summary.released
  return (
    <ComponentFrame id={id}>
      <PageContent>
        <PageTitle
          title={t('Deleted requirements')}
          parents={[formatTitle(summary)]}
          description={data.pagination.total}
        />
        {!mayRestore && <p className="muted">{t('Only a project admin can restore requirements.')}</p>}
        {data.rules.length === 0 && data.pagination.total > 0 ? (
          <AfterLastPage onPage={showPage} />
        ) : data.rules.length === 0 ? (
          <Empty
            action={
              <Link to="/components/$id/edit" params={{ id }} variant="secondary">
                {t('Requirements')}
              </Link>
            }
          >
            {t('No deleted requirements')}
          </Empty>
        ) : (
          <Table
            label={t('Deleted requirements')}
            columns={[
              { label: t('Requirement') },
              { label: t('Deleted'), wide: true },
              { label: t('Restore'), quiet: true, end: true },
            ]}
          >
            {data.rules.map((rule) => (
              <DeletedRow key={rule.id} rule={rule} mayRestore={mayRestore} />
            ))}
          </Table>
        )}
        <Pages pagination={data.pagination} onPage={showPage} />
      </PageContent>
    </ComponentFrame>
  )
}

function DeletedRow({ rule, mayRestore }: { rule: DeletedRule; mayRestore: boolean }) {
  const { id, displayed_name: name, title, deleted_at: deletedAt, deleted_by: deletedBy, moved } = rule
  const wasRestored = useRef(false)
  // The row leaves with the button that had the focus.
  useEffect(
    () => () => {
      if (!wasRestored.current || document.activeElement !== document.body) return
      document.querySelector<HTMLElement>('main h1')?.focus()
    },
    [],
  )
  const restore = useMutation({
    mutationFn: () => client.rules.restore.mutate({ ruleId: id }),
    onSuccess: () => {
      wasRestored.current = true
      notify(t('{name} is restored.', { name }))
    },
    onError: notifyError,
    onSettled: () => {
      void queryClient.invalidateQueries(api.components.pathFilter())
      return queryClient.invalidateQueries(api.rules.pathFilter())
    },
  })
  const moment = parseTimestamp(deletedAt)
  return (
    <tr>
      <Cell head>
        <RowName description={moved ? t('Moved to another component') : null}>
          <span className="mono">{name}</span> <bdi>{title ?? ''}</bdi>
        </RowName>
      </Cell>
      <Cell wide>
        <span title={moment ? formatExactTimeWithUtc(moment) : deletedAt}>
          {moment ? formatAge(moment, new Date()) : deletedAt}
        </span>
        {deletedBy !== null && (
          <span className="muted"> {rich('by {name}', { name: <bdi>{deletedBy}</bdi> })}</span>
        )}
      </Cell>
      <Cell end>
        {mayRestore && (
          <Button
            isPending={restore.isPending}
            aria-label={moved ? t('Recall {name}', { name }) : t('Restore {name}', { name })}
            onPress={() => restore.mutate()}
          >
            {moved ? t('Recall') : t('Restore')}
          </Button>
        )}
      </Cell>
    </tr>
  )
}
