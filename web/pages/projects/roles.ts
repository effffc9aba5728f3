import { PROJECT_ROLES, type Role } from '../../../src/vocabulary.ts'
import { t } from '../../languages/t.ts'

/** What each role allows; a role includes those before it. */
export const ROLE_WORDS: Record<Role, string> = {
  viewer: t('Viewer: reads and comments'),
  author: t('Author: writes and triages'),
  reviewer: t('Reviewer: approves and locks'),
  admin: t('Admin: runs the project'),
}

/** The role alone, where there is little room. */
export const SHORT_ROLES = PROJECT_ROLES.map((value) => ({
  value,
  words: value.charAt(0).toUpperCase() + value.slice(1),
}))

export const ROLE_OPTIONS = PROJECT_ROLES.map((value) => ({ value, words: ROLE_WORDS[value] }))
