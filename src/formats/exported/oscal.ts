import { formatNistControls } from '../cci.ts'
import { formatFurtherChecks } from '../checks/check-text.ts'
import { createStableUuid } from '../stable-uuid.ts'
import { streamJson, LIST_PLACEHOLDER, mapAsync } from './json-pieces.ts'
import { splitCcis, toIdentifier, listSatisfiedIds } from './published.ts'
import { type ExportedComponent, type ExportedRule, type RuleName, toVersionTag } from './types.ts'

/** The exported OSCAL version; newer tools read it too. */
const OSCAL_VERSION = '1.1.3'
/** Namespace of this service's own properties. */
const OURS = 'https://rulewright.dev/ns/oscal'

/** Converts text to a valid property value: one line without outer blanks. */
function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function buildMetadata(component: ExportedComponent) {
  return {
    title: component.title,
    'last-modified': component.contentChangedAt,
    version: toVersionTag(component) || 'draft',
    'oscal-version': OSCAL_VERSION,
    ...(component.description?.trim() ? { remarks: component.description } : {}),
  }
}

/** Control id: the displayed name, starting with a letter or underscore. */
function toControlId(displayedName: string): string {
  return /^[\p{L}_]/u.test(displayedName) ? displayedName : `_${displayedName}`
}

/** Creates properties, without empty ones. */
function buildProperties(list: readonly (readonly [name: string, value: string | null | undefined])[]) {
  return list.flatMap(([name, value]) => {
    const line = toOneLine(value ?? '')
    return line === '' ? [] : [name === 'label' ? { name, value: line } : { name, ns: OURS, value: line }]
  })
}

function buildFacts(rule: ExportedRule) {
  return buildProperties([
    ['label', rule.displayedName],
    ['requirement', rule.displayedName],
    ['srg-id', toIdentifier(rule)],
    ['severity', rule.severity],
    ['status', rule.status],
    ...splitCcis(rule).map((cci) => ['cci', cci] as const),
    ...formatNistControls(rule.ident)
      .split(', ')
      .map((control) => ['nist-control', control] as const),
    ...listSatisfiedIds(rule).map((id) => ['satisfies', id] as const),
  ])
}

/** The document as an OSCAL catalog: a control per requirement (rule C-76). */
export function streamOscalCatalog(
  component: ExportedComponent,
  names: readonly RuleName[],
  rules: AsyncIterable<ExportedRule>,
): AsyncGenerator<string> {
  const catalog = {
    uuid: createCatalogUuid(component),
    metadata: buildMetadata(component),
    ...(names.length > 0 ? { controls: LIST_PLACEHOLDER } : {}),
  }
  return streamJson({ catalog }, mapAsync(rules, toControl))
}

/** The document UUID; OSCAL requires a new one whenever the content changes. */
function createCatalogUuid({ id, createdAt, contentKey }: ExportedComponent): string {
  return createStableUuid('catalog', id, createdAt, contentKey)
}

function toControl(rule: ExportedRule) {
  const id = toControlId(rule.displayedName)
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
  const furtherChecks = (rule.child ? [] : rule.furtherChecks).map((check, index) => ({
    id: `${id}_check-${index + 2}`,
    name: 'assessment-method',
    prose: formatFurtherChecks(check),
  }))
  const allParts = [...statements, ...furtherChecks]
  return {
    id,
    class: rule.documentType,
    title: rule.title?.trim() || rule.displayedName,
    props: buildFacts(rule),
    ...(allParts.length > 0 ? { parts: allParts } : {}),
  }
}

/** Exports an OSCAL component definition with the implementation of each requirement (rule C-76). */
export function streamOscalComponent(
  component: ExportedComponent,
  names: readonly RuleName[],
  rules: AsyncIterable<ExportedRule>,
): AsyncGenerator<string> {
  const seed = toSeed(component)
  const definition = {
    uuid: createStableUuid('component-definition', ...seed, component.contentKey),
    metadata: buildMetadata(component),
    components: [
      {
        uuid: createStableUuid('component', ...seed),
        type: 'software',
        title: component.name,
        description: component.description?.trim() || component.title,
        ...(names.length > 0 ? { 'control-implementations': [buildImplementation(component)] } : {}),
      },
    ],
  }
  return streamJson(
    { 'component-definition': definition },
    mapAsync(rules, (rule) => buildImplementedRequirement(component, rule)),
  )
}

const toSeed = ({ id, createdAt }: ExportedComponent) => [id, createdAt] as const

function buildImplementation(component: ExportedComponent) {
  return {
    uuid: createStableUuid('control-implementation', ...toSeed(component)),
    source: `urn:uuid:${createCatalogUuid(component)}`,
    description: component.title,
    'implemented-requirements': LIST_PLACEHOLDER,
  }
}

function buildImplementedRequirement(component: ExportedComponent, rule: ExportedRule) {
  const check = rule.effectiveCheck ?? ''
  return {
    uuid: createStableUuid('implemented-requirement', ...toSeed(component), rule.number),
    'control-id': toControlId(rule.displayedName),
    description: rule.effectiveFix?.trim() || rule.title?.trim() || rule.displayedName,
    props: buildFacts(rule),
    ...(check.trim() === '' ? {} : { remarks: check }),
  }
}
