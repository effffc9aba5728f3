import type { AnyTRPCProcedure } from '@trpc/server'
import { listRoutes } from '../../openapi/routes.ts'
import { appRouter } from '../../routers/index.ts'
import { needsSession, type Meta } from '../../src/procedures/meta.ts'

/** The callers in the columns of the permission matrix (rule A-6). */
export const COLUMNS = ['anonymous', 'nonMember', 'viewer', 'author', 'reviewer', 'admin', 'system'] as const
export type Column = (typeof COLUMNS)[number]

/** Y allowed, U 401, F 403, D denied by the disclosure policy: 403, or 404 for non-members of hidden projects. */
export type Cell = 'Y' | 'U' | 'F' | 'D'

const ROLES = ['viewer', 'author', 'reviewer', 'admin'] as const

/** The outcome of a declared access for every column; null if the operation depends on more than a role. */
export function toCells(needs: string, record = 'none'): Record<Column, Cell> | null {
  if (needs === 'public') return createRow('Y', 'Y', () => 'Y')
  if (needs === 'signed in' || needs === 'session') return createRow('U', 'Y', () => 'Y')
  if (needs === 'system admin' || needs === 'privileged') {
    return createRow('U', record === 'component' ? 'D' : 'F', () => 'F')
  }
  if (needs === 'member') return createRow('U', 'D', () => 'Y')
  if (needs === 'show') return createRow('U', 'D', () => 'Y')
  const role = ROLES.find((known) => needs === known || needs === `project ${known}`)
  if (!role) return null
  return createRow('U', 'D', (heldRole) => (ROLES.indexOf(heldRole) >= ROLES.indexOf(role) ? 'Y' : 'F'))
}

function createRow(
  anonymous: Cell,
  nonMember: Cell,
  member: (role: (typeof ROLES)[number]) => Cell,
): Record<Column, Cell> {
  return {
    anonymous,
    nonMember,
    viewer: member('viewer'),
    author: member('author'),
    reviewer: member('reviewer'),
    admin: member('admin'),
    system: 'Y',
  }
}

/** The declaration of one REST operation's procedure, and the token scope that it requires (rule A-6). */
export interface DeclaredOperation {
  key: string
  method: string
  path: string
  needs: string
  record: string
  tokens: 'pub' | 'no' | 'r' | 'w'
}

/** Every REST operation with what its procedure declares. */
export function listDeclared(): DeclaredOperation[] {
  return listRoutes(appRouter).map(({ method, path, procedure }) => {
    const { access } = ((procedure as AnyTRPCProcedure)._def.meta ?? {}) as Meta
    const needs = access?.needs ?? ''
    const tokens = needs === 'public' ? 'pub' : needsSession(access) ? 'no' : method === 'GET' ? 'r' : 'w'
    return { key: `${method} ${path}`, method, path, needs, record: access?.record ?? '', tokens }
  })
}
