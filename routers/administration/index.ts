import { check, checks } from './checks.ts'
import { jobs } from './jobs.ts'
import { settings } from './settings.ts'

/** The running service, for system administrators (rule A-73). */
export const administration = { check, checks, jobs, settings }
