import { roleAtLeast, type Role } from '../../src/vocabulary.ts'

/** The minimum role that each page of a component is useful for; null for every reader. */
const COMPONENT_PAGE_ROLES: Record<string, Role | null> = {
  '': null,
  '/edit': null,
  '/comments': null,
  '/triage': 'author',
  '/readiness': 'viewer',
  '/history': 'viewer',
  '/copy': 'admin',
  '/deleted': 'author',
  '/settings': 'author',
}
const PROJECT_PAGE_ROLES: Record<string, Role | null> = {
  '': null,
  '/triage': 'author',
  '/members': 'viewer',
  '/templates': 'viewer',
  '/activity': 'viewer',
  '/components/new': 'admin',
  '/settings': 'admin',
}

/** Returns the minimum role of a page of a component or project, such as `/triage`; null for every reader. */
export function findMinRole(noun: 'components' | 'projects', page: string): Role | null {
  const roles = noun === 'components' ? COMPONENT_PAGE_ROLES : PROJECT_PAGE_ROLES
  return roles[page] ?? null
}

export const isForRole = (minRole: Role | null, role: Role | null): boolean =>
  minRole === null || roleAtLeast(role, minRole)
