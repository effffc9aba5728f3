import {
  type ChecklistGuide,
  type ChecklistRule,
  componentChecklist,
  requirementOfChecklist,
} from '../../src/formats/exported/checklists/checklist.ts'
import { cklPieces } from '../../src/formats/exported/checklists/ckl.ts'
import { cklbPieces } from '../../src/formats/exported/checklists/cklb.ts'
import { componentStem } from '../../src/formats/exported/file-names.ts'
import { inspecProfile } from '../../src/formats/exported/inspec-profile.ts'
import { mapAsync } from '../../src/formats/exported/json-pieces.ts'
import { markdownFolder } from '../../src/formats/exported/markdown.ts'
import { oscalCatalog, oscalComponent } from '../../src/formats/exported/oscal.ts'
import { reqifPieces } from '../../src/formats/exported/reqif.ts'
import { xccdfPieces } from '../../src/formats/exported/xccdf.ts'
import type { InspecSource } from '../../src/formats/inspec/inspec-control.ts'
import type { ZipEntry } from '../../src/formats/zip.ts'
import type { FileResponse } from '../../src/procedures/schemas/file-response.ts'
import {
  EXCHANGED_RULES,
  PUBLISHABLE_RULES,
  streamRulesByComponent,
  type RulesOfComponent,
  type RuleSelection,
} from './exported-rules.ts'
import type { ExportOrder } from './order.ts'
import { folders, packFiles } from './packing.ts'
import { runWhenFree } from './run-when-free.ts'

/** Exports the published XCCDF; a document of profiles has its groups in creation order (rule C-72). */
export async function xccdfExport(order: ExportOrder): Promise<FileResponse> {
  const each = await streamRulesByComponent(
    order.db,
    order.components,
    ({ documentType }) => ({
      ...PUBLISHABLE_RULES,
      order: documentType === 'srg' ? 'made' : 'canonical',
    }),
    order.steps,
  )
  return documents(order, each, {
    kind: 'xccdf',
    ending: 'xml',
    type: 'application/xml',
    pieces: ({ component, names, rules }) => xccdfPieces(component, names, rules, order.now),
  })
}

/** Exports an InSpec profile, or a folder with one profile per component (rule C-51). */
export async function inspecExport(order: ExportOrder): Promise<FileResponse> {
  const whole: RuleSelection = {
    statuses: 'all',
    withoutChildren: order.options.exclude_satisfied_by,
    order: 'canonical',
  }
  const published = order.mode !== 'working_copy'
  const each = await streamRulesByComponent(
    order.db,
    order.components,
    () => (published ? PUBLISHABLE_RULES : whole),
    order.steps,
  )
  const [first] = order.components
  const stem = first && each.length === 1 ? componentStem(first) : order.title
  return folders(order, each, {
    name: `${stem}-stig-baseline`,
    folderOf: (component) => `${componentStem(component)}-stig-baseline`,
    entries: (of, folder) => profileOf(order, of, folder),
  })
}

async function* profileOf(
  order: ExportOrder,
  { component, rules }: RulesOfComponent,
  folder: string,
): AsyncGenerator<ZipEntry> {
  const files = await order.db
    .selectFrom('inspec_profile_files')
    .select(['path', 'content', 'parts'])
    .where('component_id', '=', component.id)
    .orderBy('id')
    .execute()
  const write = (sources: InspecSource[]) => runWhenFree(() => order.computing.run('inspecControls', sources))
  yield* inspecProfile(component, rules, { write, files, folder })
}

/** Exports a folder of Markdown for a repository, or one folder per component (rule C-76). */
export async function markdownExport(order: ExportOrder): Promise<FileResponse> {
  const each = await streamRulesByComponent(order.db, order.components, EXCHANGED_RULES, order.steps)
  const [first] = order.components
  const stem = first && each.length === 1 ? componentStem(first) : order.title
  const newest = order.components
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1)
  const stable = { ...order, now: newest === undefined ? order.now : new Date(newest) }
  return folders(stable, each, {
    name: `${stem}-markdown`,
    folderOf: componentStem,
    entries: ({ component, names, rules }, folder) => markdownFolder(component, names, rules, folder),
  })
}

/** Exports with one document per component, by type (rule C-76). */
export const exchanged = {
  oscal_catalog: exchange({
    kind: 'oscal-catalog',
    ending: 'json',
    type: 'application/json',
    pieces: ({ component, names, rules }) => oscalCatalog(component, names, rules),
  }),
  oscal_component: exchange({
    kind: 'oscal-component',
    ending: 'json',
    type: 'application/json',
    pieces: ({ component, names, rules }) => oscalComponent(component, names, rules),
  }),
  cklb: exchange({
    kind: 'checklist',
    ending: 'cklb',
    type: 'application/json',
    pieces: (of, now) => cklbPieces(...checklistOf(of, now)),
  }),
  ckl: exchange({
    kind: 'checklist',
    ending: 'ckl',
    type: 'application/xml',
    pieces: (of, now) => cklPieces(...checklistOf(of, now)),
  }),
  reqif: exchange({
    kind: 'requirements',
    ending: 'reqif',
    type: 'application/xml',
    pieces: ({ component, names, rules }, now) => reqifPieces(component, names, rules, now),
  }),
}

function checklistOf(
  { component, names, rules }: RulesOfComponent,
  now: Date,
): [ChecklistGuide, AsyncIterable<ChecklistRule>] {
  const guide = componentChecklist(component, names.length, now)
  return [guide, mapAsync(rules, (rule) => requirementOfChecklist(rule, component))]
}

/** How documents are created and named. */
interface DocumentForm {
  kind: string
  ending: string
  type: string
  pieces: (of: RulesOfComponent, now: Date) => AsyncIterable<string>
}

function exchange(form: DocumentForm): (order: ExportOrder) => Promise<FileResponse> {
  return async (order) =>
    documents(
      order,
      await streamRulesByComponent(order.db, order.components, EXCHANGED_RULES, order.steps),
      form,
    )
}

function documents(
  order: ExportOrder,
  each: readonly RulesOfComponent[],
  { kind, ending, type, pieces }: DocumentForm,
): FileResponse {
  const files = each.map((of) => ({
    filename: `${componentStem(of.component)}-${kind}.${ending}`,
    contentType: type,
    chunks: pieces(of, order.now),
  }))
  return packFiles(files, `${order.title}-${kind}`, order.now)
}
