import { normalizeIdent } from '../cci.ts'
import { decodeUri } from '../uri-text.ts'
import { type XmlNode, readAttribute, findChildren } from './tree.ts'
import type { CatalogIdent, CatalogRule } from './types.ts'

const LEGACY = 'http://cyber.mil/legacy'
const CCI = /^CCI-\d+$/i

type Idents = Pick<CatalogRule, 'ident' | 'identSystem' | 'legacyIds' | 'furtherIdents'>

/**
 * The idents of a rule: those of the system that its CCIs have (or of the first one), legacy ids, and all others with
 * their own systems (rule C-16).
 */
export function readIdents(rule: XmlNode): Idents {
  const all = findChildren(rule, 'ident').map((node) => ({
    system: readSystem(node),
    ident: node.text.trim(),
  }))
  const current = all.filter(({ system }) => system !== LEGACY)
  const legacy = all.filter(({ system }) => system === LEGACY)
  const main = (current.find(({ ident }) => CCI.test(ident)) ?? current[0])?.system ?? null
  const further = current.filter(({ system, ident }) => system !== main && ident !== '')
  return {
    ident: normalizeIdent(
      current
        .filter(({ system }) => system === main)
        .map(({ ident }) => ident)
        .join(','),
    ),
    identSystem: main,
    legacyIds: legacy.map(({ ident }) => ident).join(', ') || null,
    furtherIdents: further.length > 0 ? further : null,
  }
}

function readSystem(node: XmlNode): CatalogIdent['system'] {
  const system = readAttribute(node, 'system')
  return system === null ? null : decodeUri(system)
}
