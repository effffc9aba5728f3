import { roleAtLeast, type Role } from '../../src/vocabulary.ts'
import type { Command } from '../kit/command-list.tsx'
import type { IconName } from '../kit/icon.tsx'
import { t } from '../languages/t.ts'
import type { Action } from './keys.ts'
import type { SearchableEntry } from './palette-match.ts'

/** A command with other words that find it. */
export type PageCommand = Command & SearchableEntry

/** The anchor that opens the dialog of a page for a new record. */
export const NEW = 'new'

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

/** The user's role in a component or project; null for readers who are not members. */
export interface RecordAccess {
  noun: 'components' | 'projects'
  id: number
  role: Role | null
}

/** Returns the pages of a component or project that are useful for the role, in the order of their tabs. */
export function listRecordPages(
  { noun, id, role }: RecordAccess,
  exists: (address: string) => boolean,
): readonly PageCommand[] {
  const tabs = noun === 'components' ? COMPONENT_PAGES : PROJECT_PAGES
  return tabs
    .filter(
      ({ page, minRole }) =>
        exists(`/${noun}/$id${page}`) && (minRole === null || roleAtLeast(role, minRole)),
    )
    .map(({ page, anchor, label, icon, keywords = '' }) => ({
      id: `/${noun}/${id}${page}${anchor === undefined ? '' : `#${anchor}`}`,
      label,
      icon,
      keywords,
    }))
}

/** The anchor that opens the export of a page. */
export const EXPORT = 'export'

/** The anchor that opens the import menu of a page. */
export const IMPORT = 'import'

interface Tab {
  page: string
  /** The part of the page that is opened. */
  anchor?: string
  label: string
  icon: IconName
  /** Other words that find it. */
  keywords?: string
  /** The minimum role that the page is useful for; null for every reader. */
  minRole: Role | null
}

const COMPONENT_PAGES: readonly Tab[] = [
  {
    page: '',
    label: t('Overview'),
    icon: 'sheets',
    keywords: t('state progress statistics charts dashboard coverage phase period'),
    minRole: null,
  },
  {
    page: '/edit',
    label: t('Requirements'),
    icon: 'pen',
    keywords: t('rules table edit write author find and replace'),
    minRole: null,
  },
  {
    page: '/comments',
    label: t('Comments'),
    icon: 'reply',
    keywords: t('discussion feedback read'),
    minRole: null,
  },
  {
    page: '/triage',
    label: t('Triage'),
    icon: 'flag',
    keywords: t('decide adjudicate disposition clusters duplicates queue'),
    minRole: 'author',
  },
  {
    page: '/readiness',
    label: t('Readiness and release'),
    icon: 'check',
    keywords: t('publish finish lock unlock everything sections findings'),
    minRole: 'viewer',
  },
  {
    page: '/history',
    label: t('History and comparison'),
    icon: 'clock',
    keywords: t('compare diff changes versions revisions timeline activity'),
    minRole: 'viewer',
  },
  {
    page: '',
    anchor: EXPORT,
    label: t('Export files'),
    icon: 'out',
    keywords: t(
      'download pdf word docx html document xccdf csv excel xlsx oscal inspec ckl checklist markdown reqif backup archive disposition matrix',
    ),
    minRole: null,
  },
  {
    page: '',
    anchor: IMPORT,
    label: t('Import files'),
    icon: 'into',
    keywords: t('upload spreadsheet csv excel xlsx inspec markdown reqif comment sheets'),
    minRole: 'author',
  },
  {
    page: '/copy',
    label: t('New version or copy'),
    icon: 'copy',
    keywords: t('next release duplicate clone component'),
    minRole: 'admin',
  },
  {
    page: '/deleted',
    label: t('Deleted requirements'),
    icon: 'back',
    keywords: t('restore undelete trash recover'),
    minRole: 'author',
  },
  {
    page: '/settings',
    label: t('Component settings'),
    icon: 'sliders',
    keywords: t('rename move delete remove members contact questions title prefix'),
    minRole: 'author',
  },
]
const PROJECT_PAGES: readonly Tab[] = [
  { page: '', label: t('Components'), icon: 'folder', keywords: t('project overview'), minRole: null },
  {
    page: '/triage',
    label: t('Triage'),
    icon: 'flag',
    keywords: t('decide adjudicate disposition clusters duplicates queue'),
    minRole: 'viewer',
  },
  {
    page: '/members',
    label: t('Members'),
    icon: 'person',
    keywords: t('people users roles invite add access requests team'),
    minRole: 'viewer',
  },
  {
    page: '/templates',
    label: t('Templates'),
    icon: 'reply',
    keywords: t('responses answers canned'),
    minRole: 'viewer',
  },
  {
    page: '/activity',
    label: t('Activity'),
    icon: 'clock',
    keywords: t('history log changes recent'),
    minRole: 'viewer',
  },
  {
    page: '',
    anchor: IMPORT,
    label: t('Import files'),
    icon: 'into',
    keywords: t('upload archive backup restore component'),
    minRole: 'admin',
  },
  {
    page: '/components/new',
    label: t('New component'),
    icon: 'plus',
    keywords: t('create add stig srg overlay'),
    minRole: 'admin',
  },
  {
    page: '/settings',
    label: t('Project settings'),
    icon: 'sliders',
    keywords: t('rename delete remove visibility description metadata notifications'),
    minRole: 'admin',
  },
]

/** Other words that find the actions of a page. */
export const ACTION_KEYWORDS: Partial<Record<Action, string>> = {
  help: t('shortcuts keyboard help'),
  exportFiles: t(
    'download pdf word docx html document xccdf csv excel xlsx oscal inspec ckl checklist markdown reqif backup archive disposition matrix',
  ),
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
