import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ACCESS_MS, api, type Outputs, pollEvery } from '../../api/client.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { useAppBadge } from '../../app/app-badge.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Skeleton, Empty } from '../../app/states.tsx'
import { useKeys } from '../../app/use-keys.ts'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { PageContent } from '../../kit/page-content.tsx'
import { rich } from '../../languages/rich.ts'
import { locale, t } from '../../languages/t.ts'
import { useUnsavedBefore } from '../authoring/unsaved.ts'
import { NewProject } from '../projects/new-project.tsx'
import { ProjectTable } from '../projects/project-table.tsx'
import { WatchingBlock } from '../watching/watching-block.tsx'
import { AccessRequests } from './access-requests.tsx'
import { Block } from './block.tsx'
import { FirstSteps } from './first-steps.tsx'
import { InboxBlocks, useInboxCounts } from './inbox-blocks.tsx'
import { focusAdjacentItem } from './inbox-items.tsx'
import type { Project } from './inbox.ts'
import { LockedAccounts } from './locked-accounts.tsx'
import { PortfolioBlock } from './portfolio-block.tsx'
import { ProjectBlock } from './project-block.tsx'
import { isSetUpOpen, useFirstSteps } from './use-first-steps.ts'
import { MAX_DETAILED_PROJECTS, MAX_TABLE_ROWS, useHomeReady } from './use-home-ready.ts'
import styles from './home.module.css'

type Navigation = Outputs['system']['navigation']

/** "My work": the user's inbox and projects. */
export default function HomePage() {
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const { data: projects } = useSuspenseQuery({
    ...api.projects.list.queryOptions({}),
    refetchInterval: pollEvery(ACCESS_MS),
  })
  const { data: navigation } = useSuspenseQuery(api.system.navigation.queryOptions())
  const accessible = projects.filter(({ is_member }) => is_member)
  // A system administrator can open every project, but works in their own.
  const mine = projects.filter(({ memberships }) => memberships.some(({ user_id }) => user_id === person.id))
  const { access_requests: requests, locked_users: locked } = navigation
  const inboxCounts = useInboxCounts(person.id)
  const isReady = useHomeReady(person, mine, accessible)
  const isNew = isSetUpOpen(useFirstSteps(person, accessible), accessible)
  const count = (inboxCounts?.all ?? 0) + requests.length + locked.length
  useUnsavedBefore()
  useAppBadge(inboxCounts === null ? null : count)
  useKeys({ next: () => focusAdjacentItem(1), previous: () => focusAdjacentItem(-1) })
  return (
    <PageContent aria-busy={!isReady}>
      <PageTitle
        title={t('My work')}
        description={
          inboxCounts === null
            ? t('Loading')
            : isNew && count === 0
              ? t('Set up this service')
              : formatWaiting(count, inboxCounts.late)
        }
      />
      {isReady ? (
        <div className={styles['parts']}>
          <FirstSteps person={person} projects={accessible} />
          <div className={styles['column']}>
            <InboxBlocks personId={person.id} />
            <AdminBlocks requests={requests} locked={locked} />
          </div>
          <div className={styles['column']}>
            <MyProjects
              projects={mine}
              name={person.name}
              isNew={isNew && mine.length === 0}
              requested={projects.filter(({ access_request_id }) => access_request_id !== null)}
            />
            <WatchingBlock />
          </div>
          <PortfolioBlock projects={mine} />
        </div>
      ) : (
        <Skeleton count={8} />
      )}
    </PageContent>
  )
}

/** The open work of project admins and system administrators. */
function AdminBlocks({
  requests,
  locked,
}: {
  requests: Navigation['access_requests']
  locked: Navigation['locked_users']
}) {
  return (
    <>
      {requests.length > 0 && (
        <Block title={t('Access requests')} count={requests.length}>
          <AccessRequests requests={requests} />
        </Block>
      )}
      {locked.length > 0 && (
        <Block title={t('Locked accounts')} count={locked.length}>
          <LockedAccounts users={locked} />
        </Block>
      )}
    </>
  )
}

function MyProjects({
  projects,
  name,
  isNew,
  requested,
}: {
  projects: readonly Project[]
  name: string
  /** Projects to which the user requested access. */
  requested: readonly Project[]
  /** The setup checklist already offers to start a project. */
  isNew: boolean
}) {
  const [starting, setStarting] = useState(false)
  if (projects.length > 0 && projects.length <= MAX_DETAILED_PROJECTS) {
    return projects.map((project, index) => (
      <ProjectBlock key={project.id} project={project} isFirst={index === 0} />
    ))
  }
  return (
    <Block
      title={t('My projects')}
      count={projects.length}
      // The empty state has a button for it.
      more={projects.length > 0 ? <Link to="/projects">{t('All projects')}</Link> : undefined}
    >
      {projects.length > 0 && <ProjectTable projects={projects.slice(0, MAX_TABLE_ROWS)} />}
      {projects.length === 0 && isNew && <Empty>{t('Your projects appear here')}</Empty>}
      {projects.length === 0 && !isNew && (
        <Empty
          action={
            <span className={styles['choices']}>
              <Button variant="primary" icon="plus" onPress={() => setStarting(true)}>
                {t('New project')}
              </Button>
              <Link to="/projects" variant="secondary">
                {t('See all projects')}
              </Link>
            </span>
          }
        >
          {rich('You aren’t a member of a project yet, {name}. Request access to one, or create your own.', {
            name,
          })}
        </Empty>
      )}
      {requested.length > 0 && (
        <p className="muted small">
          {rich('You requested access to {names}. A project admin will decide.', {
            names: new Intl.ListFormat(locale).format(requested.map((project) => project.name)),
          })}
        </p>
      )}
      {starting && <NewProject onClose={() => setStarting(false)} />}
    </Block>
  )
}

function formatWaiting(count: number, late: number): string {
  if (count === 0) return t('Nothing is waiting for you')
  const label = t(
    { count, one: 'One thing is waiting for you', other: '{count} things are waiting for you' },
    { count },
  )
  return late === 0
    ? label
    : t(
        { count: late, one: '{label}, {count} is late', other: '{label}, {count} are late' },
        { label, count: late },
      )
}
