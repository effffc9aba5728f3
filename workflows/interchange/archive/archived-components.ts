import { sql } from 'kysely'
import { knownProjectName } from '../../../src/auth/access/membership-sql.ts'
import type { Queries } from '../../../src/database/database.ts'
import { isoTime } from '../../../src/database/fragments/iso-time.ts'
import type { ArchiveRequest } from './archive-request.ts'
import { streamArchivedReviews } from './archived-reviews.ts'

interface Source {
  srg_id: string
  title: string
  version: string
}

/** component.json without the comments on the component itself. */
export interface ArchivedFile {
  name: string
  prefix: string
  version: number | null
  release: number | null
  based_on: Source
  source_srgs: Source[]
}

export interface ArchivedComponent {
  id: number
  ruleCount: number
  documentType: 'stig' | 'srg'
  hasProfileFiles: boolean
  file: ArchivedFile
}

/**
 * Reads an archive's components by name, version and release. Vulcan picks the first folder that starts with
 * the name, so "A" must come before "A B".
 */
export async function listComponentsToArchive(
  db: Queries,
  { componentIds: ids, caller }: Pick<ArchiveRequest, 'componentIds' | 'caller'>,
): Promise<ArchivedComponent[]> {
  const { rows } = await sql<ArchivedComponent>`select c.id, c.document_type as "documentType",
      (select count(*)::integer from rules r where r.component_id = c.id and r.deleted_at is null) as "ruleCount",
      exists (select from inspec_profile_files i where i.component_id = c.id) as "hasProfileFiles",
      (select row_to_json(f) from (select c.name, c.prefix, c.version, c.release, c.title, c.description, c.released,
        ${isoTime('c.released_at')} as released_at, c.admin_name, c.admin_email, c.advanced_fields, c.document_type,
        c.comment_phase, c.closed_reason, ${isoTime('c.comment_period_starts_at')} as comment_period_starts_at,
        ${isoTime('c.comment_period_ends_at')} as comment_period_ends_at, ${isoTime('c.created_at')} as created_at,
        ${isoTime('c.updated_at')} as updated_at, c.next_rule_number, c.next_minted_sequence,
        json_build_object('srg_id', g.srg_id, 'title', g.title, 'version', g.version) as based_on,
        (select coalesce(json_agg(json_build_object('srg_id', s.srg_id, 'title', s.title, 'version', s.version)
            order by (s.id = g.id) desc, s.srg_id, s.version), '[]')
          from component_sources k join srgs s on s.id = k.srg_id where k.component_id = c.id) as source_srgs,
        (select json_build_object('name', o.name, 'prefix', o.prefix, 'project_name', ${knownProjectName(caller, 'o')})
          from components o join projects p on p.id = o.project_id where o.id = c.component_id and o.released) as overlay_parent,
        c.metadata, c.readiness_policy,
        (select coalesce(json_agg(json_build_object('name', q.name, 'question_type', q.question_type, 'options', q.options) order by q.id), '[]')
          from additional_questions q where q.component_id = c.id) as additional_questions) f) as file
    from components c join srgs g on g.id = c.security_requirements_guide_id
    where c.id = any (${sql.val(ids)}::integer[])
    order by replace(c.name, ' ', '-') collate "C", c.name, c.version nulls first, c.release nulls first, c.id`.execute(
    db,
  )
  return rows
}

/**
 * Streams component.json; comments on the component itself are a custom last member and are read while
 * streaming.
 */
export async function* loadComponentText(
  db: Queries,
  { id, file }: ArchivedComponent,
  request: ArchiveRequest,
): AsyncGenerator<string> {
  const visible = request.forAdmin ? file : { ...file, admin_email: null }
  const members = JSON.stringify(visible, null, 2).replace(/\n}$/, '')
  yield `${members},\n  "component_reviews": [`
  let before = ''
  for await (const row of streamArchivedReviews(db, id, request, 'Component')) {
    yield `${before}\n${row}`
    before = ','
  }
  yield ']\n}\n'
}
