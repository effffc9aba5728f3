import { sql } from 'kysely'
import { isoTime } from '../../src/database/fragments/iso-time.ts'
import type { ComponentDocument } from '../../src/formats/document/blocks.ts'
import {
  buildComponentDocument,
  type CoverSource,
  type DocumentSource,
} from '../../src/formats/document/content.ts'
import { renderDocx } from '../../src/formats/document/docx/write.ts'
import { renderHtml } from '../../src/formats/document/html.ts'
import { renderPdf } from '../../src/formats/document/pdf/write.ts'
import type { ListedRule } from '../../src/formats/document/requirement.ts'
import { toComponentStem } from '../../src/formats/exported/file-names.ts'
import type { ExportedComponent, RuleName } from '../../src/formats/exported/types.ts'
import type { FileResponse } from '../../src/procedures/schemas/file-response.ts'
import { listCommentsByRule } from './dispositions.ts'
import type { ExportRequest } from './export-request.ts'
import { streamRulesByComponent, type ComponentRules } from './exported-rules.ts'
import { findNewestChange, packFiles } from './packing.ts'
import { runWhenFree } from './run-when-free.ts'

interface PrintedForm {
  ending: string
  type: string
  chunks: (document: ComponentDocument, request: ExportRequest) => FileResponse['chunks']
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Printable documents, by type (rule C-79). */
export const printedExport = {
  html: createPrintedExport({ ending: 'html', type: 'text/html; charset=utf-8', chunks: renderHtml }),
  docx: createPrintedExport({ ending: 'docx', type: DOCX, chunks: renderDocx }),
  pdf: createPrintedExport({
    ending: 'pdf',
    type: 'application/pdf',
    chunks: (document, { workers }) =>
      renderPdf(document, {
        layOut: (part) => runWhenFree(() => workers.run('layOutDocument', part)),
        embedFonts: (used) => runWhenFree(() => workers.run('embedDocumentFonts', used)),
      }),
  }),
}

function createPrintedExport(form: PrintedForm): (request: ExportRequest) => Promise<FileResponse> {
  return async (request) => {
    const each = await streamRulesByComponent(
      request.db,
      request.components,
      () => ({
        statuses: 'all',
        withoutChildren: request.options.exclude_satisfied_by,
        order: 'canonical',
      }),
      request.progress,
    )
    const files = each.map((rules) => ({
      filename: `${toComponentStem(rules.component)}.${form.ending}`,
      contentType: form.type,
      chunks: writeContent(request, rules, form),
    }))
    return packFiles(files, `${request.title}-${form.ending}`, findNewestChange(request))
  }
}

/** Reads data of a component when its file begins. */
async function* writeContent(
  request: ExportRequest,
  { component, names, rules }: ComponentRules,
  form: PrintedForm,
): AsyncGenerator<Uint8Array | string> {
  const listed = await readListedRules(request, component)
  const document = buildComponentDocument({
    component,
    cover: await readCover(request, component),
    names: names.flatMap((name) => {
      const rule = listed.get(name.id)
      return rule ? [{ ...name, ...rule }] : []
    }),
    rules,
    comments: await readComments(request, component, names),
  })
  yield* form.chunks(document, request)
}

/** Reads what the table of contents and the introduction show: severity, status and the beginning of each title. */
async function readListedRules(
  { db }: ExportRequest,
  { id }: ExportedComponent,
): Promise<ReadonlyMap<number, Omit<ListedRule, keyof RuleName>>> {
  const { rows } =
    await sql<ListedRule>`select r.id, left(r.title, 200) as title, r.rule_severity as severity, r.status
    from rules r where r.component_id = ${id} and r.deleted_at is null`.execute(db)
  return new Map(rows.map(({ id: ruleId, ...rule }) => [ruleId, rule]))
}

/** Every document has the marking, even if the reader can't see other metadata. */
async function readCover({ db, marking }: ExportRequest, { id }: ExportedComponent): Promise<CoverSource> {
  const { rows } = await sql<CoverSource>`select
      coalesce(${markingSql('c')}, ${markingSql('p')}) as marking, ${isoTime<string | null>('c.released_at')} as "releasedAt",
      (select coalesce(json_agg(concat_ws(' ', s.title, s.version) order by s.srg_id, s.version), '[]')
        from component_sources k join srgs s on s.id = k.srg_id where k.component_id = c.id) as srgs
    from components c join projects p on p.id = c.project_id where c.id = ${id}`.execute(db)
  const [cover = { marking: null, releasedAt: null, srgs: [] }] = rows
  return { ...cover, marking: cover.marking ?? marking }
}

/** Metadata keys of the classification marking, ignoring case; the first match is used. */
const MARKING_KEYS = ['classification', 'classification marking', 'marking']

function markingSql(table: 'c' | 'p') {
  return sql<
    string | null
  >`(select nullif(trim(value), '') from jsonb_each_text(${sql.ref(`${table}.metadata`)})
    where lower(key) = any (${sql.val(MARKING_KEYS)}::text[]) and trim(value) <> ''
    order by array_position(${sql.val(MARKING_KEYS)}::text[], lower(key)), key limit 1)`
}

function readComments(
  { db, options, permissions, progress }: ExportRequest,
  component: ExportedComponent,
  names: ComponentRules['names'],
): Promise<DocumentSource['comments']> | null {
  if (!options.include_comments || !permissions.comments) return null
  return listCommentsByRule(db, component, { names, status: options.triage_status, progress })
}
