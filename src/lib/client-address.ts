import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Returns the client address: the socket's, or behind trusted proxies the rightmost untrusted forwarded one (rule A-69).
 * IPv4-mapped IPv6 becomes IPv4. Null if the socket has no address, or a trusted proxy forwards an invalid one.
 */
export function findClientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string | null {
  if (forwardedFor === undefined) return toPlainAddress(socketAddress ?? '')
  const hops = forwardedFor.split(',')
  let current = parse(socketAddress ?? '')
  while (current && hops.length > 0 && matches(current, trustedProxies)) {
    current = parse(removePort((hops.pop() ?? '').trim()))
  }
  return current?.toString() ?? null
}

/** Parsed addresses: parsing costs as much as routing. */
const plain = new LRUCache<string, { text: string | null }>({ max: 1000 })

function toPlainAddress(socketAddress: string): string | null {
  const cached = plain.get(socketAddress)
  if (cached) return cached.text
  const text = parse(socketAddress)?.toString() ?? null
  plain.set(socketAddress, { text })
  return text
}

/**
 * Returns the network to count limits by: the IPv4 address, or the /64 of an IPv6 address, because one client can use
 * all addresses of its /64.
 */
export function toNetwork(address: string | null): string {
  const parsed = parse(address ?? '')
  if (!(parsed instanceof ipaddr.IPv6)) return address ?? 'unknown'
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}

/** True if the address is in one of the ranges. Without ranges (null or []) any is allowed; invalid ones never match. */
export function isAddressAllowed(address: string | null, cidrs: readonly string[] | null): boolean {
  if (cidrs === null || cidrs.length === 0) return true
  const parsed = parse(address ?? '')
  return parsed !== null && matches(parsed, cidrs)
}

/** True for a loopback address. */
export function isLoopback(address: string | undefined): boolean {
  return parse(address ?? '')?.range() === 'loopback'
}

/** True for an IPv4 or IPv6 address or CIDR, as in allow lists and TRUSTED_PROXIES. */
export function isCidr(text: string): boolean {
  return parseRange(text) !== null
}

function matches(address: Address, cidrs: readonly string[]): boolean {
  return cidrs.some((cidr) => {
    const parsed = parseRange(cidr)
    return parsed !== null && parsed.base.kind() === address.kind() && address.match(parsed.base, parsed.bits)
  })
}

function parseRange(text: string): { base: Address; bits: number } | null {
  const [address = '', prefix, ...more] = text.split('/')
  const parsed = parseStrict(address)
  if (parsed === null || more.length > 0) return null
  const longest = parsed.kind() === 'ipv4' ? 32 : 128
  if (prefix !== undefined && !/^(0|[1-9][0-9]{0,2})$/.test(prefix)) return null
  const bits = prefix === undefined ? longest : Number(prefix)
  if (bits > longest) return null
  const base = removeMapping(parsed)
  if (base.kind() === parsed.kind()) return { base, bits }
  return bits < 96 ? null : { base, bits: bits - 96 }
}

function parse(text: string): Address | null {
  const address = parseStrict(text.split('%', 1)[0] ?? '')
  return address && removeMapping(address)
}

/** Parses four decimal parts or IPv6; rejects the short forms of inet_aton (127.1, 0x7f.0.0.1). */
function parseStrict(text: string): Address | null {
  // Check before parsing: the library throws for invalid addresses, which costs as much as a small SQL statement.
  if (text.includes(':')) {
    return !text.includes('%') && ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null
  }
  return text !== '' && ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.IPv4.parse(text) : null
}

function removeMapping(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

/** Some proxies forward `1.2.3.4:5678` or `[::1]:5678`. */
function removePort(text: string): string {
  return /^\[([^\]]*)\](?::[0-9]{1,5})?$/.exec(text)?.[1] ?? /^([0-9.]+):[0-9]{1,5}$/.exec(text)?.[1] ?? text
}
