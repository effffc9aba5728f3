import { PROJECT_ROLES, type Role } from '../../../src/vocabulary.ts'
import { t } from '../../languages/t.ts'

/** The rights of each role; a role includes those before it. */
export const ROLE_LABELS: Record<Role, string> = {
  viewer: t('Viewer: reads and comments'),
  author: t('Author: writes and triages'),
  reviewer: t('Reviewer: approves and locks'),
  admin: t('Admin: runs the project'),
}

/** The name of each role. */
export const ROLE_NAMES: Record<Role, string> = {
  viewer: t('Viewer'),
  author: t('Author'),
  reviewer: t('Reviewer'),
  admin: t('Admin'),
}

/** Options with only the name of each role. */
export const SHORT_ROLES = PROJECT_ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))

/** Says which role a person has now. */
export function describeRole(name: string, role: Role): string {
  return t('{name} now has the role {role}.', { name, role: ROLE_NAMES[role] })
}

export const ROLE_OPTIONS = PROJECT_ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))
