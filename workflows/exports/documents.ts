import {
  type ChecklistGuide,
  type ChecklistRule,
  buildComponentChecklist,
  toChecklistRequirement,
} from '../../src/formats/exported/checklists/checklist.ts'
import { streamCkl } from '../../src/formats/exported/checklists/ckl.ts'
import { streamCklb } from '../../src/formats/exported/checklists/cklb.ts'
import { toComponentStem } from '../../src/formats/exported/file-names.ts'
import { streamInspecProfile } from '../../src/formats/exported/inspec-profile.ts'
import { mapAsync } from '../../src/formats/exported/json-pieces.ts'
import { streamMarkdownFolder } from '../../src/formats/exported/markdown.ts'
import { streamOscalCatalog, streamOscalComponent } from '../../src/formats/exported/oscal.ts'
import { streamReqif } from '../../src/formats/exported/reqif.ts'
import { streamXccdf } from '../../src/formats/exported/xccdf.ts'
import type { InspecSource } from '../../src/formats/inspec/inspec-control.ts'
import type { ZipEntry } from '../../src/formats/zip.ts'
import type { FileResponse } from '../../src/procedures/schemas/file-response.ts'
import type { ExportRequest } from './export-request.ts'
import {
  EXCHANGED_RULES,
  PUBLISHABLE_RULES,
  streamRulesByComponent,
  type ComponentRules,
  type RuleSelection,
} from './exported-rules.ts'
import { findNewestChange, packFiles, packFolders } from './packing.ts'
import { runWhenFree } from './run-when-free.ts'

/** Exports the published XCCDF; a document of profiles has its groups in creation order (rule C-72). */
export async function exportXccdf(request: ExportRequest): Promise<FileResponse> {
  const each = await streamRulesByComponent(
    request.db,
    request.components,
    ({ documentType }) => ({
      ...PUBLISHABLE_RULES,
      order: documentType === 'srg' ? 'made' : 'canonical',
    }),
    request.progress,
  )
  return toDocuments(request, each, {
    kind: 'xccdf',
    ending: 'xml',
    type: 'application/xml',
    pieces: ({ component, names, rules }) => streamXccdf(component, names, rules, request.now),
  })
}

/** Exports an InSpec profile, or a folder with one profile per component (rule C-51). */
export async function exportInspec(request: ExportRequest): Promise<FileResponse> {
  const allRules: RuleSelection = {
    statuses: 'all',
    withoutChildren: request.options.exclude_satisfied_by,
    order: 'canonical',
  }
  const published = request.mode !== 'working_copy'
  const each = await streamRulesByComponent(
    request.db,
    request.components,
    () => (published ? PUBLISHABLE_RULES : allRules),
    request.progress,
  )
  const [first] = request.components
  const stem = first && each.length === 1 ? toComponentStem(first) : request.title
  return packFolders(request, each, {
    name: `${stem}-stig-baseline`,
    toFolder: (component) => `${toComponentStem(component)}-stig-baseline`,
    entries: (source, folder) => writeProfile(request, source, folder),
  })
}

async function* writeProfile(
  request: ExportRequest,
  { component, rules }: ComponentRules,
  folder: string,
): AsyncGenerator<ZipEntry> {
  const files = await request.db
    .selectFrom('inspec_profile_files')
    .select(['path', 'content', 'parts'])
    .where('component_id', '=', component.id)
    .orderBy('id')
    .execute()
  const write = (sources: InspecSource[]) => runWhenFree(() => request.workers.run('inspecControls', sources))
  yield* streamInspecProfile(component, rules, { write, files, folder })
}

/** Exports a folder of Markdown for a repository, or one folder per component (rule C-76). */
export async function exportMarkdown(request: ExportRequest): Promise<FileResponse> {
  const each = await streamRulesByComponent(request.db, request.components, EXCHANGED_RULES, request.progress)
  const [first] = request.components
  const stem = first && each.length === 1 ? toComponentStem(first) : request.title
  return packFolders({ ...request, now: findNewestChange(request) }, each, {
    name: `${stem}-markdown`,
    toFolder: toComponentStem,
    entries: ({ component, names, rules }, folder) => streamMarkdownFolder(component, names, rules, folder),
  })
}

/** Exports with one document per component, by type (rule C-76). */
export const exchangeExports = {
  oscal_catalog: createExchangeExport({
    kind: 'oscal-catalog',
    ending: 'json',
    type: 'application/json',
    pieces: ({ component, names, rules }) => streamOscalCatalog(component, names, rules),
  }),
  oscal_component: createExchangeExport({
    kind: 'oscal-component',
    ending: 'json',
    type: 'application/json',
    pieces: ({ component, names, rules }) => streamOscalComponent(component, names, rules),
  }),
  cklb: createExchangeExport({
    kind: 'checklist',
    ending: 'cklb',
    type: 'application/json',
    pieces: (source, now) => streamCklb(...toChecklist(source, now)),
  }),
  ckl: createExchangeExport({
    kind: 'checklist',
    ending: 'ckl',
    type: 'application/xml',
    pieces: (source, now) => streamCkl(...toChecklist(source, now)),
  }),
  reqif: createExchangeExport({
    kind: 'requirements',
    ending: 'reqif',
    type: 'application/xml',
    pieces: ({ component, names, rules }, now) => streamReqif(component, names, rules, now),
  }),
}

function toChecklist(
  { component, names, rules }: ComponentRules,
  now: Date,
): [ChecklistGuide, AsyncIterable<ChecklistRule>] {
  const guide = buildComponentChecklist(component, names.length, now)
  return [guide, mapAsync(rules, (rule) => toChecklistRequirement(rule, component))]
}

/** How documents are created and named. */
interface DocumentForm {
  kind: string
  ending: string
  type: string
  pieces: (source: ComponentRules, now: Date) => AsyncIterable<string>
}

function createExchangeExport(form: DocumentForm): (request: ExportRequest) => Promise<FileResponse> {
  return async (request) =>
    toDocuments(
      request,
      await streamRulesByComponent(request.db, request.components, EXCHANGED_RULES, request.progress),
      form,
    )
}

function toDocuments(
  request: ExportRequest,
  each: readonly ComponentRules[],
  { kind, ending, type, pieces }: DocumentForm,
): FileResponse {
  const files = each.map((source) => ({
    filename: `${toComponentStem(source.component)}-${kind}.${ending}`,
    contentType: type,
    chunks: pieces(source, request.now),
  }))
  return packFiles(files, `${request.title}-${kind}`, request.now)
}
