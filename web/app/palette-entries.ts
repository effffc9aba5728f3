import { formatRequirementName, type Role } from '../../src/vocabulary.ts'
import type { Outputs } from '../api/client.ts'
import type { Command, CommandGroup } from '../kit/command-list.tsx'
import { t } from '../languages/t.ts'
import { ROLE_NAMES } from '../pages/projects/roles.ts'
import { hasInLabel, matchEntries, type PageCommand } from './palette-match.ts'

/** Returns the pages whose name matches the words; null if there are none. */
export function findPageCommands(
  query: string,
  title: string,
  pages: readonly PageCommand[],
): CommandGroup | null {
  const commands = matchEntries(query, pages)
  return commands.length === 0 ? null : { title, commands }
}

/** Puts the groups with a command that has the words in its label before those that only keywords match. */
export function sortLabelsFirst(query: string, groups: readonly (CommandGroup | null)[]): CommandGroup[] {
  const present = groups.filter((group) => group !== null)
  const isInLabel = ({ commands }: CommandGroup) => commands.some((command) => hasInLabel(query, command))
  return [...present.filter(isInLabel), ...present.filter((group) => !isInLabel(group))]
}

/** Returns a command for the control or CCI that the query names, such as `AC-10` or `CCI-000054`; null for other words. */
export function findNamedControl(query: string): CommandGroup | null {
  const name = query.trim().toUpperCase()
  if (!CONTROL_NAME.test(name)) return null
  return toControlGroup([{ name, description: t('requirements that implement it') }])
}

/** Converts controls and CCIs whose texts contain the words to commands; null if there are none. */
export function toControlCommands(found: Outputs['search']['controls'] | undefined): CommandGroup | null {
  return toControlGroup([
    ...(found?.controls ?? []).map(({ control, title }) => ({ name: control, description: title })),
    ...(found?.ccis ?? []).map(({ cci, excerpt }) => ({ name: cci, description: excerpt })),
  ])
}

function toControlGroup(entries: readonly { name: string; description: string }[]): CommandGroup | null {
  if (entries.length === 0) return null
  const commands = entries.slice(0, MAX_CONTROLS).map(({ name, description }): Command => ({
    id: `/controls?q=${encodeURIComponent(name)}`,
    label: name,
    description,
    icon: 'shield',
  }))
  return { title: t('Controls'), commands }
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
  return commands.length === 0 ? null : { title: t('Recent'), commands: commands.slice(0, MAX_RECENT) }
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
    .slice(0, MAX_PEOPLE)
    .map(({ id, name, role }): Command => ({
      id: `/projects/${project.id}/members?q=${encodeURIComponent(name)}#${id}`,
      label: name,
      description: ROLE_NAMES[role],
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
      description: rule === null ? component_name : `${name} · ${component_name}`,
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
  return [...comments.filter(isHere), ...others].slice(0, MAX_COMMENTS)
}

/** Makes ids of commands unique, because a recent page may be in another group too. */
export const RECENT = 'recent:'
const MAX_RECENT = 5
const MAX_PEOPLE = 6
const MAX_CONTROLS = 6
const CONTROL_NAME = /^([A-Z]{2}-\d{1,2}(\s?\(\d+\))?|CCI-\d{1,6})$/
const MAX_COMMENTS = 6

/** The properties of a requirement that the palette shows. */
interface RequirementLabel {
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
  known: readonly RequirementLabel[] | undefined,
): CommandGroup | null {
  const [digits] = /^\d{1,6}$/.exec(query.trim()) ?? []
  if (digits === undefined || componentId === null) return null
  const number = digits.padStart(6, '0')
  const row = known?.find(({ rule_id: ruleNumber }) => ruleNumber === number)
  if (known && !row) return null
  const label = row?.displayed_name ?? t('Requirement {number}', { number })
  const detail = row?.title ?? t('of this component')
  return {
    title: t('Requirement'),
    commands: [
      {
        id: `/components/${componentId}/${row?.displayed_name ?? number}`,
        label,
        description: detail,
        icon: 'pen',
      },
    ],
  }
}

/** Returns the comment of a number such as `#7`, with its text. */
export function toNumberedComment(id: number, text: string): CommandGroup {
  const label = t('Comment {comment}', { comment: id })
  return {
    title: t('Comment'),
    commands: [{ id: `/reviews/${id}`, label, description: text, icon: 'reply' }],
  }
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
        description: [version === null ? '' : `V${version}R${release ?? 0}`, project_name ?? ''].join(' '),
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
          description: title ?? '',
          icon: 'pen',
        }
      }),
    },
    {
      title: 'SRGs',
      commands: groups.srgs.map(({ id, title, version }) => ({
        id: `/srgs/${id}`,
        label: title,
        description: version,
        icon: 'shield',
      })),
    },
    {
      title: 'STIGs',
      commands: groups.stigs.map(({ id, title, version }) => ({
        id: `/stigs/${id}`,
        label: title,
        description: version,
        icon: 'shield',
      })),
    },
  ]
}
