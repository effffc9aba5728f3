/** Replaces names of test records by sample names, so that documented examples look realistic. */

const PEOPLE = ['Ari Quay', 'Vera Buoy', 'Olga Dock', 'Rosa Pier', 'Vito Mole', 'Stan Shore']
const SECRET = 'q7Vt2mZr9KxW4hBnP8sLcD3fJgYtR6aE'
const PASSWORDS = /Kestrel!7 over Mire#42|Puffin\?9 under Crag#51/g
/** The maximum number of list entries, and of characters of a text, in an example. */
const ENTRIES = 1
const CHARACTERS = 400

const TEXTS: [RegExp, string][] = [
  [PASSWORDS, 'Quay-side+2026-Lantern'],
  [/Project-[0-9a-f]{8}/g, 'Harbor'],
  [/(Component|Made)-[0-9a-f]{8}/g, 'Harbor Gateway 3'],
  [/(Made_SRG|Guide|Line)[_-][0-9a-f]{8}/g, 'Harbor_Gateway_SRG'],
  [/(Another|Thanks|Template)-[0-9a-f]{8}/g, 'Thanks, done'],
  [/(My open ones|Renamed)-[0-9a-f]{8}/g, 'Open comments on fixes'],
  [/(token|t)-[0-9a-f]{8}/g, 'Nightly import'],
  [/uid-[0-9a-f]{8}/g, 'uid=aquay,ou=people,dc=example,dc=org'],
  [/\b(ABCD|MADE)-01/g, 'HGW3-01'],
  [/\bABCD\b/g, 'HGW'],
  [
    /^This needs a look\.$|^A made comment\.$/,
    'The fix names ten sessions, the check asks for three. Which is meant?',
  ],
  [/^Said better\.$/, 'The fix names ten sessions and the check three. Which one is meant?'],
  [/^(Because|Back|No longer here)\.$/, 'It was about another requirement.'],
  [/^(Agreed|Yes|Done)\.$/, 'Three. The fix is changed.'],
  [
    /^Changed as asked$|^A made requirement$|^(Catalog r|R)equirement \d+$|^(Changed|Replaced)( once)?$/,
    'The gateway must cap the sessions that one account holds open.',
  ],
  [/^(A component|A made component)$/, 'Harbor Gateway STIG'],
  [/^Fix it\.$/, 'Set "sessions.per_account" to 3 or less.'],
  [/^Test Guide$/, 'Harbor Gateway Security Requirements Guide'],
  [/^Renamed$/, 'Ari Quay'],
  [/^Text$|^Thank you\.$/, 'Thank you; the text is changed as you propose.'],
  [/^test$/, 'Mozilla/5.0'],
]

/** Returns a function that replaces the names in an answer or request; equal names get the same replacement. */
export function createNameReplacer(): (value: unknown) => unknown {
  const people = new Map<string, string>()
  const toPerson = (key: string): string => {
    const known = people.get(key) ?? PEOPLE[people.size % PEOPLE.length] ?? 'Ari Quay'
    people.set(key, known)
    return known
  }
  const replaceNames = (original: string): string => {
    let text = original.replace(/Person-([0-9a-f]{8})/g, (_, key: string) => toPerson(key))
    text = text.replace(/(?:person|new|t)?-?([0-9a-f]{8})@[\w.-]+/gi, (_, key: string) =>
      toAddress(toPerson(key)),
    )
    for (const [pattern, replacement] of TEXTS) text = text.replace(pattern, replacement)
    text = text.replace(/(?<![\w-])(?!SRG|SV|CCI)[A-Za-z0-9_-]{40,}/g, SECRET)
    return text.length > CHARACTERS ? `${text.slice(0, CHARACTERS)}…` : text
  }
  const rename = (value: unknown): unknown => {
    if (typeof value === 'string') return replaceNames(value)
    if (Array.isArray(value)) return value.slice(0, ENTRIES).map(rename)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [replaceNames(name), rename(member)]),
    )
  }
  return rename
}

const toAddress = (name: string): string => `${name.split(' ')[0]?.toLowerCase() ?? 'ari'}@example.org`
