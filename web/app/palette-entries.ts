import { formatRequirementName, roleAtLeast, type Role } from '../../src/vocabulary.ts'
import type { Outputs } from '../api/client.ts'
import type { Command, CommandGroup } from '../kit/command-list.tsx'
import type { IconName } from '../kit/icon.tsx'
import { t } from '../languages/t.ts'
import { ROLE_NAMES } from '../pages/projects/roles.ts'

/** The pages that are always available; add new pages here. */
export const PAGES: readonly Command[] = [
  { id: '/', label: t('My work'), icon: 'inbox' },
  { id: '/search', label: t('Search'), icon: 'search' },
  { id: '/projects', label: t('Projects'), icon: 'folder' },
  { id: '/projects/create_from_backup', label: t('Import a project from Vulcan'), icon: 'into' },
  { id: '/srgs', label: t('Guides: SRGs'), icon: 'shield' },
  { id: '/stigs', label: t('Guides: STIGs'), icon: 'shield' },
  { id: '/components', label: t('Released components'), icon: 'sheets' },
  { id: '/controls', label: t('Controls and CCIs (NIST SP 800-53)'), icon: 'shield' },
  { id: '/requirement_relocations', label: t('Relocations of requirements'), icon: 'into' },
  { id: '/users/edit', label: t('Profile'), icon: 'person' },
  { id: '/users/edit/password', label: t('Password'), icon: 'key' },
  { id: '/users/edit/tokens', label: t('Access tokens'), icon: 'key' },
  { id: '/users/edit/sessions', label: t('Sessions'), icon: 'clock' },
  { id: '/users/edit/identities', label: t('Linked sign-ins'), icon: 'shield' },
  { id: '/users/notification_preferences', label: t('Notifications'), icon: 'mail' },
  { id: '/users/edit/appearance', label: t('Appearance and keys'), icon: 'sliders' },
  { id: '/welcome', label: t('First steps'), icon: 'check' },
]

/** Pages for system administrators. */
const ADMIN_PAGES: readonly Command[] = [
  { id: '/users', label: t('Administration: users'), icon: 'person' },
  { id: '/audits', label: t('Administration: audit trail'), icon: 'clock' },
  { id: '/administration/settings', label: t('Administration: settings'), icon: 'sliders' },
  { id: '/administration/checks', label: t('Administration: connections'), icon: 'shield' },
  { id: '/administration/jobs', label: t('Administration: jobs'), icon: 'into' },
  { id: '/administration/about', label: t('Administration: version and licenses'), icon: 'info' },
]

/** Returns the always available pages for a user. */
export function listPages(person: { id: number; admin: boolean }): readonly Command[] {
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
): readonly Command[] {
  const tabs = noun === 'components' ? COMPONENT_PAGES : PROJECT_PAGES
  return tabs
    .filter(({ page, from }) => exists(`/${noun}/$id${page}`) && (from === null || roleAtLeast(role, from)))
    .map(({ page, anchor, label, icon }) => ({
      id: `/${noun}/${id}${page}${anchor === undefined ? '' : `#${anchor}`}`,
      label,
      icon,
    }))
}

/** Returns the pages whose name matches the words; null if there are none. */
export function placePages(query: string, title: string, pages: readonly Command[]): CommandGroup | null {
  const label = query.trim().toLowerCase()
  const commands = pages.filter((page) => page.label.toLowerCase().includes(label))
  return commands.length === 0 ? null : { title, commands }
}

/** Returns a command for the control that the words name, such as `AC-10` or `CCI-000054`; otherwise null. */
export function findControl(query: string): CommandGroup | null {
  const name = query.trim().toUpperCase()
  if (!/^([A-Z]{2}-\d{1,2}(\s?\(\d+\))?|CCI-\d{1,6})$/.test(name)) return null
  const about = t('requirements that implement it')
  return {
    title: t('Controls'),
    commands: [{ id: `/controls?q=${encodeURIComponent(name)}`, label: name, about, icon: 'shield' }],
  }
}

