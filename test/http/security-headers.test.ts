import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { buildSecurityHeaders, buildStyleNonceScript } from '../../src/http/security-headers.ts'

const data = { body: 'data', https: false, authenticated: false } as const
const page = { ...data, body: 'html' } as const

test('A-71: data may load no resource and cannot be framed', () => {
  const headers = buildSecurityHeaders(data)
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  })
})

test('A-71, E-27: a page loads only what the service itself serves', () => {
  const policy = buildSecurityHeaders(page)['content-security-policy']
  expect(policy).toContain("default-src 'self'; script-src 'self'; style-src 'self';")
  expect(policy).toContain("object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'")
  expect(policy).not.toMatch(/unsafe|https?:/)
})

test('E-27: inline styles and scripts need the nonce of the answer', () => {
  const policy = buildSecurityHeaders({ ...page, nonce: 'abc' })['content-security-policy']
  expect(policy).toContain("script-src 'self' 'nonce-abc'; style-src 'self' 'nonce-abc'")
  expect(policy).not.toContain('unsafe')
  expect(buildStyleNonceScript('abc')).toContain('setAttribute(\'nonce\', "abc")')
})

test('a page sets style attributes as properties, which need no nonce', () => {
  const parsed: string[] = []
  class Element {
    attributes: Record<string, string> = {}
    style = { cssText: '' }
    setAttribute(name: string, value: string) {
      this.attributes[name] = value
    }
    set innerHTML(value: string) {
      parsed.push(value)
    }
    querySelectorAll() {
      return []
    }
  }
  const document = { createElement: () => new Element() }
  runInNewContext(buildStyleNonceScript('abc'), { document, Element })
  const element = document.createElement()
  element.setAttribute('style', 'width: 1px')
  element.setAttribute('title', 'A title')
  expect(element).toMatchObject({ style: { cssText: 'width: 1px' }, attributes: { title: 'A title' } })
  expect(element.attributes).not.toHaveProperty('style')
  element.innerHTML = '<b class="x" style="top: 0">say style="this"</b>'
  expect(parsed).toEqual(['<b class="x" data-own-style="top: 0">say style="this"</b>'])
})

test('forms may post to the configured providers', () => {
  expect(
    buildSecurityHeaders({ ...page, formTargets: ['https://id.example.org'] })['content-security-policy'],
  ).toMatch(/form-action 'self' https:\/\/id\.example\.org$/)
})

test('A-71: a page whose URL contains a token sends no referrer', () => {
  expect(buildSecurityHeaders({ ...page, tokenInUrl: true })['referrer-policy']).toBe('no-referrer')
})

test('A-71: HSTS is sent only with an https base address', () => {
  expect(buildSecurityHeaders(data)).not.toHaveProperty('strict-transport-security')
  expect(buildSecurityHeaders({ ...data, https: true })['strict-transport-security']).toMatch(
    /^max-age=63072000/,
  )
})

test('A-71: only answers to signed-in callers forbid all caching', () => {
  expect(buildSecurityHeaders(data)).not.toHaveProperty('cache-control')
  expect(buildSecurityHeaders({ ...data, authenticated: true })['cache-control']).toBe('no-store')
})
