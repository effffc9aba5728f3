import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { toErrorResponse } from '../../openapi/errors.ts'
import { DomainError } from '../errors.ts'
import { buildSecurityHeaders } from '../http/security-headers.ts'

const RETRY_SECONDS = 1

const formatPage = (nonce: string) => `<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Rulewright is starting</title>
<style nonce="${nonce}">main { font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem; }</style>
<main><h1>Rulewright is starting</h1><p>This page reloads by itself.</p></main></html>
`

/**
 * Handles requests between binding the address and being ready, which takes minutes when a large database is migrated:
 * `/up` answers 200, browsers get a page that reloads, and programs the documented 503 with `Retry-After`.
 */
export const answerWhileStarting: RequestListener = ({ url, headers: { accept = '' } }, outgoing) => {
  const isPage = accept.includes('text/html')
  const [requestId, nonce] = [randomUUID(), randomUUID()]
  const headers = {
    ...buildSecurityHeaders({ body: isPage ? 'html' : 'data', https: false, authenticated: false, nonce }),
    'cache-control': 'no-store',
    'x-request-id': requestId,
  }
  if (url === '/up') {
    outgoing.writeHead(200, { ...headers, 'content-type': 'text/plain; charset=UTF-8' }).end('up')
  } else if (isPage) {
    const page = {
      'content-type': 'text/html; charset=UTF-8',
      'retry-after': String(RETRY_SECONDS),
      refresh: String(RETRY_SECONDS),
    }
    outgoing.writeHead(503, { ...headers, ...page }).end(formatPage(nonce))
  } else {
    const error = new DomainError(
      'unavailable',
      'service_unavailable',
      'The service is starting. Please try again.',
      { retryAfter: RETRY_SECONDS },
    )
    const answer = toErrorResponse(error, requestId)
    outgoing.writeHead(answer.status, { ...headers, ...answer.headers }).end(JSON.stringify(answer.body))
  }
}
