import type { Logger } from 'pino'
import type { SessionLookup } from './auth/session.ts'
import type { TokenLookup } from './auth/token.ts'
import type { Database } from './database.ts'
import type { Env } from './env.ts'
import type { BoardAccess } from './events/board-access.ts'
import type { EventHub } from './events/hub.ts'
import type { ByteBudget } from './http/byte-budget.ts'
import type { Outlet } from './portions.ts'
import type { Role, TokenScope } from './vocabulary.ts'
import type { Limiter } from './rate/limiter.ts'
import type { Indexer } from './search/indexer.ts'
import type { Totals } from './totals.ts'

/** Everything with a lifetime of the process. Made once by createApp, handed to every request. */
export interface Services {
  database: Database
  env: Env
  log: Logger
  limiter: Limiter
  sessions: SessionLookup
  tokens: TokenLookup
  /** Tells live boards of this process what happened, whichever process wrote it. */
  events: EventHub
  /** Whether a live board may stay open. */
  boardAccess: BoardAccess
  /** The memory that uploads share. */
  uploads: ByteBudget
  /** Keeps what the search reads up to date. */
  indexer: Indexer
  /** Totals of filtered lists, for as long as nothing changes there. */
  totals: Totals
  clock: () => Date
}

/** The person (or the program in their name) that a request acts for. Plain values, no entity. */
export interface Actor {
  id: number
  name: string
  email: string
  admin: boolean
  provider: string | null
  /** The session in use; null for token requests. */
  session: { id: number; authMethod: string } | null
  /** The access token in use; null for session requests. */
  token: { id: number; scopes: TokenScope[] } | null
}

/** The caller's standing on the record that an operation is about. */
export interface Standing {
  projectId: number
  componentId: number | null
  projectRole: Role | null
  /** The higher of project and component role; `admin` for system administrators. */
  role: Role | null
}

/** What goes out beside the body: the headers of every answer, and what the operation adds to them. */
export interface Reply {
  headers: Record<string, string>
  cookies: string[]
  /** The answer already carries these headers. */
  applied: boolean
}

/** The scope that a token needs; `any` where no scope is enough, because only a session will do. */
export type ScopeNeed = 'read' | 'write' | 'any'

/** One request, as values. The entity manager is forked per procedure, never here (design 3). */
export interface RequestContext {
  services: Services
  request: {
    id: string
    method: string
    /** Client address after trusted proxies. */
    address: string | null
    userAgent: string | null
    header: (name: string) => string | undefined
  }
  credential: { kind: 'none' } | { kind: 'session'; secret: string } | { kind: 'token'; raw: string }
  reply: Reply
  /** Looks the credential up once per request; throws the 401 or 403 of decision 1. A token must carry the scope. */
  authenticate: (need: ScopeNeed) => Promise<Actor>
  /** True when the operation's rate limits were counted already, before its body was read. */
  limited?: boolean | undefined
  /** Where REST takes an answer that leaves in pieces; absent for typed clients. */
  outlet?: Outlet | undefined
  /** Which members of an operation's input are objects, by procedure path. */
  membersOf: (path: string) => Record<string, 'object' | 'other'>
}
