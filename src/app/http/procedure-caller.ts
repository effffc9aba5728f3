import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { runProcedure, type ProcedureCall } from '../../database/fast-path/run-procedure.ts'
import type { Meta } from '../../procedures/meta.ts'
import { router } from '../../procedures/trpc.ts'

/** Whether a procedure answers a file or a stream: REST has a form for that, tRPC has none. */
export function respondsWithFile(procedure: AnyTRPCProcedure): boolean {
  const meta = procedure._def.meta as Meta | undefined
  return meta?.produces !== undefined
}

/** What typed clients can call of a router: all but what answers files and streams, which is as unknown to them. */
export function procedureCaller(whole: AnyTRPCRouter): AnyTRPCRouter {
  const record: NestedRecord = {}
  for (const [path, procedure] of Object.entries<AnyTRPCProcedure>(whole._def.procedures)) {
    if (!respondsWithFile(procedure)) place(record, path.split('.'), runByUs(procedure))
  }
  return router(record)
}

/** The procedure, run by our runner as over REST; streams are run by the library. */
function runByUs(procedure: AnyTRPCProcedure): AnyTRPCProcedure {
  if (procedure._def.type === 'subscription') return procedure
  return new Proxy(procedure, {
    apply: (its, self, [call]: unknown[]): unknown =>
      isCall(call) ? runProcedure(its, call) : Reflect.apply(its, self, [call]),
  })
}

function isCall(call: unknown): call is ProcedureCall {
  return typeof call === 'object' && call !== null && 'getRawInput' in call && 'ctx' in call
}

interface NestedRecord {
  [name: string]: NestedRecord | AnyTRPCProcedure
}

function place(record: NestedRecord, [name = '', ...rest]: string[], procedure: AnyTRPCProcedure): void {
  if (rest.length === 0) {
    record[name] = procedure
    return
  }
  const inner = record[name]
  const branch: NestedRecord = inner !== undefined && isBranch(inner) ? inner : {}
  record[name] = branch
  place(branch, rest, procedure)
}

function isBranch(value: NestedRecord | AnyTRPCProcedure): value is NestedRecord {
  return typeof value === 'object'
}
