import { nistControls } from '../cci.ts'
import { furtherCheckText } from '../checks/check-text.ts'
import { stableUuid } from '../stable-uuid.ts'
import { jsonPieces, LIST_HERE, mapAsync } from './json-pieces.ts'
import { splitCcis, toIdentifier, satisfiedIds } from './published.ts'
import { type ExportedComponent, type ExportedRule, type RuleName, versionTag } from './types.ts'

/** The exported OSCAL version; newer tools read it too. */
const OSCAL_VERSION = '1.1.3'
/** Namespace of this service's own properties. */
const OURS = 'https://rulewright.dev/ns/oscal'

/** Converts text to a valid property value: one line without outer blanks. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function metadata(component: ExportedComponent) {
  return {
    title: component.title,
    'last-modified': component.contentChangedAt,
    version: versionTag(component) || 'draft',
    'oscal-version': OSCAL_VERSION,
    ...(component.description?.trim() ? { remarks: component.description } : {}),
  }
}

/** Control id: the displayed name, starting with a letter or underscore. */
function controlId(displayedName: string): string {
  return /^[\p{L}_]/u.test(displayedName) ? displayedName : `_${displayedName}`
}

/** Creates properties, without empty ones. */
function properties(list: readonly (readonly [name: string, value: string | null | undefined])[]) {
  return list.flatMap(([name, value]) => {
    const line = oneLine(value ?? '')
    return line === '' ? [] : [name === 'label' ? { name, value: line } : { name, ns: OURS, value: line }]
  })
}

function facts(rule: ExportedRule) {
  return properties([
    ['label', rule.displayedName],
    ['requirement', rule.displayedName],
    ['srg-id', toIdentifier(rule)],
    ['severity', rule.severity],
    ['status', rule.status],
    ...splitCcis(rule).map((cci) => ['cci', cci] as const),
    ...nistControls(rule.ident)
      .split(', ')
      .map((control) => ['nist-control', control] as const),
    ...satisfiedIds(rule).map((id) => ['satisfies', id] as const),
  ])
}

/** The document as an OSCAL catalog: a control per requirement (rule C-76). */
export function oscalCatalog(
  component: ExportedComponent,
  names: readonly RuleName[],
  rules: AsyncIterable<ExportedRule>,
): AsyncGenerator<string> {
  const catalog = {
    uuid: catalogUuid(component),
    metadata: metadata(component),
    ...(names.length > 0 ? { controls: LIST_HERE } : {}),
  }
  return jsonPieces({ catalog }, mapAsync(rules, toControl))
}

/** The document UUID; OSCAL requires a new one whenever the content changes. */
function catalogUuid({ id, createdAt, contentKey }: ExportedComponent): string {
  return stableUuid('catalog', id, createdAt, contentKey)
}

function toControl(rule: ExportedRule) {
  const id = controlId(rule.displayedName)
  const parts = [
    ['statement', 'statement', rule.title],
    ['discussion', 'guidance', rule.texts.vuln_discussion],
    ['check', 'assessment-method', rule.child ? rule.effectiveCheck : rule.check],
    ['fix', 'fix', rule.effectiveFix],
    ['mitigations', 'mitigations', rule.texts.mitigations],
  ] as const
  const statements = parts.flatMap(([key, name, prose]) => {
    if (!prose?.trim()) return []
    return [{ id: `${id}_${key}`, name, ...(name === key && key !== 'statement' ? { ns: OURS } : {}), prose }]
  })
  const furtherChecks = rule.furtherChecks.map((check, index) => ({
    id: `${id}_check-${index + 2}`,
    name: 'assessment-method',
    prose: furtherCheckText(check),
  }))
  const allParts = [...statements, ...furtherChecks]
  return {
    id,
    class: rule.documentType,
    title: rule.title?.trim() || rule.displayedName,
    props: facts(rule),
    ...(allParts.length > 0 ? { parts: allParts } : {}),
  }
}

/** Exports an OSCAL component definition with the implementation of each requirement (rule C-76). */
export function oscalComponent(
  component: ExportedComponent,
  names: readonly RuleName[],
  rules: AsyncIterable<ExportedRule>,
): AsyncGenerator<string> {
  const seed = toSeed(component)
  const definition = {
    uuid: stableUuid('component-definition', ...seed, component.contentKey),
    metadata: metadata(component),
    components: [
      {
        uuid: stableUuid('component', ...seed),
        type: 'software',
        title: component.name,
        description: component.description?.trim() || component.title,
        ...(names.length > 0 ? { 'control-implementations': [implementationFrame(component)] } : {}),
      },
    ],
  }
  return jsonPieces(
    { 'component-definition': definition },
    mapAsync(rules, (rule) => implementedRequirement(component, rule)),
  )
}

const toSeed = ({ id, createdAt }: ExportedComponent) => [id, createdAt] as const

function implementationFrame(component: ExportedComponent) {
  return {
    uuid: stableUuid('control-implementation', ...toSeed(component)),
    source: `urn:uuid:${catalogUuid(component)}`,
    description: component.title,
    'implemented-requirements': LIST_HERE,
  }
}

function implementedRequirement(component: ExportedComponent, rule: ExportedRule) {
  const check = rule.effectiveCheck ?? ''
  return {
    uuid: stableUuid('implemented-requirement', ...toSeed(component), rule.number),
    'control-id': controlId(rule.displayedName),
    description: rule.effectiveFix?.trim() || rule.title?.trim() || rule.displayedName,
    props: facts(rule),
    ...(check.trim() === '' ? {} : { remarks: check }),
  }
}
