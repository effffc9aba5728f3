import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { api } from '../../api/client.ts'
import { Empty } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import { AfterLastPage, Pages } from '../../kit/pages.tsx'
import { formatNumber, t } from '../../languages/t.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { toAuditFilter, auditsRoute, type AuditSearch } from './audits.route.ts'
import { AdminPage } from './frame.tsx'

const NO_FILTERS: AuditSearch = {
  actor_id: null,
  action: '',
  from: null,
  to: null,
  page: 1,
}

/** The audit log, filtered and exported. */
export default function AuditsPage() {
  const search = auditsRoute.useSearch()
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(
    api.audits.list.queryOptions({ ...toAuditFilter(useDeferredValue(search)), per_page: 50 }),
  )
  const go = (change: Partial<AuditSearch>) =>
    void navigate({ to: '/audits', search: { ...search, page: 1, ...change }, replace: true })
  const { total } = data.pagination
  return (
    <AdminPage
      title={t('Audit trail')}
      description={t(
        { count: total, one: '{total} entry', other: '{total} entries' },
        { total: formatNumber(total) },
      )}
    >
      <AuditFilters search={search} onChange={go} />
      {data.rows.length === 0 && total > 0 ? (
        <AfterLastPage onPage={(page) => go({ page })} />
      ) : data.rows.length === 0 ? (
        <Empty action={<Button onPress={() => go(NO_FILTERS)}>{t('Clear the filters')}</Button>}>
          {t('No matching entries')}
        </Empty>
      ) : (
        <AuditTable entries={data.rows} />
      )}
      <Pages pagination={data.pagination} onPage={(page) => go({ page })} />
    </AdminPage>
  )
}
