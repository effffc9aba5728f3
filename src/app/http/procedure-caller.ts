import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { runProcedure, type ProcedureCall } from '../../database/fast-path/run-procedure.ts'
import type { Meta } from '../../procedures/meta.ts'
import { router } from '../../procedures/trpc.ts'

/** True if a procedure returns a file or a stream, which tRPC can't send. */
export function respondsWithFile(procedure: AnyTRPCProcedure): boolean {
  const meta = procedure._def.meta as Meta | undefined
  return meta?.produces !== undefined
}

/** Returns the router for tRPC clients, without the procedures that return files or streams. */
export function createProcedureCaller(appRouter: AnyTRPCRouter): AnyTRPCRouter {
  const record: NestedRecord = {}
  for (const [path, procedure] of Object.entries<AnyTRPCProcedure>(appRouter._def.procedures)) {
    if (!respondsWithFile(procedure)) insert(record, path.split('.'), withOwnRunner(procedure))
  }
  return router(record)
}

/** Runs the procedure with the same runner as REST; the tRPC library runs subscriptions. */
function withOwnRunner(procedure: AnyTRPCProcedure): AnyTRPCProcedure {
  if (procedure._def.type === 'subscription') return procedure
  return new Proxy(procedure, {
    apply: (target, self, [call]: unknown[]): unknown =>
      isCall(call) ? runProcedure(target, call) : Reflect.apply(target, self, [call]),
  })
}

function isCall(call: unknown): call is ProcedureCall {
  return typeof call === 'object' && call !== null && 'getRawInput' in call && 'ctx' in call
}

interface NestedRecord {
  [name: string]: NestedRecord | AnyTRPCProcedure
}

function insert(record: NestedRecord, [name = '', ...rest]: string[], procedure: AnyTRPCProcedure): void {
  if (rest.length === 0) {
    record[name] = procedure
    return
  }
  const inner = record[name]
  const branch: NestedRecord = inner !== undefined && isBranch(inner) ? inner : {}
  record[name] = branch
  insert(branch, rest, procedure)
}

function isBranch(value: NestedRecord | AnyTRPCProcedure): value is NestedRecord {
  return typeof value === 'object'
}
