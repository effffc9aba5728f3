/** The response properties that decide its security headers. */
export interface AnswerKind {
  /** `data`: JSON, text and files; `html`: pages of the service; `workbench`: the web application. */
  body: 'data' | 'html' | 'workbench'
  /** True if the public address is https, so that HSTS is sent. */
  https: boolean
  /** True if the caller is signed in. */
  authenticated: boolean
  /** Nonce of this response, for pages that need inline styles and scripts. */
  nonce?: string
  /** Origins of sign-in providers that forms may post to. */
  formTargets?: readonly string[]
  /** True for pages with a token in their URL. */
  tokenInUrl?: boolean
}

const TWO_YEARS = 'max-age=63072000; includeSubDomains'

/** Returns the security headers of a response by lower-case name (rule A-71). */
export function buildSecurityHeaders(kind: AnswerKind): Record<string, string> {
  return {
    'content-security-policy': buildContentPolicy(kind),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'referrer-policy': kind.tokenInUrl ? 'no-referrer' : 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(kind.https ? { 'strict-transport-security': TWO_YEARS } : {}),
    ...(kind.authenticated ? { 'cache-control': 'no-store' } : {}),
  }
}

function buildContentPolicy(kind: AnswerKind): string {
  if (kind.body === 'workbench') return buildWebAppPolicy(kind)
  return kind.body === 'html' ? buildPagePolicy(kind) : "default-src 'none'; frame-ancestors 'none'"
}

/** The policy of the web application: no inline scripts or styles, and trusted types (rule E-27). */
function buildWebAppPolicy({ nonce = '', formTargets = [] }: AnswerKind): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "require-trusted-types-for 'script'",
  ].join('; ')
}

function buildPagePolicy({ nonce, formTargets = [] }: AnswerKind): string {
  const inline = nonce === undefined ? '' : ` 'nonce-${nonce}'`
  return [
    "default-src 'self'",
    `script-src 'self'${inline}`,
    `style-src 'self'${inline}`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
  ].join('; ')
}

/**
 * Returns a script for pages whose libraries style elements at run time. It adds the nonce to style elements and sets
 * style attributes, which a nonce can't allow, as properties. Put it before the library, in a script with that nonce.
 */
export function buildStyleNonceScript(nonce: string): string {
  return `
const create = document.createElement.bind(document)
document.createElement = (name, options) => {
  const element = create(name, options)
  if (String(name).toLowerCase() === 'style') element.setAttribute('nonce', ${JSON.stringify(nonce)})
  return element
}
const set = Element.prototype.setAttribute
Element.prototype.setAttribute = function (name, value) {
  if (String(name).toLowerCase() === 'style' && this.style) this.style.cssText = value
  else set.call(this, name, value)
}
const html = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')
const renameStyle = (tag) => tag.replace(/ style="/i, ' data-own-style="')
Object.defineProperty(Element.prototype, 'innerHTML', {
  ...html,
  set(value) {
    html.set.call(this, String(value ?? '').replace(/<[a-z][^<>]*>/gi, renameStyle))
    for (const element of this.querySelectorAll('[data-own-style]')) {
      element.style.cssText = element.dataset.ownStyle
      element.removeAttribute('data-own-style')
    }
  },
})`
}
