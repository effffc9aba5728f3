import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { z } from 'zod'
import type { Meta } from '../../src/meta.ts'
import { inputShape } from '../../openapi/routes.ts'
import { type JsonSchema, typeOf } from './types.ts'

/**
 * The router's type as a client sees it, from the zod shapes of its procedures: inputs, outputs and refusals,
 * and nothing of the server behind them.
 */
export function routerType(router: AnyTRPCRouter): string {
  const names = new Map<string, string>()
  const tree: Tree = {}
  for (const [path, procedure] of Object.entries<AnyTRPCProcedure>(router._def.procedures)) {
    const type = KINDS[procedure._def.type]
    const members = inputShape(procedure) as Record<string, z.ZodType>
    const input = Object.keys(members).length > 0 ? printed(z.object(members), 'input', names) : 'void'
    const output = outputType(procedure, names)
    place(tree, path.split('.'), `${type}<{ input: ${input}; output: ${output}; meta: unknown }>`)
  }
  const shapes = [...names].map(([name, type]) => `export type ${name} = ${type}`)
  return [HEAD, ...shapes, `export type AppRouter = TRPCBuiltRouter<Root, ${treeType(tree)}>`, ''].join(
    '\n\n',
  )
}

function outputType(procedure: AnyTRPCProcedure, names: Map<string, string>): string {
  if (procedure._def.type === 'subscription') return BOARD
  const meta = procedure._def.meta as Meta | undefined
  return meta?.produces ? 'Response' : printed(outputOf(procedure), 'output', names)
}

const KINDS = {
  query: 'TRPCQueryProcedure',
  mutation: 'TRPCMutationProcedure',
  subscription: 'TRPCSubscriptionProcedure',
}
/** Every subscription is a live board (routers/events.ts); tRPC has no output shape for them. */
const BOARD = 'AsyncIterable<{ id: string; data: BoardEvent }, never, unknown>'

const HEAD = `import type {
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
} from '@trpc/server'

/** What a live board sends. */
export interface BoardEvent {
  event: string
  data: Record<string, unknown>
}

/** A refusal: \`data.reason\` is stable and listed at /docs/api/errors. */
export interface ErrorShape {
  code: TRPCErrorCode
  message: string
  data: {
    code: string
    httpStatus: number
    path: string | undefined
    reason: string
    errors: Record<string, string[]> | null
    details: Record<string, unknown> | null
    requestId: string | null
  }
}

type TRPCErrorCode = number

interface Root {
  ctx: object
  meta: object
  errorShape: ErrorShape
  transformer: false
}`

interface Tree {
  [name: string]: Tree | string
}

function place(tree: Tree, [name = '', ...rest]: string[], type: string): void {
  if (rest.length === 0) {
    tree[name] = type
    return
  }
  const inner = tree[name]
  const branch: Tree = typeof inner === 'object' ? inner : {}
  tree[name] = branch
  place(branch, rest, type)
}

function treeType(tree: Tree): string {
  const members = Object.entries(tree).map(
    ([name, inner]) => `${name}: ${typeof inner === 'string' ? inner : treeType(inner)}`,
  )
  return `{\n${members.join('\n')}\n}`
}

function outputOf(procedure: AnyTRPCProcedure): z.ZodType {
  const definition: object = procedure._def
  if ('output' in definition && definition.output instanceof z.ZodType) return definition.output
  throw new Error('a procedure has no output shape')
}

/** One shape as a type; shapes with an id become types of that name, those of inputs with `Input` behind it. */
function printed(schema: z.ZodType, io: 'input' | 'output', names: Map<string, string>): string {
  if (schema instanceof z.ZodVoid) return 'void'
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
  const nameOf = (id: string) => (io === 'input' && !id.endsWith('Input') ? `${id}Input` : id)
  const named = (reference: string) => {
    const id = reference.split('/').at(-1) ?? ''
    return reference === '#' ? 'unknown' : nameOf(id)
  }
  for (const [id, definition] of Object.entries(json.$defs ?? {})) {
    const name = nameOf(id)
    if (!names.has(name)) names.set(name, typeOf(definition, named))
  }
  return typeOf(json, named)
}
