import type { Context, Hono } from 'hono'
import { otherMethods, refuse, type ContextOf } from '../../openapi/rest.ts'
import { sameSecret } from '../auth/secrets.ts'
import { DomainError, notFound } from '../errors.ts'
import { TEXT_TYPE, textOf } from '../metrics/families.ts'
import { gatherer } from '../metrics/gather.ts'
import type { Services } from '../services.ts'
import { isLoopback } from './client-address.ts'
import { socketAddress } from './request-context.ts'

/** Whoever has one of these comes through somebody who is local to us, and is not. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']
const CHALLENGE = { 'www-authenticate': 'Bearer realm="metrics"' }

/**
 * The figures of the service for Prometheus. With METRICS_TOKEN they are for its bearer, else 401; without one for
 * callers on this machine, and to all others the address is an unknown one. docs/operations.md has every figure.
 */
export function mountMetrics(app: Hono, services: Services, contextOf: ContextOf): void {
  const gather = gatherer(services)
  const { token } = services.env.metrics
  app.get('/metrics', async (c) => {
    const refused = token === null ? localAlone(c) : bearerAlone(c, token)
    if (refused) return refuse(c, contextOf(c), refused)
    return c.text(textOf(await gather()), 200, { 'content-type': TEXT_TYPE, 'cache-control': 'no-store' })
  })
  app.all('/metrics', otherMethods(['GET'], contextOf))
}

function localAlone(c: Context): DomainError | null {
  const forwarded = FORWARDED.some((name) => c.req.header(name) !== undefined)
  return !forwarded && isLoopback(socketAddress(c)) ? null : notFound()
}

function bearerAlone(c: Context, token: string): DomainError | null {
  const given = /^bearer +(.*)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (given !== undefined && sameSecret(given, token)) return null
  const said = 'The figures need their bearer token.'
  return new DomainError('unauthenticated', 'not_authenticated', said, { headers: CHALLENGE })
}
