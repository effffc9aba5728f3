import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, queryClient } from '../api/client.ts'
import { createCurrentUserQuery } from '../api/me.ts'
import { CommandList, type CommandGroup } from '../kit/command-list.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Keys } from '../kit/kbd.tsx'
import { t } from '../languages/t.ts'
import { createAllRequirementsQuery } from '../pages/authoring/requirements.ts'
import { findKeyEntry, type Action } from './keys.ts'
import { toReturnPath } from './page-list.ts'
import {
  sortCommentsOfProjectFirst,
  toCommentCommands,
  toNumberedComment,
  findNamedControl,
  toCommandGroups,
  toControlCommands,
  findPeople,
  findPageCommands,
  RECENT,
  listRecentPages,
  findRequirement,
  sortLabelsFirst,
} from './palette-entries.ts'
import { matchEntries, parseCommentNumber } from './palette-match.ts'
import { ACTION_KEYWORDS, listPages } from './palette-pages.ts'
import { listRecordPages, type RecordAccess } from './palette-record-pages.ts'
import { listVisitedPages } from './recent-pages.ts'
import { parseComponentId, parseProjectId } from './record-in-address.ts'
import { toSearchable } from './search.ts'
import { perform, useBoundActions } from './use-keys.ts'
import { usePages } from './use-pages.ts'

const DEBOUNCE_MS = 120
const MIN_QUERY_LENGTH = 2
const MAX_QUERY_LENGTH = 500
const ACTION_PREFIX = 'do:'

/** The command palette: pages, the actions of this page, and search results of the service (rule E-28). */
export default function Palette({
  query,
  onQuery,
  onClose,
}: {
  query: string
  onQuery: (query: string) => void
  onClose: () => void
}) {
  const router = useRouter()
  const { groups, isFetching } = useCommandGroups(query)
  const choose = (id: string) => {
    onClose()
    if (id.startsWith(ACTION_PREFIX)) {
      return void setTimeout(() => perform(id.slice(ACTION_PREFIX.length) as Action))
    }
    const path = id.startsWith(RECENT) ? id.slice(RECENT.length) : id
    router.history.push(`/app${path}`)
  }
  return (
    <Dialog title={t('Go anywhere')} isOpen onClose={onClose} wide>
      <CommandList
        label={t('Search, go to a page, run a command')}
        query={query}
        onQuery={onQuery}
        groups={groups}
        onChoose={choose}
        nothing={isFetching ? t('Searching') : t('Nothing found')}
      />
    </Dialog>
  )
}

/** All commands that match the typed text, in groups; only the comment for text such as `comment 12`. */
function useCommandGroups(query: string): { groups: CommandGroup[]; isFetching: boolean } {
  const commentNumber = parseCommentNumber(query)
  const numberedComment = useNumberedComment(commentNumber)
  const typed = commentNumber === null ? toSearchable(query.trim(), MAX_QUERY_LENGTH) : ''
  const searched = useDebouncedSearch(typed)
  const bound = useBoundActions()
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const path = useLocation({ select: ({ pathname }) => pathname })
  const currentPath = useLocation({ select: ({ href }) => toReturnPath(href) })
  const componentId = parseComponentId(path)
  const known =
    componentId === null
      ? undefined
      : queryClient.getQueryData(createAllRequirementsQuery(componentId).queryKey)
  const numbered = findRequirement(query, componentId, known)
  const records = useCurrentRecords(componentId, path)
  const found = useSearchResults(searched, records.component?.project_id ?? records.project?.id)
  const [component, project] = usePagesHere(query, records)
  const namedControl = findNamedControl(query)
  const searchGroups = [
    numbered,
    namedControl,
    ...sortLabelsFirst(query, [
      component ?? null,
      findActions(query, bound),
      project ?? null,
      listRecentPages(query, listVisitedPages(currentPath)),
      findPageCommands(query, t('Pages'), listPages(person)),
    ]),
    findPeople(query, records.project),
    ...found.groups,
    namedControl ? null : found.controls,
  ]
  const groups = (commentNumber === null ? searchGroups : [numberedComment.group]).filter(
    (group): group is CommandGroup => (group?.commands.length ?? 0) > 0,
  )
  const isFetching = found.isFetching || numberedComment.isFetching
  // The search for the last characters starts after a pause.
  return { groups, isFetching: isFetching || (typed !== searched && typed.length >= MIN_QUERY_LENGTH) }
}

