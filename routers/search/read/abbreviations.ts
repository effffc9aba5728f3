import { sql } from 'kysely'
import type { Queries } from '../../../src/database/database.ts'
import { type OwnAbbreviation, readPrerequisites } from './prepare-search.ts'

/** Built-in abbreviations that search also expands (rule C-67); the table adds more. */
const BUILT_IN: Record<string, string> = {
  ac: 'Applicable - Configurable',
  adnm: 'Applicable - Does Not Meet',
  aim: 'Applicable - Inherently Meets',
  aks: 'Azure Kubernetes Service',
  cci: 'Control Correlation Identifier',
  db: 'Database',
  dns: 'Domain Name System',
  fips: 'Federal Information Processing Standards',
  gpos: 'General Purpose Operating System',
  iis: 'Internet Information Services',
  k8s: 'Kubernetes',
  mfa: 'multifactor authentication',
  mssql: 'SQL Server',
  na: 'Not Applicable',
  nyd: 'Not Yet Determined',
  os: 'Operating System',
  pg: 'PostgreSQL',
  pgsql: 'PostgreSQL',
  rhel: 'Red Hat Enterprise Linux',
  sles: 'SUSE Linux Enterprise Server',
  srg: 'Security Requirements Guide',
  stig: 'Security Technical Implementation Guide',
  ws: 'Windows Server',
}

/** Returns a text and the expansions of its abbreviations, text first, without duplicates. */
export type Expander = (text: string) => string[]

/** Creates the expansion function from built-in and custom abbreviations. */
export function createExpander(abbreviations: OwnAbbreviation[]): Expander {
  return (text) => {
    const words = splitWords(text)
    const builtIn = words.flatMap((word) => (Object.hasOwn(BUILT_IN, word) ? (BUILT_IN[word] ?? []) : []))
    const added = abbreviations.filter(({ word }) => words.includes(word)).map(({ expansion }) => expansion)
    return [...new Set([text, ...builtIn, ...added])]
  }
}

/** Returns the query and the expansions of its abbreviations, query first, without duplicates. */
export async function expandQuery(db: Queries, query: string): Promise<string[]> {
  const { abbreviations } = await readPrerequisites(db, splitWords(query))
  return createExpander(abbreviations)(query)
}

/** Splits a text into lowercase words. */
export function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/**
 * SQL condition: a column matches one of the LIKE patterns, ignoring case. The patterns are opaque parameters, because
 * no index helps, and the planner would misjudge short ones and plan each text again.
 */
export function containsAny(columns: string[], patterns: string[]) {
  const patternArray = sql`array[${sql.join(patterns.map((pattern) => sql`${pattern}::text`))}]`
  const opaquePatterns = sql`array(select unnest(${patternArray}))`
  const haystack = sql`lower(concat_ws(chr(10), ${sql.join(columns.map((column) => sql.ref(column)))}))`
  return sql<boolean>`${haystack} like any (${opaquePatterns})`
}
