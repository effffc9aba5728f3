import { REASONS } from '../../openapi/reasons.ts'
import { BOARD_EVENTS } from '../../src/vocabulary.ts'

const quoted = (values: readonly string[]) => values.map((value) => `\n  | '${value}'`).join('')

/** The types before the procedures: boards, reasons and errors. */
export const HEAD = `import type {
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
} from '@trpc/server'

/** What happened. \`open\` begins a board without \`lastEventId\`; after \`reset\`, events were missed: read again. */
export type BoardEventKind =${quoted(['open', ...BOARD_EVENTS])}

/** A message of a live board. */
export interface BoardEvent {
  /** What happened. */
  event: BoardEventKind
  /** The affected records (\`review_id\`, \`rule_id\`, \`component_id\`), the \`actor\` and the time (\`at\`). */
  data: Record<string, unknown>
}

/** An event with its position on the board. */
export interface BoardItem {
  /** Its position: a board that is opened with it as \`lastEventId\` continues after it. */
  id: string
  /** The event. */
  data: BoardEvent
}

/** Why a call was rejected; /docs/api/errors explains each reason. */
export type Reason =${quoted(Object.keys(REASONS))}

/** An error of a call. */
export interface ErrorShape {
  /** JSON-RPC error code. */
  code: TRPCErrorCode
  /** The message. */
  message: string
  data: {
    /** Kind of error, such as \`NOT_FOUND\`. */
    code: string
    /** HTTP status of the error over REST. */
    httpStatus: number
    /** The procedure. */
    path: string | undefined
    /** The stable reason; see \`getErrorReason\`. */
    reason: Reason
    /** Messages by field, if values were rejected. */
    errors: Record<string, string[]> | null
    /** Further details, such as the current record of a stale write. */
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
