import { TRPCError } from '@trpc/server'
import { ZodRealError, type z } from 'zod'
import { isRecord } from '../../lib/json-values.ts'

/** Names that clients use to restrict a token, in lower case and without separators. */
const NARROWING = [
  /^(allowed|restrictedto|only|limitto|limitedto)?(project|component|rule|requirement|review|comment|srg|stig|guide|membership|organization|group|team|repository|namespace|resource|target)s?(id|ids|name|names)?$/,
  /^(allowed|permitted|source|client)?(ip|ips|ipaddress|ipaddresses|iprange|ipranges|cidr|cidrs|address|addresses|network|networks|subnet|subnets)(allowlist|whitelist|list)?$/,
  /^(allowlist|whitelist|denylist|blocklist|origin|origins|referrer|referrers|host|hosts)$/,
  /^(scope|scopes|permission|permissions|role|roles|access|accesslevel|ability|abilities|method|methods|path|paths|endpoint|endpoints|operation|operations|action|actions|readonly)$/,
  /^(expiry|expires|expiration|expire)(at|on|in|date|days|seconds)?$/,
  /^(validuntil|validfor|validfrom|notbefore|notafter|ttl|lifetime|lifetimedays|maxage|maxuses|singleuse|onetime)$/,
]

function isNarrowingKey(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return NARROWING.some((pattern) => pattern.test(plain))
}

/**
 * Throws 422 for unknown members that seem to restrict what is created. Ignoring them would grant more than the caller
 * intended (rule A-41). Other unknown members are ignored (rule E-6).
 */
export function assertNoUnknownFilter(raw: unknown, wrapper: string, knownKeys: readonly string[]): void {
  if (!isRecord(raw)) return
  const outside = findUnknown(raw, [wrapper], [])
  const inside = isRecord(raw[wrapper]) ? findUnknown(raw[wrapper], knownKeys, [wrapper]) : []
  const issues = [...outside, ...inside]
  if (issues.length > 0) throw new TRPCError({ code: 'BAD_REQUEST', cause: new ZodRealError(issues) })
}

function findUnknown(
  input: Record<string, unknown>,
  knownKeys: readonly string[],
  path: string[],
): z.core.$ZodIssue[] {
  return Object.entries(input)
    .filter(([name, value]) => value != null && !knownKeys.includes(name) && isNarrowingKey(name))
    .map(([name]) => {
      const message = 'is unknown here, and the token would not be restricted by it'
      return { code: 'custom', path: [...path, name], message, input: undefined }
    })
}
