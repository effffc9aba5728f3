import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../openapi/document.ts'
import { accountReasons } from '../openapi/reasons/account.ts'

const root = new URL('../', import.meta.url).pathname
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const text = read('docs/security.md')
const files = globSync(['**/*.ts', '**/*.json', '**/*.md'], { cwd: root, exclude: ['node_modules/**'] })
const code = [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? '')

/** A path with `*`, or the end of one, as an expression over whole paths. */
function toPathPattern(path: string): RegExp {
  const escaped = path.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '[^/]*')
  return new RegExp(`(^|/)${escaped}$`)
}

/** docs/security.md refers to files, tests, settings and reasons, all of which must exist. */
describe('the security table', () => {
  it('names existing files and tests', () => {
    const paths = code.filter((word) =>
      /^[\w*./-]+\.(ts|json|md)$|^(src|test|openapi|routers)\/[\w*/-]+$/.test(word),
    )
    const known = paths.filter((path) => !path.startsWith('/'))
    expect(known.length).toBeGreaterThan(50)
    expect(known.filter((path) => !files.some((file) => toPathPattern(path).test(file)))).toEqual([])
  })

  it('names existing rules', () => {
    const rules = [...text.matchAll(/\b[ACER]-\d+\b/g)].map(([rule]) => rule)
    expect(rules.length).toBeGreaterThan(3)
    const stated = files.filter((file) => file.startsWith('docs/rules/')).map(read)
    const unstated = rules.filter((rule) => !stated.some((file) => file.includes(`### ${rule} `)))
    expect(unstated).toEqual([])
  })

  it('names existing settings', () => {
    const example = read('.env.example')
    const settings = code.filter((word) => /^[A-Z][A-Z_]+(_\*)?$/.test(word) && word.includes('_'))
    expect(settings.length).toBeGreaterThan(10)
    const unknown = settings.filter((name) => !example.includes(`#${name.replace(/\*$/, '')}`))
    expect(unknown).toEqual([])
  })

  it('names existing operations', () => {
    const { paths } = openApiDocument('http://localhost', 'service')
    const operations = code.flatMap((word) => {
      const [, method = '', path = ''] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/.exec(word) ?? []
      return method === '' ? [] : [[method.toLowerCase(), path] as const]
    })
    expect(operations.length).toBeGreaterThan(2)
    const known = new Map(Object.entries(Object(paths)))
    expect(operations.filter(([method, path]) => !Object.hasOwn(Object(known.get(path)), method))).toEqual([])
  })

  it('names audit entries that the service writes', () => {
    const row = /\| 16\.3\.1[^\n]+/.exec(text)?.[0] ?? ''
    const actions = [...row.matchAll(/`([a-z_]+)`/g)].map(([, action]) => action ?? '')
    expect(actions.length).toBeGreaterThan(5)
    const sources = files.filter((file) => /^(src|routers|workflows)\//.test(file)).map(read)
    expect(actions.filter((action) => !sources.some((source) => source.includes(`'${action}'`)))).toEqual([])
  })
})

it('every account reason in the document is used in the sources', () => {
  const sources = files.filter((file) => /^(src|routers|workflows|entities)\//.test(file)).map(read)
  const reasons = Object.keys(accountReasons)
  expect(reasons.filter((reason) => !sources.some((source) => source.includes(`'${reason}'`)))).toEqual([])
})
