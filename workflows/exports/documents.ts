import { cklbPieces } from '../../src/formats/exported/cklb.ts'
import { componentStem } from '../../src/formats/exported/file-names.ts'
import { inspecProfile } from '../../src/formats/exported/inspec-profile.ts'
import { markdownFolder } from '../../src/formats/exported/markdown.ts'
import { oscalCatalog, oscalComponent } from '../../src/formats/exported/oscal.ts'
import { reqifPieces } from '../../src/formats/exported/reqif.ts'
import { xccdfPieces } from '../../src/formats/exported/xccdf.ts'
import type { AnsweredFile } from '../../src/wire/file-answer.ts'
import {
  EXCHANGED_RULES,
  PUBLISHABLE_RULES,
  rulesOfEach,
  type RulesOfComponent,
  type RuleSelection,
} from './exported-rules.ts'
import type { ExportOrder } from './order.ts'
import { folders, packed } from './packing.ts'

/** The published XCCDF; a document of profiles holds its groups as they were made (rule C-72). */
export async function xccdfExport(order: ExportOrder): Promise<AnsweredFile> {
  const each = await rulesOfEach(
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

/** An InSpec profile, or a folder with one for each of several components (rule C-51). */
export async function inspecExport(order: ExportOrder): Promise<AnsweredFile> {
  const whole: RuleSelection = {
    statuses: 'all',
    withoutChildren: order.options.exclude_satisfied_by,
    order: 'canonical',
  }
  const published = order.mode !== 'working_copy'
  const each = await rulesOfEach(
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
    entries: ({ component, rules }, folder) => inspecProfile(component, rules, folder),
  })
}

/** A folder of Markdown for a repository, or one for each of several components (rule C-76). */
export async function markdownExport(order: ExportOrder): Promise<AnsweredFile> {
  const each = await rulesOfEach(order.db, order.components, EXCHANGED_RULES, order.steps)
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

/** The forms that hold a document per component, by their type (rule C-76). */
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
    pieces: ({ component, names, rules }, now) => cklbPieces(component, names, rules, now),
  }),
  reqif: exchange({
    kind: 'requirements',
    ending: 'reqif',
    type: 'application/xml',
    pieces: ({ component, names, rules }, now) => reqifPieces(component, names, rules, now),
  }),
}

/** How a document per component is made and named. */
interface DocumentForm {
  kind: string
  ending: string
  type: string
  pieces: (of: RulesOfComponent, now: Date) => AsyncIterable<string>
}

function exchange(form: DocumentForm): (order: ExportOrder) => Promise<AnsweredFile> {
  return async (order) =>
    documents(order, await rulesOfEach(order.db, order.components, EXCHANGED_RULES, order.steps), form)
}

function documents(
  order: ExportOrder,
  each: readonly RulesOfComponent[],
  { kind, ending, type, pieces }: DocumentForm,
): AnsweredFile {
  const files = each.map((of) => ({
    filename: `${componentStem(of.component)}-${kind}.${ending}`,
    contentType: type,
    chunks: pieces(of, order.now),
  }))
  return packed(files, `${order.title}-${kind}`, order.now)
}
