/** The namespaces of XCCDF 1.1 and 1.2. */

export const XCCDF_NAMESPACES = [
  'http://checklists.nist.gov/xccdf/1.1',
  'http://checklists.nist.gov/xccdf/1.2',
]
export const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/'

const splitNames = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Elements that are read, by parent. Others are not stored in memory. */
export const READ = new Map<string, ReadonlySet<string>>([
  ['Benchmark', splitNames('status title description version plain-text Value Group Rule')],
  ['Group', splitNames('title description Value Group Rule')],
  ['Rule', splitNames('version title status ident fixtext fix check complex-check description reference')],
  ['check', splitNames('check-content-ref check-content')],
  ['complex-check', splitNames('complex-check check')],
  ['Value', splitNames('value')],
])

/** Elements without information about requirements; the stored document retains them. */
const WITHOUT_REQUIREMENTS = splitNames(
  'notice front-matter rear-matter reference platform platform-definitions Platform-Specification cpe-list metadata model Profile TestResult signature dc-status',
)

/** Ignored elements of requirements that XCCDF defines. */
const IGNORED_IN_REQUIREMENTS = splitNames(
  'status version warning question reference metadata rationale platform requires conflicts impact-metric profile-note signature dc-status',
)

/** How an unread element is treated: silently skipped, skipped with a warning, or unknown. */
export function classifyUnread(parent: string, name: string): 'silent' | 'known' | 'unknown' {
  if (parent === 'Benchmark' && WITHOUT_REQUIREMENTS.has(name)) return 'silent'
  if (parent === 'Value') return 'silent'
  if ((parent === 'Group' || parent === 'Rule') && IGNORED_IN_REQUIREMENTS.has(name)) return 'known'
  if (parent === 'check' && (name === 'check-import' || name === 'check-export')) return 'known'
  return 'unknown'
}

/** Whether an element of this name is a requirement or contains some. */
export const isRequirement = (name: string): boolean => /^(rule|group)$/i.test(name)
