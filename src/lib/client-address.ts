import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * The address a request really comes from: the socket's, or, when that is a trusted proxy, the rightmost forwarded one
 * that is not (rule A-69). IPv4-mapped IPv6 is answered as IPv4. Null when the answer would be a guess:
 * no socket address, or a trusted hop that names something unreadable.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string | null {
  if (forwardedFor === undefined) return plainAddress(socketAddress ?? '')
  const hops = forwardedFor.split(',')
  let current = parse(socketAddress ?? '')
  while (current && hops.length > 0 && matches(current, trustedProxies)) {
    current = parse(withoutPort((hops.pop() ?? '').trim()))
  }
  return current?.toString() ?? null
}

/** Connections repeat, and parsing an address costs as much as routing. */
const plain = new LRUCache<string, { text: string | null }>({ max: 1000 })

function plainAddress(socketAddress: string): string | null {
  const known = plain.get(socketAddress)
  if (known) return known.text
  const text = parse(socketAddress)?.toString() ?? null
  plain.set(socketAddress, { text })
  return text
}

/**
 * What one client holds at once: its IPv4 address, or the /64 of its IPv6 address, of which it may use every other
 * one. Limits by address count by this.
 */
export function networkOf(address: string | null): string {
  const parsed = parse(address ?? '')
  if (!(parsed instanceof ipaddr.IPv6)) return address ?? 'unknown'
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}

/** True when the address lies in one of the ranges; no ranges (null or []) allow any, unreadable never matches. */
export function addressAllowed(address: string | null, cidrs: readonly string[] | null): boolean {
  if (cidrs === null || cidrs.length === 0) return true
  const parsed = parse(address ?? '')
  return parsed !== null && matches(parsed, cidrs)
}

/** Whether this is an address of this machine to itself. */
export function isLoopback(address: string | undefined): boolean {
  return parse(address ?? '')?.range() === 'loopback'
}

/** True for an IPv4 or IPv6 address or CIDR, as allow lists and TRUSTED_PROXIES take them. */
export function isCidr(text: string): boolean {
  return range(text) !== null
}

function matches(address: Address, cidrs: readonly string[]): boolean {
  return cidrs.some((cidr) => {
    const found = range(cidr)
    return found !== null && found.base.kind() === address.kind() && address.match(found.base, found.bits)
  })
}

function range(text: string): { base: Address; bits: number } | null {
  const [address = '', prefix, ...more] = text.split('/')
  const written = read(address)
  if (written === null || more.length > 0) return null
  const longest = written.kind() === 'ipv4' ? 32 : 128
  if (prefix !== undefined && !/^(0|[1-9][0-9]{0,2})$/.test(prefix)) return null
  const bits = prefix === undefined ? longest : Number(prefix)
  if (bits > longest) return null
  const base = unmapped(written)
  if (base.kind() === written.kind()) return { base, bits }
  return bits < 96 ? null : { base, bits: bits - 96 }
}

function parse(text: string): Address | null {
  const address = read(text.split('%', 1)[0] ?? '')
  return address && unmapped(address)
}

/** Four decimal parts or IPv6; the shorthands of inet_aton (127.1, 0x7f.0.0.1) are refused. */
function read(text: string): Address | null {
  // The library asks by throwing, which costs as much as a small statement.
  if (text.includes(':')) {
    return !text.includes('%') && ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null
  }
  return text !== '' && ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.IPv4.parse(text) : null
}

function unmapped(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

/** Some proxies forward `1.2.3.4:5678` or `[::1]:5678`. */
function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::[0-9]{1,5})?$/.exec(text)?.[1] ?? /^([0-9.]+):[0-9]{1,5}$/.exec(text)?.[1] ?? text
}
