import { WEB_ROOT } from '../../config/web-root.ts'
import { FIRST_REQUIREMENTS } from '../../vocabulary.ts'
import type { PageFiles } from './static-files.ts'

/**
 * The addresses from which the page at a path reads first, as its client writes them. Named in the page, they travel
 * beside its code; one that the client writes otherwise is asked for twice.
 */
export function earlyAddresses(path: string): string[] {
  const person = batchOf(['sessions.me', 'system.settings'], {})
  const id = /^\/app\/components\/([1-9]\d{0,8})\/edit$/.exec(path)?.[1]
  if (id === undefined) return [person]
  const of = { id: Number(id) }
  const portion = { componentId: of.id, page: 1, per_page: FIRST_REQUIREMENTS }
  const table = ['components.summary', 'components.workflowState', 'rules.picker']
  return [person, batchOf(table, { 0: of, 1: of, 2: portion })]
}

function batchOf(operations: readonly string[], inputs: Record<number, unknown>): string {
  return `/trpc/${operations.join(',')}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`
}

/** A page that names what it reads first, and the scripts that it needs beside those of every page. */
export function withEarly(html: string, path: string, pages: readonly PageFiles[]): string {
  const links = earlyAddresses(path).map(
    (address) =>
      `<link rel="preload" as="fetch" crossorigin="anonymous" href="${address.replaceAll('&', '&amp;')}" />`,
  )
  const scripts = scriptsOf(path, pages).map(
    (file) => `<link rel="modulepreload" crossorigin href="${WEB_ROOT}/${file}" />`,
  )
  return html
    .replace('</title>', `</title>${links.join('')}`)
    .replace('</head>', `${scripts.join('')}</head>`)
}

/** The scripts of the page at a path; of several that fit, the one that names most of it. */
function scriptsOf(path: string, pages: readonly PageFiles[]): readonly string[] {
  const parts = path.slice(WEB_ROOT.length).split('/').filter(Boolean)
  const fitting = pages
    .map(({ path: pattern, files }) => ({ wanted: pattern.split('/').filter(Boolean), files }))
    .filter(
      ({ wanted }) =>
        wanted.length === parts.length &&
        wanted.every((part, at) => part.startsWith('$') || part === parts[at]),
    )
  const open = ({ wanted }: { wanted: string[] }) => wanted.filter((part) => part.startsWith('$')).length
  return fitting.toSorted((a, b) => open(a) - open(b))[0]?.files ?? []
}
