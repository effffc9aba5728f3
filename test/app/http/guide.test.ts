import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { GUIDE_IMAGES, GUIDE_PAGES } from '../../../src/app/http/guide.ts'
import { english } from '../../../web/languages/en.ts'
import { createWorld, createWorldUnder } from '../../support/world.ts'

const world = createWorld()
const closed = createWorldUnder({ DOCS_REQUIRE_LOGIN: 'true' })
const toPath = (page: string) => `/docs/guide${page === 'index' ? '' : `/${page}`}`
const pages = Object.keys(GUIDE_PAGES)
const files = pages.map((page) => ({
  page,
  text: readFileSync(new URL(`../../../docs/guide/${page}.html`, import.meta.url), 'utf8'),
}))

describe('the user guide', () => {
  it.each(pages)(
    'serves the page %s with its chapter, under a policy without external sources',
    async (page) => {
      const { status, text, headers } = await (await world.rest()).get(toPath(page))
      expect(status).toBe(200)
      expect(headers.get('content-type')).toContain('text/html')
      expect(headers.get('content-security-policy')).not.toMatch(/https?:|\*|unsafe/)
      expect(text).toMatch(/<h1>[^<]+<\/h1>/)
    },
  )

  it('serves its pictures, and 404 for any other name', async () => {
    const rest = await world.rest()
    for (const image of GUIDE_IMAGES) {
      const { status, headers } = await rest.get(`/docs/guide/images/${image}.png`)
      expect([image, status, headers.get('content-type')]).toEqual([image, 200, 'image/png'])
    }
    for (const path of [
      'zilch',
      '..%2f..%2fpackage.json',
      'images/zilch.png',
      'images/..%2fguide%2findex.html',
    ]) {
      expect((await rest.get(`/docs/guide/${path}`)).status, path).toBe(404)
    }
  })

  it('E-21: requires a sign-in if the settings say so', async () => {
    const anonymous = await closed.rest()
    const member = await closed.rest(await closed.createUser())
    for (const path of ['/docs/guide', '/docs/guide/authors', '/docs/guide/images/my-work.png']) {
      expect((await anonymous.get(path)).body.reason).toBe('not_authenticated')
      expect((await member.get(path)).status).toBe(200)
    }
  })

  it('names buttons and pages as the interface does', () => {
    const labels = new Set<string>(english.filter((text) => typeof text === 'string'))
    const unknown = files.flatMap(({ page, text }) =>
      [...text.matchAll(/<b>([^<]+)<\/b>/g)]
        .map(([, label = '']) => label.replaceAll(/\s+/g, ' '))
        .filter((label) => !labels.has(label))
        .map((label) => `${page}: ${label}`),
    )
    expect(unknown).toEqual([])
  })

  it('has a file for each page and no extra file, and links only to its pages and pictures', () => {
    const names = globSync('docs/guide/*', { cwd: new URL('../../..', import.meta.url).pathname })
    expect(names.toSorted()).toEqual(pages.map((page) => `docs/guide/${page}.html`).toSorted())
    const known = [
      '/docs',
      ...pages.map(toPath),
      ...GUIDE_IMAGES.map((image) => `/docs/guide/images/${image}.png`),
    ]
    const links = files.flatMap(({ text }) =>
      [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, to]) => to),
    )
    expect(links.filter((to) => !known.includes(to ?? ''))).toEqual([])
  })
})
