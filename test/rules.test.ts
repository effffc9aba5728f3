import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../', import.meta.url).pathname
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

interface Rule {
  id: string
  file: string
  name: string
  text: string
}

const FOLDERS = [
  'src',
  'routers',
  'workflows',
  'entities',
  'openapi',
  'client',
  'web',
  'test',
  'verification',
  'bench',
  'migrations',
]
const LETTERS = new Map([
  ['everywhere', 'E'],
  ['accounts', 'A'],
  ['components', 'C'],
  ['comments', 'R'],
])

const documents = globSync('docs/rules/*.md', { cwd: root })
const rules = documents.flatMap(readRules)
const known = new Set(rules.map(({ id }) => id))

/** The rules of one document: a heading with number and name, and everything up to the next heading. */
function readRules(file: string): Rule[] {
  return read(file)
    .split(/^(?=#{2,3} )/m)
    .flatMap((section) => {
      const [, id, name] = /^### ([A-Z]-\d+) (.+)$/m.exec(section) ?? []
      return id === undefined || name === undefined ? [] : [{ id, file, name, text: section }]
    })
}

/** The rule numbers that a text cites as separate words: `rule A-1`, `(R-12, E-3)`, `C-7: …`. */
function findCitations(text: string): string[] {
  return [...text.matchAll(/\b[ACER]-[1-9]\d{0,2}\b/g)].map(([id]) => id)
}

/** The paths in backticks after a word, up to the next one. */
function findPathsAfter(word: 'Held by' | 'Shown by', { text }: Rule): string[] {
  const part = new RegExp(`${word} ([^·\\n]+)`).exec(text)?.[1] ?? ''
  return [...part.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? '')
}

/** The rule numbers in test titles: before a colon at the beginning, or in brackets. Numbers in comments don't count. */
function findTitledRules(path: string): Set<string> {
  const code = read(path).replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  const numbers = '[ACER]-[1-9]\\d{0,2}(?:, [ACER]-[1-9]\\d{0,2})*'
  const titles = code.matchAll(new RegExp(`['"\`]${numbers}: |\\(${numbers}\\)`, 'g'))
  return new Set([...titles].flatMap(([title]) => findCitations(title)))
}

describe('the rules of docs/rules', () => {
  it('have unique numbers with the letter of their file', () => {
    expect(rules.length).toBeGreaterThan(200)
    const twice = rules.filter(({ id }, index) => rules.findIndex((rule) => rule.id === id) !== index)
    expect(twice.map(({ id }) => id)).toEqual([])
    const astray = rules.filter(({ id, file }) => {
      const document = /([a-z]+)\.md$/.exec(file)?.[1] ?? ''
      return LETTERS.get(document) !== id.slice(0, 1)
    })
    expect(astray.map(({ id, file }) => `${id} in ${file}`)).toEqual([])
  })

  it('have a text, the files that enforce them, and the tests that show them', () => {
    const mute = rules.filter(
      (rule) =>
        rule.text.split('\n').length < 5 ||
        findPathsAfter('Held by', rule).length === 0 ||
        (findPathsAfter('Shown by', rule).length === 0 && !/Shown by no test: \S/.test(rule.text)),
    )
    expect(mute.map(({ id }) => id)).toEqual([])
  })

  it('name existing files, and tests that show them', () => {
    const missing = rules.flatMap((rule) => [
      ...findPathsAfter('Held by', rule).filter((path) => !existsSync(`${root}${path}`)),
      ...findPathsAfter('Shown by', rule).filter(
        (path) =>
          !/^(test|verification)\//.test(path) || !path.endsWith('.test.ts') || !existsSync(`${root}${path}`),
      ),
    ])
    expect([...new Set(missing)]).toEqual([])
  })

  it('appear in the title of a test that shows them', () => {
    const titles = new Map(
      [...new Set(rules.flatMap((rule) => findPathsAfter('Shown by', rule)))].map((path) => [
        path,
        findTitledRules(path),
      ]),
    )
    const unseen = rules.filter((rule) => {
      const tests = findPathsAfter('Shown by', rule)
      return tests.length > 0 && !tests.some((path) => titles.get(path)?.has(rule.id))
    })
    expect(unseen.map(({ id, name }) => `${id} ${name}`)).toEqual([])
  })

  it('refer only to existing rules', () => {
    const unknown = documents.flatMap((file) => findCitations(read(file)).filter((id) => !known.has(id)))
    expect(unknown).toEqual([])
  })
})

describe('a citation in the sources', () => {
  const sources = globSync(
    FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx,mts,css}`),
    { cwd: root, exclude: (path) => /node_modules|dist$/.test(path) },
  )

  it('does not refer to a document outside of the repository', () => {
    const otherReferences =
      /\b(accounts|components|comments),? (\d\d?\.\d|trap)|\b(traps?|decisions?|checklist) \d|\bT-\d\d\b|\bspecification, "/g
    const citations = sources
      .filter((file) => !file.endsWith('rules.test.ts'))
      .flatMap((file) => [...read(file).matchAll(otherReferences)].map(([words]) => `${file}: ${words}`))
    expect(citations).toEqual([])
  })

  it('refers to an existing rule of docs/rules', () => {
    const unknown = [...sources, 'README.md', 'ARCHITECTURE.md', 'docs/security.md'].flatMap((file) =>
      findCitations(read(file))
        .filter((id) => !known.has(id))
        .map((id) => `${file}: ${id}`),
    )
    expect(unknown).toEqual([])
  })
})
