import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { api } from '../api/client.ts'
import { readLiveState, onLiveState } from '../api/live.ts'
import { isSignInRequested, onSignInRequest } from '../api/session.ts'
import { Icon } from '../kit/icon.tsx'
import { Keys } from '../kit/kbd.tsx'
import { Link, Navigation } from '../kit/link.tsx'
import { Notices } from '../kit/toast.tsx'
import { t } from '../languages/t.ts'
import { AccountMenu } from './account-menu.tsx'
import { Announcer } from './announce.tsx'
import { Banner } from './banner.tsx'
import { BAR_LINK_CLASS } from './bar-link-class.ts'
import { isJobsPanelOpen, onJobsPanel } from './jobs-panel.ts'
import { findKeyEntry } from './keys.ts'
import { KeystrokeBuffer } from './keystroke-buffer.tsx'
import { loadCode } from './load-code.ts'
import { Offline, useOnline } from './offline.tsx'
import { ProjectSwitch } from './project-switch.tsx'
import { listenToKeys, useBoundActions, useKeys } from './use-keys.ts'
import styles from './shell.module.css'

const Palette = lazy(() => loadCode(() => import('./palette.tsx')))
const KeyHelp = lazy(() => loadCode(() => import('./key-help.tsx')))
const JobsPanel = lazy(() => loadCode(() => import('../pages/interchange/jobs-panel.tsx')))
const SignInAgain = lazy(() => loadCode(() => import('./sign-in-again.tsx')))

/** The frame of pages for signed-in users: bars above and below, the page, and overlays. */
export function Shell() {
  const [open, setOpen] = useState<'palette' | 'help' | null>(null)
  const isRequested = useSyncExternalStore(onSignInRequest, isSignInRequested)
  const tray = useSyncExternalStore(onJobsPanel, isJobsPanelOpen)
  useKeys({ palette: () => setOpen('palette'), help: () => setOpen('help') })
  const close = useCallback(() => setOpen(null), [])
  return (
    <Frame>
      <header className={styles['top']}>
        <div>
          <Link to="/" className={styles['mark'] ?? ''}>
            <Mark />
            <span className={styles['hint']}>Rulewright</span>
          </Link>
          <span className={`${styles['slash']} only-wide`} aria-hidden="true">
            /
          </span>
          <ProjectSwitch />
          <Link to="/srgs" className={`${BAR_LINK_CLASS} only-wide`}>
            {t('Guides')}
          </Link>
        </div>
        <button type="button" className={styles['palette']} onClick={() => setOpen('palette')}>
          <Icon name="search" />
          <span className={styles['hint']}>{t('Search, go to a page, run a command')}</span>
          <span className="push only-wide">
            <Keys action="palette" />
          </span>
        </button>
        <div className={styles['right']}>
          <Live />
          <AccountMenu />
        </div>
      </header>
      <main id="main" className={styles['main']}>
        <Outlet />
      </main>
      <div className={styles['outage']}>
        <Offline />
      </div>
      <Footer onHelp={() => setOpen('help')} />
      {open === 'palette' && <PaletteOverlay onClose={close} />}
      <Suspense>
        {open === 'help' && <KeyHelp onClose={close} />}
        {isRequested && <SignInAgain />}
        {tray && <JobsPanel />}
      </Suspense>
    </Frame>
  )
}

/** The palette, with the text that is typed before its field has the focus. */
function PaletteOverlay({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('')
  return (
    <>
      <KeystrokeBuffer field="[role=dialog] input" onType={setQuery} onClose={onClose} />
      <Suspense>
        <Palette query={query} onQuery={setQuery} onClose={onClose} />
      </Suspense>
    </>
  )
}

/** The frame of public pages: the page only. */
export function Bare() {
  return (
    <Frame>
      <main id="main" className={styles['bare']}>
        <div className={styles['sheet']}>
          <p className={styles['mark']}>
            <Mark /> Rulewright
          </p>
          <Outlet />
          <p className="muted small">
            <a href="/docs/guide">{t('User guide')}</a>
          </p>
        </div>
      </main>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  useEffect(() => listenToKeys(), [])
  const settings = useQuery(api.system.settings.queryOptions())
  return (
    <Navigation>
      <div className={styles['frame']}>
        <a className={styles['skip']} href="#main">
          {t('Skip to content')}
        </a>
        {settings.data && <Banner banner={settings.data.banner} />}
        {children}
        <Notices />
        <Announcer />
      </div>
    </Navigation>
  )
}

function Mark() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" className={styles['sign']}>
      <rect width="20" height="20" rx="4" />
      <path d="M5 6.500h10M5 10h6M8.500 13.200l1.800 1.800L15 10.500" />
    </svg>
  )
}

const LIVE = {
  connecting: { label: t('Connecting'), title: t('Changes by others appear in a moment') },
  live: { label: t('Live'), title: t('Changes by others appear immediately') },
  lost: { label: t('Not live'), title: t('Changes by others appear when you reload the page') },
  offline: { label: t('Offline'), title: t('No network connection') },
} as const
/** If the connection returns within this time, no warning is shown. */
const OFFLINE_GRACE_MS = 3000

function Live() {
  const state = useSyncExternalStore(onLiveState, readLiveState)
  const isOnline = useOnline()
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLost(state === 'lost'), state === 'lost' ? OFFLINE_GRACE_MS : 0)
    return () => clearTimeout(timer)
  }, [state])
  if (state === 'off') return null
  const known = state === 'lost' && !isLost ? 'connecting' : state
  const connection = isOnline ? known : 'offline'
  return (
    <span
      className={`${styles['state']} ${styles[connection] ?? ''} only-wide`}
      title={LIVE[connection].title}
    >
      {LIVE[connection].label}
    </span>
  )
}

/** The keys of the shell that have no button. */
function Footer({ onHelp }: { onHelp: () => void }) {
  const actions = useBoundActions().filter((action) => findKeyEntry(action).inFooter)
  return (
    <footer className={`${styles['foot']} only-wide`}>
      {actions.map((action) => (
        <span key={action}>
          <Keys action={action} /> {findKeyEntry(action).does}
        </span>
      ))}
      <button type="button" className="push" onClick={onHelp}>
        <Keys action="help" /> {t('all keys')}
      </button>
    </footer>
  )
}
