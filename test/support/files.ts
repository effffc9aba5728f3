import { strFromU8, unzipSync } from 'fflate'
import type { User } from '../../entities/user.ts'
import type { World } from './world.ts'

/** A downloaded file. */
export interface Download {
  status: number
  type: string
  name: string
  bytes: Uint8Array
  text: string
  /** The texts of its entries in order, if it is an archive. */
  entries: () => Record<string, string>
}

/** Downloads a file as this user. */
export async function download(
  world: World,
  user: User,
  path: string,
  headers: Record<string, string> = {},
): Promise<Download> {
  const cookie = await world.createCookie(user)
  const response = await world.app.request(path, { headers: { cookie, ...headers } })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const disposition = response.headers.get('content-disposition') ?? ''
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    name: /filename="([^"]*)"/.exec(disposition)?.[1] ?? '',
    bytes,
    text: strFromU8(bytes),
    entries: () =>
      Object.fromEntries(
        Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]),
      ),
  }
}

/** The years of the times of an archive's entries, from its central directory. */
export function listEntryYears(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = bytes.length - 22
  let at = view.getUint32(end + 16, true)
  return Array.from({ length: view.getUint16(end + 10, true) }, () => {
    const year = 1980 + (view.getUint16(at + 14, true) >> 9)
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + view.getUint16(at + field, true), 0)
    return year
  })
}

/** The records of a CSV file (RFC 4180). */
export function parseCsvRecords(text: string): string[][] {
  const records: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') records.push([])
    if (end === '') break
  }
  return records.filter((record) => record.some((cell) => cell !== ''))
}
