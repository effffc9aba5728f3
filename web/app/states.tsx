import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useLocation, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { toProblem } from '../api/errors.ts'
import { ProblemBanner } from '../kit/banner-strip.tsx'
import { Button } from '../kit/button.tsx'
import { Link } from '../kit/link.tsx'
import { PageContent } from '../kit/page-content.tsx'
import { t } from '../languages/t.ts'
import { loadCode } from './load-code.ts'
import { useOnline } from './offline.tsx'
import { PageTitle } from './page-title.tsx'
import { parseProjectId } from './record-in-address.ts'
import styles from './states.module.css'

/** A placeholder of a page's approximate height, invisible for a moment, until the page has loaded. */
export function Loading() {
  return (
    <PageContent className={styles['page']} aria-busy="true">
      <p className="visually-hidden">{t('Loading')}</p>
      <div className={`${styles['bone']} ${styles['headline']}`} />
      <Skeleton count={6} />
    </PageContent>
  )
}

/** Shows that a page is loading, or that there is no network. Loading continues by itself. */
export function LoadingPage() {
  const isOnline = useOnline()
  if (isOnline) return <Loading />
  return (
    <PageContent className={styles['page']}>
      <PageTitle title={t('You are offline')} />
      <p>{t('This page isn’t loaded yet. It appears when the connection is back.')}</p>
    </PageContent>
  )
}

/** Placeholder rows of a list. */
export function Skeleton({ count }: { count: number }) {
  return (
    <div className={styles['bones']}>
      {Array.from({ length: count }, (_, line) => (
        <div key={line} className={styles['bone']} />
      ))}
    </div>
  )
}

const UnsentTexts = lazy(() => loadCode(() => import('../pages/comments/unsent-texts.tsx')))
const RequestAccess = lazy(() => import('../pages/projects/request-access.tsx'))

/** The error page: the cause, what to do, and a retry. The bars stay. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const boundary = useQueryErrorResetBoundary()
  const problem = toProblem(error)
  const projectId = useLocation({ select: ({ pathname }) => parseProjectId(pathname) })
  useEffect(() => boundary.reset(), [boundary])
  const retry = () => {
    reset()
    void router.invalidate()
  }
  if (problem.status === 404) {
    return <NotFound>{t('It may have been deleted, or your access was removed.')}</NotFound>
  }
  return (
    <PageContent className={styles['page']}>
      <PageTitle
        title={problem.status === 403 ? t('You don’t have access') : t('This page could not be shown')}
      />
      <ProblemBanner problem={problem} />
      {problem.status === 403 && projectId !== undefined && (
        <Suspense fallback={null}>
          <RequestAccess projectId={projectId} />
        </Suspense>
      )}
      <p className={styles['ways']}>
        <Button variant="primary" onPress={retry}>
          {t('Try again')}
        </Button>
        <Link to="/" variant="secondary">
          {t('My work')}
        </Link>
      </p>
    </PageContent>
  )
}

/** The page for a missing record, and for a record that the user may not read. */
export function Missing() {
  return <NotFound>{t('This page doesn’t exist, or you don’t have access to it.')}</NotFound>
}

function NotFound({ children }: { children: string }) {
  return (
    <PageContent className={styles['page']}>
      <PageTitle title={t('Page not found')} />
      <p>{children}</p>
      <p className={styles['ways']}>
        <Link to="/" variant="primary">
          {t('My work')}
        </Link>
      </p>
      <Suspense>
        <UnsentTexts />
      </Suspense>
    </PageContent>
  )
}

/** An empty state: one sentence and the next action. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <p>{children}</p>
      {action}
    </div>
  )
}
