import type { Role } from '../../src/vocabulary.ts'
import type { IconName } from '../kit/icon.tsx'
import { t } from '../languages/t.ts'
import { EXPORT, IMPORT } from './anchors.ts'
import { findMinRole, isForRole } from './page-roles.ts'
import type { PageCommand } from './palette-match.ts'

/** Words that find the export of files. */
export const EXPORT_KEYWORDS = t(
  'download pdf word docx html document xccdf csv excel xlsx oscal inspec ckl checklist markdown reqif backup archive disposition matrix',
)

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
  const pages = noun === 'components' ? COMPONENT_PAGES : PROJECT_PAGES
  return pages
    .filter(
      ({ page, minRole = findMinRole(noun, page) }) =>
        exists(`/${noun}/$id${page}`) && isForRole(minRole, role),
    )
    .map(({ page, anchor, label, icon, keywords = '' }) => ({
      id: `/${noun}/${id}${page}${anchor === undefined ? '' : `#${anchor}`}`,
      label,
      icon,
      keywords,
    }))
}

interface RecordPage {
  page: string
  /** The part of the page that is opened. */
  anchor?: string
  label: string
  icon: IconName
  /** Other words that find it. */
  keywords?: string
  /** The minimum role that the opened part is useful for; null for every reader. */
  minRole?: Role | null
}

const COMPONENT_PAGES: readonly RecordPage[] = [
  {
    page: '',
    label: t('Overview'),
    icon: 'sheets',
    keywords: t('state progress statistics charts dashboard coverage phase period'),
  },
  {
    page: '/edit',
    label: t('Requirements'),
    icon: 'pen',
    keywords: t('rules table edit write author find and replace'),
  },
  {
    page: '/comments',
    label: t('Comments'),
    icon: 'reply',
    keywords: t('discussion feedback read'),
  },
  {
    page: '/triage',
    label: t('Triage'),
    icon: 'flag',
    keywords: t('decide adjudicate disposition clusters duplicates queue'),
  },
  {
    page: '/readiness',
    label: t('Readiness and release'),
    icon: 'check',
    keywords: t('publish finish lock unlock everything sections findings'),
  },
  {
    page: '/history',
    label: t('History and comparison'),
    icon: 'clock',
    keywords: t('compare diff changes versions revisions timeline activity'),
  },
  {
    page: '',
    anchor: EXPORT,
    label: t('Export files'),
    icon: 'out',
    keywords: EXPORT_KEYWORDS,
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
  },
  {
    page: '/deleted',
    label: t('Deleted requirements'),
    icon: 'back',
    keywords: t('restore undelete trash recover'),
  },
  {
    page: '/settings',
    label: t('Component settings'),
    icon: 'sliders',
    keywords: t('rename move delete remove members contact questions title prefix'),
  },
]
const PROJECT_PAGES: readonly RecordPage[] = [
  { page: '', label: t('Components'), icon: 'folder', keywords: t('project overview') },
  {
    page: '/triage',
    label: t('Triage'),
    icon: 'flag',
    keywords: t('decide adjudicate disposition clusters duplicates queue'),
  },
  {
    page: '/members',
    label: t('Members'),
    icon: 'person',
    keywords: t('people users roles invite add access requests team'),
  },
  {
    page: '/templates',
    label: t('Templates'),
    icon: 'reply',
    keywords: t('responses answers canned'),
  },
  {
    page: '/activity',
    label: t('Activity'),
    icon: 'clock',
    keywords: t('history log changes recent'),
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
  },
  {
    page: '/settings',
    label: t('Project settings'),
    icon: 'sliders',
    keywords: t('rename delete remove visibility description metadata notifications'),
  },
]
