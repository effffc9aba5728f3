import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ACCESS_MS, api } from '../../api/client.ts'
import { me } from '../../api/me.ts'
import { PageTitle } from '../../app/page-title.tsx'
import { Empty } from '../../app/states.tsx'
import { useKeys } from '../../app/use-keys.ts'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { Strip } from '../../kit/strip.tsx'
import { NewProject } from '../projects/new-project.tsx'
import { ProjectTable } from '../projects/project-table.tsx'
import { AccessRequests } from './access-requests.tsx'
import { Block } from './block.tsx'
import { FirstSteps } from './first-steps.tsx'
import styles from './home.module.css'
import { homeRoute } from './home.route.ts'
import { LockedAccounts } from './locked-accounts.tsx'
import { ProjectBlock } from './project-block.tsx'
import { useWaiting, WaitingBlocks } from './waiting-blocks.tsx'
import { stepTo } from './waiting-rows.tsx'

/** So many projects are shown with their components; more are a table. */
const IN_FULL = 3

/** What waits for me, and my projects. */
export default function HomePage() {
  const { linked } = homeRoute.useSearch()
  const { data: person } = useSuspenseQuery(me())
  const { data: projects } = useSuspenseQuery({
    ...api.projects.list.queryOptions({}),
    refetchInterval: ACCESS_MS,
  })
  const { data: navigation } = useSuspenseQuery(api.system.navigation.queryOptions())
  const mine = projects.filter(({ is_member }) => is_member)
  const { access_requests: requests, locked_users: locked } = navigation
  const waiting = useWaiting(person.id, mine)
  const [starting, setStarting] = useState(false)
  useKeys({ next: () => stepTo(1), previous: () => stepTo(-1) })
  return (
    <div className={styles['page']}>
      <PageTitle
        title="My work"
        about={waiting && waitingWords(waiting.all + requests.length + locked.length, waiting.late)}
      />
      {linked && <Strip look="done">The sign-in is linked to your account.</Strip>}
      {person.admin && <FirstSteps person={person} projects={mine} />}
      <WaitingBlocks personId={person.id} projects={mine} />
      {requests.length > 0 && (
        <Block title="Access requests" count={requests.length}>
          <AccessRequests requests={requests} />
        </Block>
      )}
      {locked.length > 0 && (
        <Block title="Locked accounts" count={locked.length}>
          <LockedAccounts users={locked} />
        </Block>
      )}
      {mine.length > 0 && mine.length <= IN_FULL ? (
        mine.map((project) => <ProjectBlock key={project.id} project={project} />)
      ) : (
        <Block title="My projects" count={mine.length} more={<Link to="/projects">All projects</Link>}>
          {mine.length > 0 ? (
            <ProjectTable projects={mine} />
          ) : (
            <Empty
              action={
                <span className={styles['ends']}>
                  <Button look="first" icon="plus" onPress={() => setStarting(true)}>
                    New project
                  </Button>
                  <Link to="/projects" look="button">
                    See all projects
                  </Link>
                </span>
              }
            >
              You are in no project yet, {person.name}. Ask to join one, or start your own.
            </Empty>
          )}
        </Block>
      )}
      {starting && <NewProject onClose={() => setStarting(false)} />}
    </div>
  )
}

function waitingWords(count: number, late: number): string {
  if (count === 0) return 'Nothing waits for you'
  const words = count === 1 ? 'One thing waits for you' : `${count} things wait for you`
  return late === 0 ? words : `${words}, ${late} ${late === 1 ? 'is' : 'are'} late`
}
