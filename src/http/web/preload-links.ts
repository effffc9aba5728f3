import { WEB_ROOT } from '../../config/web-root.ts'
import { FIRST_REQUIREMENTS } from '../../vocabulary.ts'
import type { PageFiles } from './static-files.ts'

/**
 * Returns the URLs that the page at a path requests first, so that the browser preloads them with its scripts.
 * They must match the client's URLs exactly: a URL that differs is requested twice.
 */
export function listPreloadUrls(path: string): string[] {
  const session = batchUrl(['sessions.me', 'system.settings'], {})
  const id = /^\/app\/components\/([1-9]\d{0,8})\/edit$/.exec(path)?.[1]
  if (id === undefined) return [session]
  const component = { id: Number(id) }
  const firstPage = { componentId: component.id, page: 1, per_page: FIRST_REQUIREMENTS }
  const table = ['components.summary', 'components.workflowState', 'rules.picker']
  return [session, batchUrl(table, { 0: component, 1: component, 2: firstPage })]
}

function batchUrl(operations: readonly string[], inputs: Record<number, unknown>): string {
  return `/trpc/${operations.join(',')}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`
}

/** Adds preload links to a page: its first requests, and the extra scripts of its route. */
export function addPreloadLinks(html: string, path: string, pages: readonly PageFiles[]): string {
  const links = listPreloadUrls(path).map(
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
