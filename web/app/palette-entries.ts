import type { Outputs } from '../api/client.ts'
import type { Command, CommandGroup } from '../kit/command-list.tsx'

/** Pages that are always there; a page that others build is added here. */
export const PAGES: readonly Command[] = [
  { id: '/', words: 'My work', icon: 'inbox' },
  { id: '/search', words: 'Search', icon: 'search' },
  { id: '/projects', words: 'Projects', icon: 'folder' },
  { id: '/srgs', words: 'Guides: SRGs', icon: 'shield' },
  { id: '/stigs', words: 'Guides: STIGs', icon: 'shield' },
  { id: '/components', words: 'Released components', icon: 'sheets' },
  { id: '/users/edit', words: 'Profile', icon: 'person' },
  { id: '/users/edit/password', words: 'Password', icon: 'key' },
  { id: '/users/edit/tokens', words: 'Access tokens', icon: 'key' },
  { id: '/users/edit/sessions', words: 'Sessions', icon: 'clock' },
  { id: '/users/edit/identities', words: 'Linked sign-ins', icon: 'shield' },
  { id: '/users/notification_preferences', words: 'Notifications', icon: 'mail' },
  { id: '/users/edit/appearance', words: 'Appearance and keys', icon: 'sliders' },
  { id: '/welcome', words: 'First steps', icon: 'check' },
]

/** A requirement, as far as the palette names it. */
interface Named {
  rule_id: string
  displayed_name: string
  title: string | null
}

/** The component in whose pages one is; null elsewhere. */
export function componentIn(path: string): number | null {
  const [, id] = /^(?:\/app)?\/components\/(\d+)(?:\/|$)/.exec(path) ?? []
  return id === undefined ? null : Number(id)
}

/**
 * Digits are the requirement of that number in the component where one is. `known` are its requirements, where they were
 * read: then one that does not exist is not offered.
 */
export function requirementFor(
  query: string,
  componentId: number | null,
  known: readonly Named[] | undefined,
): CommandGroup | null {
  const [digits] = /^\d{1,6}$/.exec(query.trim()) ?? []
  if (digits === undefined || componentId === null) return null
  const number = digits.padStart(6, '0')
  const row = known?.find(({ rule_id: one }) => one === number)
  if (known && !row) return null
  const words = row?.displayed_name ?? `Requirement ${number}`
  const about = row?.title ?? 'of this component'
  return {
    title: 'Requirement',
    commands: [
      { id: `/components/${componentId}/${row?.displayed_name ?? number}`, words, about, icon: 'pen' },
    ],
  }
}

/** The pages whose name has the words; `#7` is comment 7. */
export function pagesFor(query: string, pages: readonly Command[]): CommandGroup {
  const [, comment] = /^#(\d+)$/.exec(query.trim()) ?? []
  if (comment !== undefined) {
    return {
      title: 'Comment',
      commands: [{ id: `/reviews/${comment}`, words: `Comment ${comment}`, icon: 'reply' }],
    }
  }
  const words = query.trim().toLowerCase()
  return { title: 'Pages', commands: pages.filter((page) => page.words.toLowerCase().includes(words)) }
}

/** Hits of one kind; an id is an address, and `search` what stands in its query. */
export interface FoundGroup {
  title: string
  commands: readonly (Command & { search?: Record<string, string> })[]
}

/** What the service found, as groups of commands whose ids are addresses. */
export function foundGroups(found: Outputs['search']['global']): FoundGroup[] {
  return [
    {
      title: 'Projects',
      commands: found.projects.map(({ id, name }) => ({
        id: `/projects/${id}`,
        words: name,
        icon: 'folder',
      })),
    },
    {
      title: 'Components',
      commands: found.components.map(({ id, name, version, release, project_name }) => ({
        id: `/components/${id}`,
        words: name,
        about: [version === null ? '' : `V${version}R${release ?? 0}`, project_name].join(' '),
        icon: 'sheets',
      })),
    },
    {
      title: 'Requirements',
      commands: found.rules.map(({ component_id, component_prefix, rule_id, title }) => ({
        id: `/components/${component_id}/${component_prefix}-${rule_id}`,
        words: `${component_prefix}-${rule_id}`,
        about: title ?? '',
        icon: 'pen',
      })),
    },
    {
      title: 'SRGs',
      commands: found.srgs.map(({ id, title, version }) => ({
        id: `/srgs/${id}`,
        words: title,
        about: version,
        icon: 'shield',
      })),
    },
    {
      title: 'STIGs',
      commands: found.stigs.map(({ id, title, version }) => ({
        id: `/stigs/${id}`,
        words: title,
        about: version,
        icon: 'shield',
      })),
    },
  ]
}
