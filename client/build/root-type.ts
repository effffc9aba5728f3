import { REASONS } from '../../openapi/reasons.ts'
import { BOARD_EVENTS } from '../../src/vocabulary.ts'

const quoted = (values: readonly string[]) => values.map((value) => `\n  | '${value}'`).join('')

/** What stands before the procedures: boards, reasons and refusals. */
export const HEAD = `import type {
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
} from '@trpc/server'

/** What happened. \`open\` begins a board without \`lastEventId\`; after \`reset\`, events were missed: read again. */
export type BoardEventKind =${quoted(['open', ...BOARD_EVENTS])}

/** What a live board sends. */
export interface BoardEvent {
  /** What happened. */
  event: BoardEventKind
  /** The records it happened to (\`review_id\`, \`rule_id\`, \`component_id\`), who did it (\`actor\`) and when (\`at\`). */
  data: Record<string, unknown>
}

/** An event with its place on the board. */
export interface BoardItem {
  /** Its place: a later board with it as \`lastEventId\` begins behind it. */
  id: string
  /** The event. */
  data: BoardEvent
}

/** Why a call was refused; what each one means is listed at /docs/api/errors. */
export type Reason =${quoted(Object.keys(REASONS))}

/** A refusal. */
export interface ErrorShape {
  /** Number of the kind of refusal in JSON-RPC. */
  code: TRPCErrorCode
  /** Why, in a sentence. */
  message: string
  data: {
    /** Kind of refusal, such as \`NOT_FOUND\`. */
    code: string
    /** Status that the same refusal has over REST. */
    httpStatus: number
    /** The procedure. */
    path: string | undefined
    /** The stable reason; see \`getErrorReason\`. */
    reason: Reason
    /** Messages by field, where values were refused. */
    errors: Record<string, string[]> | null
    /** Further facts, such as the current record of a stale write. */
    details: Record<string, unknown> | null
    /** Id of the request; quote it when asking for help. */
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
