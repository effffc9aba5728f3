import { z } from 'zod'

/**
 * Whether an import links people to accounts by verified email; for system administrators only (rule E-44).
 */
export const attributeToAccounts = z.boolean().default(false)
