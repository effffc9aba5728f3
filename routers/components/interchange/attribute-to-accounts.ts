import { z } from 'zod'

/** Whether an import attributes people to the accounts of their verified addresses; for system administrators (rule E-44). */
export const attributeToAccounts = z.boolean().default(false)
