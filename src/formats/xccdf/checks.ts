import { type XmlNode, readAttribute, findChildren, readText } from './tree.ts'
import type { CatalogCheck, CatalogFix } from './types.ts'

/** Lists the checks of a rule, the first one with a text in front (rule C-16). */
export function readChecks(rule: XmlNode): CatalogCheck[] {
  const checks = checkNodes(rule).flatMap(toChecks)
  const worded = checks.findIndex(({ content }) => content !== null)
  const [first] = worded > 0 ? checks.splice(worded, 1) : []
  return first ? [first, ...checks] : checks
}

/** The checks below an element, also those that a `complex-check` combines. */
function checkNodes(node: XmlNode): XmlNode[] {
  return node.children.flatMap((item) =>
    item.name === 'check' ? [item] : item.name === 'complex-check' ? checkNodes(item) : [],
  )
}

/** Converts a check, and adds one for each further reference. */
function toChecks(node: XmlNode): CatalogCheck[] {
  const system = readAttribute(node, 'system')
  const [first, ...others] = findChildren(node, 'check-content-ref').map((ref) => ({
    system,
    contentRefName: readAttribute(ref, 'name'),
    contentRefHref: readAttribute(ref, 'href'),
    content: null,
  }))
  const content = findChildren(node, 'check-content').flatMap((item) => readText(item) ?? [])
  const plain = { system, contentRefName: null, contentRefHref: null }
  return [{ ...(first ?? plain), content: content.join('\n\n') || null }, ...others]
}

/** Lists the fixes of a rule: its texts, each with its `fix`, then all other `fix` elements. */
export function readFixes(rule: XmlNode): CatalogFix[] {
  const scripts = findChildren(rule, 'fix').map((node) => ({
    id: readAttribute(node, 'id'),
    system: readAttribute(node, 'system'),
    content: readText(node)?.trim() === '' ? null : readText(node),
  }))
  const nodes = findChildren(rule, 'fixtext')
  const lastFirst = Map.groupBy(scripts.toReversed(), ({ id }) => id)
  const remaining = new Set(scripts)
  const texts = nodes.map((node): CatalogFix => {
    const fixref = readAttribute(node, 'fixref')
    const named = fixref === null ? undefined : lastFirst.get(fixref)?.pop()
    // A single text belongs to the first fix, whatever it refers to.
    const script = named ?? (nodes.length === 1 ? scripts[0] : undefined)
    if (script) remaining.delete(script)
    return { fixref, text: readText(node), ...(script ?? { id: null, system: null, content: null }) }
  })
  return [...texts, ...Array.from(remaining, (script) => ({ fixref: null, text: null, ...script }))]
}

/** Whether one text and one id represent all fixes of a rule. */
export function isPlainFix(fixes: readonly CatalogFix[]): boolean {
  return fixes.length <= 1 && fixes.every(({ content, system }) => content === null && system === null)
}

/** The operators by which `complex-check` elements combine the checks of a rule, outermost first. */
export function readOperators(node: XmlNode): string[] {
  return findChildren(node, 'complex-check').flatMap((complex) => {
    const negated = readAttribute(complex, 'negate') === 'true' ? 'NOT ' : ''
    return [`${negated}${readAttribute(complex, 'operator') ?? 'AND'}`, ...readOperators(complex)]
  })
}
