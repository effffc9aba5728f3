import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { client, type Outputs } from '../api/client.ts'
import { createCurrentUserQuery } from '../api/me.ts'
import { announceSignOut, onSignOutElsewhere, setUser } from '../api/session.ts'
import { Avatar } from '../kit/chip.tsx'
import { Menu, type MenuEntry } from '../kit/menu.tsx'
import { notify, notifyError } from '../kit/toast.tsx'
import { LANGUAGES } from '../languages/names.ts'
import { t } from '../languages/t.ts'
import { clearAppBadge } from './app-badge.ts'
import { openJobsPanel } from './jobs-panel.ts'
import { loadCode } from './load-code.ts'
import { chooseLanguage, readSettings } from './settings.ts'
import { useKeys } from './use-keys.ts'
import styles from './account-menu.module.css'

const ForgetDrafts = lazy(() => loadCode(() => import('./forget-drafts.tsx')))

/** The drafts of the user; their code is loaded after the page. */
const loadDrafts = async (personId: number) =>
  (await loadCode(() => import('../api/drafts.ts'))).openDrafts(personId)

/** Opens the user guide in a new tab, so that unsaved text stays. */
const openGuide = () => window.open('/docs/guide', '_blank', 'noopener')
const openApiReference = () => window.open('/docs', '_blank', 'noopener')
const ADMINISTRATION: MenuEntry = {
  id: 'administration',
  label: t('Administration'),
  icon: 'sliders',
  href: '/users',
}

const OTHER_LANGUAGES: MenuEntry[] = LANGUAGES.filter(({ code }) => code !== readSettings().language).map(
  ({ code, name }) => ({
    id: `language-${code}`,
    label: name,
    icon: 'copy',
    onAction: () => chooseLanguage(code),
  }),
)

/** The user's name, pages and sign-out. Sign-out asks about unsent drafts first. */
export function AccountMenu() {
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const [drafts, setDrafts] = useState(0)
  const signOutMutation = useSignOut()
  const signOut = async () => {
    if (signOutMutation.isPending) return
    const count = await (await loadDrafts(person.id)).count()
    if (count > 0) setDrafts(count)
    else signOutMutation.mutate()
  }
  useEffect(() => {
    return onSignOutElsewhere(() => {
      forgetUser()
      location.assign('/app/sign-in')
    })
  }, [])
  useKeys({
    guide: openGuide,
    apiReference: openApiReference,
    jobs: () => openJobsPanel(true),
    print: () => window.print(),
    signOut: () => void signOut(),
  })
  return (
    <>
      <Menu
        trigger={styles['account'] ?? ''}
        description={person.email}
        entries={[
          ...listEntries(person),
          { id: 'out', label: t('Sign out'), icon: 'out', onAction: () => void signOut() },
        ]}
      >
        <Avatar name={person.name} />
        <span className="visually-hidden">{t('Account')}</span>
        <span className={styles['who']}>
          <b className="cut">{person.name}</b>
          <span className="cut muted">{person.email}</span>
        </span>
      </Menu>
      <Suspense>
        {drafts > 0 && (
          <ForgetDrafts
            count={drafts}
            onClose={() => setDrafts(0)}
            onForget={() =>
              void loadDrafts(person.id)
                .then((all) => all.forgetAll())
                .then(() => signOutMutation.mutate())
            }
            onKeep={() => signOutMutation.mutate()}
          />
        )}
      </Suspense>
    </>
  )
}

function listEntries({ id, admin }: Outputs['sessions']['me']): MenuEntry[] {
  return [
    { id: 'comments', label: t('My comments'), icon: 'reply', href: `/users/${id}/comments` },
    { id: 'profile', label: t('Profile'), icon: 'person', href: '/users/edit' },
    { id: 'tokens', label: t('Access tokens'), icon: 'key', href: '/users/edit/tokens' },
    { id: 'notifications', label: t('Notifications'), icon: 'mail', href: '/users/notification_preferences' },
    { id: 'appearance', label: t('Appearance and keys'), icon: 'sliders', href: '/users/edit/appearance' },
    ...OTHER_LANGUAGES,
    { id: 'jobs', label: t('Exports and imports'), icon: 'into', onAction: () => openJobsPanel(true) },
    { id: 'guides', label: t('Guides'), icon: 'shield', href: '/srgs' },
    { id: 'help', label: t('User guide'), icon: 'question', onAction: openGuide },
    ...(admin ? [ADMINISTRATION] : []),
  ]
}

/** Clears the tab's storage, which belongs to the user who was signed in; nothing is stored afterwards. */
function forgetUser(): void {
  setUser(null)
  sessionStorage.clear()
}

/** Ends the session and reloads the page, because all data in memory belongs to the user who was signed in. */
function useSignOut() {
  return useMutation({
    mutationFn: () => client.sessions.logout.mutate(),
    onMutate: () => notify(t('Signing out'), { variant: 'info' }),
    onSuccess: ({ redirect_url }) => {
      openJobsPanel(false)
      forgetUser()
      announceSignOut()
      clearAppBadge()
      location.assign(redirect_url ?? '/app/sign-in')
    },
    onError: notifyError,
    onSettled: (_, __, ___, closeNotice) => closeNotice?.(),
  })
}
