import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import type { z } from 'zod'
import { listPathParameters, type Meta } from '../src/procedures/meta.ts'
import { NO_INPUT } from '../src/procedures/schemas/unknown-keys.ts'
import { listInputKeys, readShape } from '../src/procedures/trpc.ts'
import type { OperationLookup } from '../src/request-context.ts'
import { createCoercer, type Coercer } from './coerce.ts'

/** A REST route of an operation, derived from its declaration at startup. */
export interface Route {
  /** Procedure path, such as `reviews.triage`. */
  name: string
  procedure: AnyTRPCProcedure
  type: 'query' | 'mutation'
  meta: Meta
  method: string
  /** Documented path, `/reviews/{reviewId}/triage`. */
  path: string
  /** The path for Hono, `/reviews/:reviewId/triage`. */
  pattern: string
  pathParameters: string[]
  /** Coercions by member: from text (path, query, form) and from JSON. */
  fromText: Record<string, Coercer>
  fromJson: Record<string, Coercer>
}

/** Lists all REST routes, literal segments before parameters, so that no parameter shadows a name (rule E-25). */
export function listRoutes(router: AnyTRPCRouter): Route[] {
  const routes: Route[] = []
  for (const [name, procedure] of Object.entries<AnyTRPCProcedure>(router._def.procedures)) {
    const meta = procedure._def.meta as Meta | undefined
    if (!meta?.openapi) continue
    for (const { method, path } of [meta.openapi, ...(meta.also ?? [])]) {
      routes.push(createRoute(name, procedure, meta, method, path))
    }
  }
  return routes.toSorted((a, b) => (sortKey(a.path) < sortKey(b.path) ? -1 : 1))
}

/** Groups routes by path; `{id}` and `{userId}` in the same position are equal. */
export function groupRoutesByAddress(router: AnyTRPCRouter): Route[][] {
  return [...Map.groupBy(listRoutes(router), ({ path }) => sortKey(path)).values()]
}

function createRoute(
  name: string,
  procedure: AnyTRPCProcedure,
  meta: Meta,
  method: string,
  path: string,
): Route {
  const shape = readInputShape(procedure)
  const createCoercers = (lists: boolean) =>
    Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, createCoercer(schema, lists)]))
  return {
    name,
    procedure,
    type: procedure._def.type === 'query' ? 'query' : 'mutation',
    meta,
    method,
    path,
    pattern: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    pathParameters: listPathParameters(path),
    fromText: createCoercers(true),
    fromJson: createCoercers(false),
  }
}

/** Returns the members of all input parsers of a procedure. */
export function readInputShape(procedure: AnyTRPCProcedure): Record<string, z.core.$ZodType> {
  return Object.assign({}, ...listInputParsers(procedure).map(readShape))
}

/** The input parsers of a procedure in the order of its builder. */
export function listInputParsers(procedure: AnyTRPCProcedure): readonly unknown[] {
  const definition: object = procedure._def
  return 'inputs' in definition && Array.isArray(definition.inputs) ? definition.inputs : []
}

function sortKey(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '~')
}

/** Creates the lookup of a router's operations and their input keys. */
export function createOperationLookup(router: AnyTRPCRouter): OperationLookup {
  const procedures: Record<string, AnyTRPCProcedure> = router._def.procedures
  const inputKeysByPath = new Map(
    Object.entries(procedures).map(([path, procedure]) => {
      const members = listInputKeys(listInputParsers(procedure))
      return [path, { members, shape: readInputShape(procedure) }]
    }),
  )
  return {
    findOperation: (path) => {
      const procedure = Object.hasOwn(procedures, path) ? procedures[path] : undefined
      return procedure && { procedure, meta: (procedure._def.meta ?? {}) as Meta }
    },
    getInputKeys: (path) => inputKeysByPath.get(path) ?? NO_INPUT,
  }
}
