import { sql } from 'kysely'
import type { Queries } from '../../../src/database.ts'
import { containing } from '../../../src/database/containing.ts'

/** Short forms of the field that search reads as their expansions too (rule C-67); the table adds more. */
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

/** A text and what its known abbreviations stand for, the text first, each once. */
export type Expand = (text: string) => string[]

/** Reads what the words of a query may stand for, in one query however many there are. */
export async function abbreviationsIn(db: Queries, query: string): Promise<Expand> {
  const words = wordsOf(query)
  const own = words.length === 0 ? [] : await ownAbbreviations(db, words)
  return (text) => {
    const asked = wordsOf(text)
    const builtIn = asked.flatMap((word) => (Object.hasOwn(BUILT_IN, word) ? (BUILT_IN[word] ?? []) : []))
    const added = own.filter(({ word }) => asked.includes(word)).map(({ expansion }) => expansion)
    return [...new Set([text, ...builtIn, ...added])]
  }
}

/** The query and what its known abbreviations stand for, the query first, each once. */
export async function expansionsOf(db: Queries, query: string): Promise<string[]> {
  return (await abbreviationsIn(db, query))(query)
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

function ownAbbreviations(db: Queries, words: string[]): Promise<{ word: string; expansion: string }[]> {
  return db
    .selectFrom('search_abbreviations')
    .select([sql<string>`lower(abbreviation)`.as('word'), 'expansion'])
    .where(sql<string>`lower(abbreviation)`, 'in', words)
    .orderBy('id')
    .execute()
}

/** Whether any of the columns contains any of the texts, in any case. */
export function containsAny(columns: string[], texts: string[]) {
  const patterns = sql`array[${sql.join(texts.map((text) => sql`${containing(text)}::text`))}]`
  const haystack = sql`lower(concat_ws(chr(10), ${sql.join(columns.map((column) => sql.ref(column)))}))`
  return sql<boolean>`${haystack} like any (${patterns})`
}