/** Returns visited pages, newest first, filtered by the words. */
export function listRecentPages(
  query: string,
  pages: readonly { path: string; title: string }[],
): CommandGroup | null {
  const label = query.trim().toLowerCase()
  const commands = pages
    .filter(({ title }) => title.toLowerCase().includes(label))
    .map(({ path, title }): Command => ({ id: `${RECENT}${path}`, label: title, icon: 'clock' }))
  return commands.length === 0 ? null : { title: t('Recent'), commands: commands.slice(0, RECENT_SHOWN) }
}

/** Returns the members of a project whose name matches the words, each with a link to the members page. */
export function findPeople(
  query: string,
  project: { id: number; memberships: readonly { id: number; name: string; role: Role }[] } | undefined,
): CommandGroup | null {
  const label = query.trim().toLowerCase()
  if (project === undefined || label.length < 2) return null
  const commands = project.memberships
    .filter(({ name }) => name.toLowerCase().includes(label))
    .slice(0, PEOPLE_SHOWN)
    .map(({ id, name, role }): Command => ({
      id: `/projects/${project.id}/members?q=${encodeURIComponent(name)}#${id}`,
      label: name,
      about: ROLE_NAMES[role],
      icon: 'person',
    }))
  return commands.length === 0 ? null : { title: t('People'), commands }
}

type CommentSearchResult = Outputs['search']['comments']['comments'][number]

/** Converts found comments to commands that open them. */
export function toCommentCommands(comments: readonly CommentSearchResult[]): CommandGroup {
  return {
    title: t('Comments'),
    commands: comments.map(({ id, snippet, rule_id: rule, rule_displayed_name: name, component_name }) => ({
      id: `/reviews/${id}`,
      label: snippet,
      about: rule === null ? component_name : `${name} · ${component_name}`,
      icon: 'reply',
    })),
  }
}

/** Returns the comments of a project first, in the same order otherwise, and only as many as the palette shows. */
export function sortCommentsOfProjectFirst(
  comments: readonly CommentSearchResult[],
  projectId: number | undefined,
): readonly CommentSearchResult[] {
  const isHere = ({ project_id }: CommentSearchResult) => project_id === projectId
  const others = comments.filter((comment) => !isHere(comment))
  return [...comments.filter(isHere), ...others].slice(0, COMMENTS_SHOWN)
}

/** Makes ids of commands unique, because a recent page may be in another group too. */
export const RECENT = 'recent:'
const RECENT_SHOWN = 5
const PEOPLE_SHOWN = 6
const COMMENTS_SHOWN = 6

/** The anchor that opens the import menu of a page. */
export const IMPORT = 'import'

interface Tab {
  page: string
  /** The part of the page that is opened. */
  anchor?: string
  label: string
  icon: IconName
  /** The minimum role that the page is useful for; null for every reader. */
  from: Role | null
}

const COMPONENT_PAGES: readonly Tab[] = [
  { page: '', label: t('Overview'), icon: 'sheets', from: null },
  { page: '/edit', label: t('Requirements'), icon: 'pen', from: null },
  { page: '/comments', label: t('Comments'), icon: 'reply', from: null },
  { page: '/triage', label: t('Triage'), icon: 'flag', from: 'author' },
  { page: '/readiness', label: t('Readiness and release'), icon: 'check', from: 'viewer' },
  { page: '/history', label: t('History and comparison'), icon: 'clock', from: 'viewer' },
  { page: '', anchor: IMPORT, label: t('Import files'), icon: 'into', from: 'author' },
  { page: '/copy', label: t('Copy the component'), icon: 'copy', from: 'admin' },
  { page: '/deleted', label: t('Deleted requirements'), icon: 'back', from: 'author' },
  { page: '/settings', label: t('Component settings'), icon: 'sliders', from: 'author' },
]
const PROJECT_PAGES: readonly Tab[] = [
  { page: '', label: t('Components'), icon: 'folder', from: null },
  { page: '/triage', label: t('Triage'), icon: 'flag', from: 'viewer' },
  { page: '/members', label: t('Members'), icon: 'person', from: 'viewer' },
  { page: '/templates', label: t('Templates'), icon: 'reply', from: 'viewer' },
  { page: '/activity', label: t('Activity'), icon: 'clock', from: 'viewer' },
  { page: '', anchor: IMPORT, label: t('Import files'), icon: 'into', from: 'admin' },
  { page: '/components/new', label: t('New component'), icon: 'plus', from: 'admin' },
  { page: '/settings', label: t('Project settings'), icon: 'sliders', from: 'admin' },
]

