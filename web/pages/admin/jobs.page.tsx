import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { api, type Outputs, pollEvery } from '../../api/client.ts'
import { formatAge, formatExactTimeWithUtc, parseTimestamp } from '../../api/time.ts'
import { Empty } from '../../app/states.tsx'
import { Chip, type Hue } from '../../kit/chip.tsx'
import type { IconName } from '../../kit/icon.tsx'
import { AfterLastPage, Pages } from '../../kit/pages.tsx'
import { Select } from '../../kit/select.tsx'
import { Cell, RowName, Table } from '../../kit/table.tsx'
import { t } from '../../languages/t.ts'
import { formatOperation } from '../interchange/job-labels.ts'
import { AdminFilters } from './admin-filters.tsx'
import { AdminPage } from './frame.tsx'
import { toJobFilter, jobsRoute, STATES } from './jobs.route.ts'

type Job = Outputs['administration']['jobs']['jobs'][number]

const APPEARANCE: Record<Job['state'], { label: string; hue: Hue; icon: IconName }> = {
  queued: { label: t('Queued'), hue: 'grey', icon: 'clock' },
  running: { label: t('Running'), hue: 'blue', icon: 'right' },
  done: { label: t('Done'), hue: 'teal', icon: 'check' },
  failed: { label: t('Failed'), hue: 'vermilion', icon: 'triangle' },
  cancelled: { label: t('Canceled'), hue: 'grey', icon: 'cross' },
}
const OPTIONS = [
  { value: 'any', label: t('Any state') },
  ...STATES.map((value) => ({ value, label: APPEARANCE[value].label })),
] as const

/** The jobs of all users, newest first. */
export default function JobsPage() {
  const search = jobsRoute.useSearch()
  const navigate = useNavigate()
  const { data } = useSuspenseQuery({
    ...api.administration.jobs.queryOptions(toJobFilter(useDeferredValue(search))),
    refetchInterval: pollEvery(5000),
  })
  const go = (change: Partial<typeof search>) =>
    void navigate({ to: '/administration/jobs', search: { ...search, ...change }, replace: true })
  return (
    <AdminPage
      title={t('Jobs')}
      description={t('Exports and imports of all users, for 24 hours after they end.')}
    >
      <AdminFilters label={t('Filter jobs')}>
        <div>
          <Select
            label={t('State')}
            labelled={false}
            options={OPTIONS}
            value={search.state ?? 'any'}
            onChange={(value) => go({ state: STATES.find((state) => state === value) ?? null, page: 1 })}
          />
        </div>
      </AdminFilters>
      {data.jobs.length > 0 ? (
        <JobTable jobs={data.jobs} />
      ) : data.pagination.total > 0 ? (
        <AfterLastPage onPage={(page) => go({ page })} />
      ) : (
        <Empty>{t('No jobs')}</Empty>
      )}
      <Pages pagination={data.pagination} onPage={(page) => go({ page })} />
    </AdminPage>
  )
}

function JobTable({ jobs }: { jobs: readonly Job[] }) {
  const now = new Date()
  return (
    <Table
      label={t('Jobs')}
      columns={[
        { label: t('Job') },
        { label: t('State') },
        { label: t('User'), wide: true },
        { label: t('Started'), wide: true },
      ]}
    >
      {jobs.map(
        ({ id, operation, state, progress, error, filename, user_name: name, created_at: createdAt }) => {
          const { label, hue, icon } = APPEARANCE[state]
          const moment = parseTimestamp(createdAt)
          return (
            <tr key={id}>
              <Cell head>
                <RowName description={error ?? filename}>{formatOperation(operation)}</RowName>
              </Cell>
              <Cell>
                <Chip hue={hue} icon={icon}>
                  {label}
                </Chip>{' '}
                {state === 'running' && <span className="muted small">{progress} %</span>}
              </Cell>
              <Cell wide>
                <bdi>{name}</bdi>
              </Cell>
              <Cell wide>
                <span title={moment ? formatExactTimeWithUtc(moment) : createdAt}>
                  {moment ? formatAge(moment, now) : createdAt}
                </span>
              </Cell>
            </tr>
          )
        },
      )}
    </Table>
  )
}
