import { check, checks } from './checks.ts'
import { jobs } from './jobs.ts'
import { settings } from './settings.ts'

/** What system administrators see of the running service (rule A-73). */
export const administration = { check, checks, jobs, settings }