/** The properties of a requirement that the palette shows. */
interface Named {
  rule_id: string
  displayed_name: string
  title: string | null
}

/**
 * Returns a command for the requirement with the typed number in the current component. If `known` lists the
 * component's requirements, a missing number is not offered.
 */
export function findRequirement(
  query: string,
  componentId: number | null,
  known: readonly Named[] | undefined,
): CommandGroup | null {
  const [digits] = /^\d{1,6}$/.exec(query.trim()) ?? []
  if (digits === undefined || componentId === null) return null
  const number = digits.padStart(6, '0')
  const row = known?.find(({ rule_id: ruleNumber }) => ruleNumber === number)
  if (known && !row) return null
  const label = row?.displayed_name ?? t('Requirement {number}', { number })
  const about = row?.title ?? t('of this component')
  return {
    title: t('Requirement'),
    commands: [
      { id: `/components/${componentId}/${row?.displayed_name ?? number}`, label, about, icon: 'pen' },
    ],
  }
}

/** Returns the pages whose name matches the words; `#7` is comment 7. */
export function findPages(query: string, pages: readonly Command[]): CommandGroup {
  const [, comment] = /^#(\d+)$/.exec(query.trim()) ?? []
  if (comment !== undefined) {
    return {
      title: t('Comment'),
      commands: [{ id: `/reviews/${comment}`, label: t('Comment {comment}', { comment }), icon: 'reply' }],
    }
  }
  const label = query.trim().toLowerCase()
  return { title: t('Pages'), commands: pages.filter((page) => page.label.toLowerCase().includes(label)) }
}

/** Search results of one kind; an id is an address, `search` its query, and `ruleId` the requirement it shows. */
export interface ResultGroup {
  title: string
  commands: readonly (Command & { search?: Record<string, string>; ruleId?: number })[]
}

/** Converts the search results of the service to groups of commands whose ids are addresses. */
export function toCommandGroups(groups: Outputs['search']['global']): ResultGroup[] {
  return [
    {
      title: t('Projects'),
      commands: groups.projects.map(({ id, name }) => ({
        id: `/projects/${id}`,
        label: name,
        icon: 'folder',
      })),
    },
    {
      title: t('Components'),
      commands: groups.components.map(({ id, name, version, release, project_name }) => ({
        id: `/components/${id}`,
        label: name,
        about: [version === null ? '' : `V${version}R${release ?? 0}`, project_name ?? ''].join(' '),
        icon: 'sheets',
      })),
    },
    {
      title: t('Requirements'),
      commands: groups.rules.map(({ id, component_id, component_prefix: prefix, rule_id, title }) => {
        const label = formatRequirementName(prefix, rule_id)
        return {
          ruleId: id,
          id: `/components/${component_id}/${label}`,
          label,
          about: title ?? '',
          icon: 'pen',
        }
      }),
    },
    {
      title: 'SRGs',
      commands: groups.srgs.map(({ id, title, version }) => ({
        id: `/srgs/${id}`,
        label: title,
        about: version,
        icon: 'shield',
      })),
    },
    {
      title: 'STIGs',
      commands: groups.stigs.map(({ id, title, version }) => ({
        id: `/stigs/${id}`,
        label: title,
        about: version,
        icon: 'shield',
      })),
    },
  ]
}
