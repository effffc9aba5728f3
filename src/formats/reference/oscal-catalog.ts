import { isRecord } from '../../lib/json-values.ts'
import type { StatementLine } from '../../vocabulary.ts'
import { parseOscalId } from './control-name.ts'
import {
  createInvalidEntryError,
  createUnreadableError,
  createWrongKindError,
  toShortName,
} from './errors.ts'
import { OscalParameters } from './oscal-parameters.ts'
import { readObjects, readProperty, readText } from './oscal-values.ts'
import { type ControlText, MAX_REFERENCE_ENTRIES, type ReferenceHeader } from './types.ts'

const MAX_DEPTH = 12
const LONG = 50_000
const MAX_LINES = 500

/** A control of the catalog with the title of its family. */
interface CatalogControl {
  id: string
  family: string | null
  source: Record<string, unknown>
}

interface PartReading {
  control: string
  toText: (prose: string) => string
  level?: number
  depth?: number
}

/**
 * Reads the controls and enhancements of an OSCAL catalog of NIST SP 800-53 in JSON. Throws 422 for other JSON, such as
 * a profile, and for a control with a wrong id, no title, or long texts.
 */
export function readOscalCatalog(json: string): { header: ReferenceHeader; entries: ControlText[] } {
  const catalog = readRoot(json)
  const controls = [...listControls(catalog, null, 0)]
  const parameters = new OscalParameters()
  const names = new Set<string>()
  for (const { id, source } of controls) {
    const control = toName(id)
    if (names.has(control)) throw createInvalidEntryError(`The catalog has the control ${control} twice.`)
    names.add(control)
    if (names.size > MAX_REFERENCE_ENTRIES) {
      throw createInvalidEntryError(`The catalog has more than ${MAX_REFERENCE_ENTRIES} controls.`)
    }
    for (const parameter of readObjects(source, 'params', control)) parameters.add(parameter, control)
  }
  if (controls.length === 0) throw createInvalidEntryError('The catalog has no controls.')
  const header = readHeader(catalog)
  return { header, entries: controls.map((control) => readControl(control, parameters)) }
}

function readRoot(json: string): Record<string, unknown> {
  const document = parseJson(json)
  const catalog = isRecord(document) ? document['catalog'] : undefined
  if (isRecord(catalog)) return catalog
  if (isRecord(document) && isRecord(document['profile'])) {
    const message =
      'The file is an OSCAL profile, which selects controls and has no texts. Upload the catalog.'
    throw createWrongKindError(message)
  }
  throw createWrongKindError('The file is JSON, but not an OSCAL catalog: it has no object "catalog".')
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    const fault = error instanceof Error ? error.message.slice(0, 200).toWellFormed() : ''
    throw createUnreadableError(`The file is not valid JSON, or it is cut off: ${fault}`)
  }
}

function readHeader(catalog: Record<string, unknown>): ReferenceHeader {
  const metadata = isRecord(catalog['metadata']) ? catalog['metadata'] : {}
  const read = (member: string) => readText(metadata, member, 'The metadata')
  return {
    title: read('title'),
    version: read('version'),
    published: read('published') ?? read('last-modified'),
  }
}

/** Yields the controls of groups, and the enhancements below controls. */
function* listControls(
  parent: Record<string, unknown>,
  family: string | null,
  depth: number,
): Generator<CatalogControl> {
  if (depth > MAX_DEPTH) {
    throw createUnreadableError(`The controls are nested deeper than ${MAX_DEPTH} levels.`)
  }
  const name = family ?? 'The catalog'
  for (const group of readObjects(parent, 'groups', name)) {
    yield* listControls(group, readText(group, 'title', `A group of ${name}`) ?? family, depth + 1)
  }
  for (const source of readObjects(parent, 'controls', name)) {
    const id = readText(source, 'id', `A control of ${name}`)
    if (id === null) throw createInvalidEntryError(`A control of ${name} has no id.`)
    yield { id, family, source }
    yield* listControls(source, family, depth + 1)
  }
}

function toName(id: string): string {
  const control = parseOscalId(id)
  if (control !== null) return control
  throw createInvalidEntryError(
    `The id ${toShortName(id)} is not a control of NIST SP 800-53, such as ac-2 or ac-2.1.`,
  )
}

function readControl({ id, family, source }: CatalogControl, parameters: OscalParameters): ControlText {
  const control = toName(id)
  const title = readText(source, 'title', control)
  if (title === null) throw createInvalidEntryError(`The control ${control} has no title.`)
  const parts = readObjects(source, 'parts', control)
  const toText = (prose: string) => removeLinks(parameters.resolve(prose, control))
  const readPart = (name: string) => parts.filter((part) => part['name'] === name)
  const statement = readPart('statement').flatMap((part) => [...listLines(part, { control, toText })])
  const guidance = readPart('guidance').flatMap((part) => {
    const lines = [...listLines(part, { control, toText })]
    return lines.map(({ label, text }) => (label === null ? text : `${label} ${text}`))
  })
  if (statement.length > MAX_LINES) {
    throw createInvalidEntryError(`The statement of ${control} has more than ${MAX_LINES} items.`)
  }
  return {
    control,
    family,
    title: toText(title),
    withdrawn: readProperty(source, 'status', control)?.toLowerCase() === 'withdrawn',
    successors: readSuccessors(source, control),
    statement,
    guidance: guidance.length === 0 ? null : guidance.join('\n\n'),
  }
}

/** Yields the prose of a part and of its items, depth first; items of a part without a label have its level. */
function* listLines(
  part: Record<string, unknown>,
  { control, toText, level = 0, depth = 0 }: PartReading,
): Generator<StatementLine> {
  if (depth > MAX_DEPTH) throw createUnreadableError(`The items of ${control} are nested too deep.`)
  const label = readProperty(part, 'label', control)
  const prose = readText(part, 'prose', control, LONG)
  if (prose !== null || label !== null) yield { label, level, text: prose === null ? '' : toText(prose) }
  const inner = { control, toText, level: label === null ? level : level + 1, depth: depth + 1 }
  for (const item of readObjects(part, 'parts', control)) yield* listLines(item, inner)
}

/** Lists the controls that a withdrawn one moved to or was incorporated into. */
function readSuccessors(source: Record<string, unknown>, control: string): string[] {
  const successors = readObjects(source, 'links', control).flatMap((link) => {
    const relation = link['rel']
    if (relation !== 'incorporated-into' && relation !== 'moved-to') return []
    const target = (readText(link, 'href', control) ?? '').replace(/^#/, '').split('_')[0] ?? ''
    return parseOscalId(target) ?? []
  })
  return [...new Set(successors)]
}

/** Replaces Markdown links within the catalog, such as `[AC-2](#ac-2)`, by their text. */
function removeLinks(text: string): string {
  return text.replaceAll(/\[([^[\]]{1,200})\]\(#[^()\s]{1,100}\)/g, '$1')
}
