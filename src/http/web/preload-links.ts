import { WEB_ROOT } from '../../config/web-root.ts'
import { FIRST_COMMENTS, FIRST_REQUIREMENTS } from '../../vocabulary.ts'
import type { PageFiles } from './static-files.ts'

/** The requests of a batch, in the order in which the page makes them. */
type Batch = readonly (readonly [operation: string, input: object | null])[]

const SESSION: Batch = [
  ['sessions.me', null],
  ['system.settings', null],
]

/** The first requests of pages, in the order in which `load` of their routes makes them. */
const FIRST_REQUESTS: readonly { page: RegExp; list: (id: number, item: number | null) => Batch }[] = [
  {
    page: /^\/app\/?(?:\?|$)/,
    list: () => [
      ['projects.list', {}],
      ['system.navigation', null],
      ['watches.list', null],
    ],
  },
  {
    page: /^\/app\/projects\/([1-9]\d{0,8})(?:\?|$)/,
    list: (id) => [['projects.show', { id }]],
  },
  {
    page: /^\/app\/reviews\/([1-9]\d{0,8})(?:\?|$)/,
    list: (id) => [['reviews.get', { reviewId: id }]],
  },
  {
    page: /^\/app\/components\/([1-9]\d{0,8})(?:\?|$)/,
    list: (id) => [
      ['components.summary', { id }],
      ['components.header', { id }],
      ['components.lastRebase', { id }],
      ['components.workflowState', { id }],
      ['components.stats', { id }],
      ['reviews.componentTriageSummary', { id }],
    ],
  },
  {
    page: /^\/app\/components\/([1-9]\d{0,8})\/rebase(?:\?|$)/,
    list: (id) => [
      ['components.summary', { id }],
      ['components.header', { id }],
      ['srgs.list', {}],
      ['components.lastRebase', { id }],
      ['components.workflowState', { id }],
    ],
  },
  {
    page: /^\/app\/components\/([1-9]\d{0,8})\/(?:edit|comments)$/,
    list: (id) => listEditorRequests(id, 1),
  },
  {
    // The editor, by displayed name or number.
    page: /^\/app\/components\/([1-9]\d{0,8})\/(?:[^/?]*\D)?(\d{1,6})(?:\?|$)/,
    list: (id, number) => listEditorRequests(id, Math.max(1, Math.ceil((number ?? 1) / FIRST_REQUIREMENTS))),
  },
  {
    page: /^\/app\/components\/([1-9]\d{0,8})\/triage(?:\?comment=([1-9]\d{0,8}))?$/,
    list: (id, comment) => [
      ['components.summary', { id }],
      ['components.workflowState', { id }],
      ['reviews.componentTriageSummary', { id }],
      ['reviews.ofComponent', { componentId: id, ...FIRST_COMMENTS }],
      ...toReviewRequest(comment),
    ],
  },
  {
    page: /^\/app\/projects\/([1-9]\d{0,8})\/triage(?:\?comment=([1-9]\d{0,8}))?$/,
    list: (id, comment) => [
      ['projects.show', { id }],
      ['reviews.projectTriageSummary', { id }],
      ['reviews.ofProject', { projectId: id, ...FIRST_COMMENTS }],
      ...toReviewRequest(comment),
    ],
  },
]

/**
 * Returns the URLs that the page at a path with its query requests first, so that the browser preloads them with its
 * scripts. They must match the client's URLs exactly: a URL that differs is requested twice.
 */
export function listPreloadUrls(address: string): string[] {
  const batches = FIRST_REQUESTS.flatMap(({ page, list }) => {
    const match = page.exec(address)
    if (!match) return []
    const [, id, item] = match
    return [list(Number(id), item === undefined ? null : Number(item))]
  })
  return [SESSION, ...batches].map(toBatchUrl)
}

/** The component and a page of its requirements. */
function listEditorRequests(id: number, page: number): Batch {
  return [
    ['components.summary', { id }],
    ['components.workflowState', { id }],
    ['rules.picker', { componentId: id, page, per_page: FIRST_REQUIREMENTS }],
  ]
}

/** The selected comment, whose requirement is shown with the first comments. */
function toReviewRequest(reviewId: number | null): Batch {
  return reviewId === null ? [] : [['reviews.get', { reviewId }]]
}

function toBatchUrl(batch: Batch): string {
  const inputs = Object.fromEntries(
    batch.flatMap(([, input], index) => (input === null ? [] : [[index, input]])),
  )
  const operations = batch.map(([operation]) => operation).join(',')
  return `/trpc/${operations}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`
}

/** Adds preload links to a page: its first requests, and the extra scripts of its route. */
export function addPreloadLinks(
  html: string,
  { pathname: path, search }: Pick<URL, 'pathname' | 'search'>,
  pages: readonly PageFiles[],
): string {
  const links = listPreloadUrls(path + search).map(
    (address) =>
      `<link rel="preload" as="fetch" crossorigin="anonymous" href="${address.replaceAll('&', '&amp;')}" />`,
  )
  const scripts = findScripts(path, pages).map(
    (file) => `<link rel="modulepreload" crossorigin href="${WEB_ROOT}/${file}" />`,
  )
  return html
    .replace('</title>', `</title>${links.join('')}`)
    .replace('</head>', `${scripts.join('')}</head>`)
}

/** Finds the scripts of the page at a path; the route with the fewest parameters wins. */
function findScripts(path: string, pages: readonly PageFiles[]): readonly string[] {
  const parts = path.slice(WEB_ROOT.length).split('/').filter(Boolean)
  const matches = pages
    .map(({ path: pattern, files }) => ({ segments: pattern.split('/').filter(Boolean), files }))
    .filter(
      ({ segments }) =>
        segments.length === parts.length &&
        segments.every((part, index) => part.startsWith('$') || part === parts[index]),
    )
  const countParameters = ({ segments }: { segments: string[] }) =>
    segments.filter((part) => part.startsWith('$')).length
  return matches.toSorted((a, b) => countParameters(a) - countParameters(b))[0]?.files ?? []
}