/** The actions of this page's keys that match the typed text. */
function findActions(query: string, bound: readonly Action[]): CommandGroup {
  const actions = bound
    .filter((action) => action !== 'palette')
    .map((action) => ({
      id: `${ACTION_PREFIX}${action}`,
      label: capitalize(findKeyEntry(action).does),
      keywords: ACTION_KEYWORDS[action] ?? '',
      end: <Keys action={action} />,
    }))
  return { title: t('On this page'), commands: matchEntries(query, actions) }
}

/** The comment with the typed number, if it exists and the user may read it. */
function useNumberedComment(id: number | null): { group: CommandGroup | null; isFetching: boolean } {
  const { data, isFetching } = useQuery({
    ...api.reviews.get.queryOptions({ reviewId: id ?? 0 }),
    enabled: id !== null,
    retry: false,
  })
  const group = id === null || !data ? null : toNumberedComment(id, data.review.comment)
  return { group, isFetching }
}

/** The component and the project of the current page, if the user may read them. */
function useCurrentRecords(componentId: number | null, path: string) {
  const { data: component } = useQuery({
    ...api.components.summary.queryOptions({ id: componentId ?? 0 }),
    enabled: componentId !== null,
  })
  const isMember =
    componentId === null || (component !== undefined && component.effective_permissions !== null)
  const projectId = parseProjectId(path) ?? component?.project_id
  const { data: project } = useQuery({
    ...api.projects.show.queryOptions({ id: projectId ?? 0 }),
    enabled: projectId !== undefined && isMember,
  })
  return { component, project }
}

type CurrentRecords = ReturnType<typeof useCurrentRecords>

/** The pages of the component and of the project that are useful for the user's role. */
function usePagesHere(query: string, { component, project }: CurrentRecords): (CommandGroup | null)[] {
  const exists = usePages()
  const listPagesIn = (
    noun: RecordAccess['noun'],
    record: { id: number; effective_permissions: RecordAccess['role'] },
  ) => listRecordPages({ noun, id: record.id, role: record.effective_permissions }, exists)
  return [
    component
      ? findPageCommands(query, t('Pages of the component'), listPagesIn('components', component))
      : null,
    project ? findPageCommands(query, t('Pages of the project'), listPagesIn('projects', project)) : null,
  ]
}

/**
 * The results of the service: comments, of the current project first, records, and controls. They appear together and
 * below everything else, so that no entry moves while the user reaches for it.
 */
function useSearchResults(searched: string, projectId: number | undefined) {
  const enabled = searched.length >= MIN_QUERY_LENGTH
  const comments = useQuery({ ...api.search.comments.queryOptions({ q: searched, limit: 20 }), enabled })
  const records = useQuery({ ...api.search.global.queryOptions({ q: searched, limit: 6 }), enabled })
  const controls = useQuery({ ...api.search.controls.queryOptions({ q: searched, limit: 6 }), enabled })
  const isComplete = [comments, records, controls].every((search) => !search.isLoading)
  const groups = [
    toCommentCommands(sortCommentsOfProjectFirst(comments.data?.comments ?? [], projectId)),
    ...(records.data ? toCommandGroups(records.data) : []),
  ]
  return {
    groups: isComplete ? groups : [],
    controls: isComplete ? toControlCommands(controls.data) : null,
    isFetching: [comments, records, controls].some((search) => search.isFetching),
  }
}

/** Returns the text once the user stops typing for a moment. */
function useDebouncedSearch(text: string): string {
  const [slow, setSlow] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return slow
}

function capitalize(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1)
}
