import { t } from '../languages/t.ts'
import { NEW } from './anchors.ts'
import type { Action } from './keys.ts'
import type { PageCommand } from './palette-match.ts'
import { EXPORT_KEYWORDS } from './palette-record-pages.ts'

/** The pages that are always available; add new pages here. */
export const PAGES: readonly PageCommand[] = [
  {
    id: '/',
    label: t('My work'),
    icon: 'inbox',
    keywords: t('home start dashboard inbox to do assigned mentions overdue'),
  },
  { id: '/search', label: t('Search'), icon: 'search', keywords: t('find full text') },
  {
    id: '/projects',
    label: t('Projects'),
    icon: 'folder',
    keywords: t('all list portfolio statistics charts join request access'),
  },
  { id: `/projects#${NEW}`, label: t('New project'), icon: 'plus', keywords: t('create add') },
  {
    id: '/projects/create_from_backup',
    label: t('Import a project from Vulcan'),
    icon: 'into',
    keywords: t('backup restore migrate archive'),
  },
  {
    id: '/srgs',
    label: t('Guides: SRGs'),
    icon: 'shield',
    keywords: t('upload add catalog security requirements guide'),
  },
  {
    id: '/stigs',
    label: t('Guides: STIGs'),
    icon: 'shield',
    keywords: t('upload add catalog disa security technical implementation guide'),
  },
  { id: '/components', label: t('Released components'), icon: 'sheets', keywords: t('published final') },
  {
    id: '/controls',
    label: t('Controls and CCIs (NIST SP 800-53)'),
    icon: 'shield',
    keywords: t('coverage 800-53 rmf family'),
  },
  {
    id: '/requirement_relocations',
    label: t('Relocations of requirements'),
    icon: 'into',
    keywords: t('move transfer'),
  },
  { id: '/users/edit', label: t('Profile'), icon: 'person', keywords: t('account my name email delete') },
  { id: '/users/edit/password', label: t('Password'), icon: 'key', keywords: t('change') },
  { id: '/users/edit/tokens', label: t('Access tokens'), icon: 'key', keywords: t('api key') },
  {
    id: '/users/edit/sessions',
    label: t('Sessions'),
    icon: 'clock',
    keywords: t('devices sign out everywhere'),
  },
  {
    id: '/users/edit/identities',
    label: t('Linked sign-ins'),
    icon: 'shield',
    keywords: t('sso oidc ldap github single sign-on'),
  },
  {
    id: '/users/notification_preferences',
    label: t('Notifications'),
    icon: 'mail',
    keywords: t('email mail messages slack'),
  },
  {
    id: '/users/edit/appearance',
    label: t('Appearance and keys'),
    icon: 'sliders',
    keywords: t('dark light theme mode language german english deutsch shortcuts keyboard density rows'),
  },
  {
    id: '/welcome',
    label: t('First steps'),
    icon: 'check',
    keywords: t('setup getting started tutorial onboarding'),
  },
]

/** Pages for system administrators. */
const ADMIN_PAGES: readonly PageCommand[] = [
  {
    id: '/users',
    label: t('Administration: users'),
    icon: 'person',
    keywords: t('create add person account lock reset'),
  },
  {
    id: `/users#${NEW}`,
    label: t('New user'),
    icon: 'plus',
    keywords: t('create add person account invite'),
  },
  { id: '/audits', label: t('Administration: audit trail'), icon: 'clock', keywords: t('log history who') },
  {
    id: '/administration/settings',
    label: t('Administration: settings'),
    icon: 'sliders',
    keywords: t('configuration environment registration limits'),
  },
  {
    id: '/administration/checks',
    label: t('Administration: connections'),
    icon: 'shield',
    keywords: t('mail smtp oidc ldap database health test'),
  },
  {
    id: '/administration/jobs',
    label: t('Administration: jobs'),
    icon: 'into',
    keywords: t('background queue'),
  },
  {
    id: '/administration/reference_documents',
    label: t('Administration: reference documents'),
    icon: 'shield',
    keywords: t('upload cci list oscal catalog'),
  },
  {
    id: '/administration/about',
    label: t('Administration: version and licenses'),
    icon: 'info',
    keywords: t('release update'),
  },
]

/** Returns the always available pages for a user. */
export function listPages(person: { id: number; admin: boolean }): readonly PageCommand[] {
  const myComments = { id: `/users/${person.id}/comments`, label: t('My comments'), icon: 'reply' } as const
  return [...PAGES, myComments, ...(person.admin ? ADMIN_PAGES : [])]
}

/** Other words that find the actions of a page. */
export const ACTION_KEYWORDS: Partial<Record<Action, string>> = {
  help: t('shortcuts keyboard help'),
  exportFiles: EXPORT_KEYWORDS,
  watch: t('follow subscribe unwatch notify'),
  openPeriod: t('comment phase start extend deadline'),
  adjudicate: t('end comment period phase'),
  add: t('new create rule'),
  replace: t('search substitute'),
  guide: t('help documentation manual'),
  apiReference: t('help documentation rest openapi developer'),
  jobs: t('downloads jobs running'),
  print: t('paper pdf'),
  signOut: t('log out logout leave'),
}
