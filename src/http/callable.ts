import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import type { Meta } from '../meta.ts'
import { router } from '../trpc.ts'

/** Whether a procedure answers a file or a stream: REST has a form for that, tRPC has none. */
export function answersFile(procedure: AnyTRPCProcedure): boolean {
  const meta = procedure._def.meta as Meta | undefined
  return meta?.produces !== undefined
}

/** What typed clients can call of a router: all but what answers files and streams, which is as unknown to them. */
export function callable(whole: AnyTRPCRouter): AnyTRPCRouter {
  const record: NestedRecord = {}
  for (const [path, procedure] of Object.entries<AnyTRPCProcedure>(whole._def.procedures)) {
    if (!answersFile(procedure)) place(record, path.split('.'), procedure)
  }
  return router(record)
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
