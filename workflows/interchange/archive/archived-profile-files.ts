import { sql } from 'kysely'
import type { Queries } from '../../../src/database/database.ts'
import { prefetchPages } from '../../../src/lib/prefetch.ts'

/** Files per query; a file has at most 2 MiB. */
const PAGE = 4

interface Row {
  id: number
  text: string
}

/** Streams the InSpec profile files as list elements, in stored order. */
export async function* listArchivedProfileFiles(db: Queries, componentId: number): AsyncGenerator<string> {
  const read = async (after: Row | null) => {
    const { rows } = await sql<Row>`select f.id, json_build_object('path', f.path,
        'content', replace(encode(f.content, 'base64'), chr(10), ''), 'parts', f.parts)::text as text
      from inspec_profile_files f where f.component_id = ${componentId} and f.id > ${after?.id ?? 0}
      order by f.id limit ${sql.lit(PAGE)}`.execute(db)
    return rows
  }
  for await (const { text } of prefetchPages(PAGE, read)) yield text
}
