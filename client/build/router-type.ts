import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { z } from 'zod'
import { describeOperation } from '../../openapi/document/descriptions.ts'
import { readInputShape } from '../../openapi/routes.ts'
import { respondsWithFile } from '../../src/app/http/procedure-caller.ts'
import type { Meta } from '../../src/procedures/meta.ts'
import { HEAD } from './root-type.ts'
import { type JsonSchema, printDocComment, toTypeScript } from './types.ts'

/**
 * Prints the router's type for clients from the zod schemas of its procedures: inputs, outputs and errors with
 * documentation. Procedures that return files are left to REST.
 */
export function printRouterType(router: AnyTRPCRouter): string {
  const names = new Map<string, string>()
  const tree: Tree = {}
  for (const [path, procedure] of Object.entries<AnyTRPCProcedure>(router._def.procedures)) {
    if (!respondsWithFile(procedure)) {
      addMember(tree, path.split('.'), printProcedureType(path, procedure, names))
    }
  }
  return [
    HEAD,
    ...names.values(),
    `export type AppRouter = TRPCBuiltRouter<Root, ${printTreeType(tree)}>`,
    '',
  ].join('\n\n')
}

interface Member {
  type: string
  description: string
}

function printProcedureType(path: string, procedure: AnyTRPCProcedure, names: Map<string, string>): Member {
  const meta = (procedure._def.meta ?? {}) as Meta
  const kind = KINDS[procedure._def.type]
  const members = readInputShape(procedure) as Record<string, z.ZodType>
  const query = procedure._def.type === 'query'
  const input =
    Object.keys(members).length > 0 ? printSchemaType(z.object(members), 'input', names, query) : 'void'
  const output =
    procedure._def.type === 'subscription'
      ? BOARD
      : printSchemaType(getOutputSchema(procedure), 'output', names)
  const address = meta.openapi && `\`${meta.openapi.method} ${meta.openapi.path}\``
  return {
    type: `${kind}<{ input: ${input}; output: ${output}; meta: unknown }>`,
    description: printDocComment(
      `${meta.openapi?.summary ?? meta.summary}.`,
      describeOperation(path, meta),
      address,
    ),
  }
}

const KINDS = {
  query: 'TRPCQueryProcedure',
  mutation: 'TRPCMutationProcedure',
  subscription: 'TRPCSubscriptionProcedure',
}
/** Every subscription is a live board (src/events/serve-board.ts); tRPC has no output shape for them. */
const BOARD = 'AsyncIterable<BoardItem, never, unknown>'

interface Tree {
  [name: string]: Tree | Member
}

function addMember(tree: Tree, [name = '', ...rest]: string[], member: Member): void {
  if (rest.length === 0) {
    tree[name] = member
    return
  }
  const inner = tree[name]
  const branch: Tree = inner === undefined || isMember(inner) ? {} : inner
  tree[name] = branch
  addMember(branch, rest, member)
}

function isMember(value: Tree | Member): value is Member {
  return typeof value['type'] === 'string'
}

function printTreeType(tree: Tree): string {
  const members = Object.entries(tree).map(([name, inner]) =>
    isMember(inner) ? `${inner.description}${name}: ${inner.type}` : `${name}: ${printTreeType(inner)}`,
  )
  return `{\n${members.join('\n')}\n}`
}

function getOutputSchema(procedure: AnyTRPCProcedure): z.ZodType {
  const definition: object = procedure._def
  if ('output' in definition && definition.output instanceof z.ZodType) return definition.output
  throw new Error('a procedure has no output shape')
}

/** Prints a schema as a type. Schemas with an id become named types; for inputs, the name ends with `Input`. */
function printSchemaType(
  schema: z.ZodType,
  io: 'input' | 'output',
  names: Map<string, string>,
  query = false,
): string {
  if (schema instanceof z.ZodVoid) return 'void'
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
  const toTypeName = (id: string) => (io === 'input' && !id.endsWith('Input') ? `${id}Input` : id)
  const toReferencedName = (reference: string) => {
    const id = reference.split('/').at(-1) ?? ''
    return reference === '#' ? 'unknown' : toTypeName(id)
  }
  for (const [id, definition] of Object.entries(json.$defs ?? {})) {
    const name = toTypeName(id)
    if (names.has(name)) continue
    names.set(
      name,
      `${printDocComment(definition.description)}export type ${name} = ${toTypeScript(definition, toReferencedName)}`,
    )
  }
  return toTypeScript(json, toReferencedName, query)
}
