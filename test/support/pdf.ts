import { inflateSync } from 'node:zlib'

/** The parts of a generated PDF file that tests read. */
export interface ReadPdf {
  /** The text of each page, in drawing order. */
  pages: string[]
  /** The outline titles in file order. */
  outline: string[]
  /** The objects without their streams. */
  objects: Map<number, string>
}

/** Reads a PDF file, decoding its texts with the character maps. Throws if the cross-reference table is wrong. */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = Buffer.from(bytes).toString('latin1')
  const objects = new Map<number, string>()
  const streams = new Map<number, string>()
  for (const [id, offset] of readOffsets(file)) {
    const start = `${id} 0 obj\n`
    if (!file.startsWith(start, offset)) throw new Error(`object ${id} is not at ${offset}`)
    const end = file.indexOf('\nendobj\n', offset)
    const body = file.slice(offset + start.length, end)
    objects.set(id, body.split('\nstream\n')[0] ?? '')
    const length = Number(/\/Length (\d+)>>\nstream\n/.exec(body)?.[1] ?? Number.NaN)
    if (Number.isNaN(length)) continue
    const streamStart = file.indexOf('stream\n', offset) + 'stream\n'.length
    streams.set(
      id,
      inflateSync(Buffer.from(file.slice(streamStart, streamStart + length), 'latin1')).toString('latin1'),
    )
  }
  const glyphs = {
    R: readCharacterMap('DejaVuSans', objects, streams),
    B: readCharacterMap('DejaVuSans-Bold', objects, streams),
  }
  const root = [...objects.values()].find((body) => body.includes('/Type /Pages')) ?? ''
  const pages = findReferences(/\/Kids \[([^\]]*)\]/.exec(root)?.[1] ?? '').map((id) => {
    const content = findReferences(/\/Contents (\d+ 0 R)/.exec(objects.get(id) ?? '')?.[1] ?? '')[0] ?? 0
    return readTexts(streams.get(content) ?? '', glyphs)
  })
  const outline = [...objects.values()].flatMap((body) => {
    const title = body.includes('/Dest') && /\/Title <feff([0-9a-f]*)>/.exec(body)?.[1]
    return title ? [decodeUtf16(title)] : []
  })
  return { pages, outline, objects }
}

function readOffsets(file: string): [id: number, offset: number][] {
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1] ?? Number.NaN)
  const [, count = '0'] = /^xref\n0 (\d+)\n/.exec(file.slice(start, start + 40)) ?? []
  const lines = file
    .slice(start)
    .split('\n')
    .slice(2, 2 + Number(count))
  return lines.flatMap((line, id): [number, number][] =>
    line.endsWith('n ') ? [[id, Number(line.slice(0, 10))]] : [],
  )
}

function readCharacterMap(
  name: string,
  objects: Map<number, string>,
  streams: Map<number, string>,
): Map<string, string> {
  const font =
    [...objects.values()].find((body) => body.includes(`/BaseFont /SUBSET+${name} /Encoding`)) ?? ''
  const [id = 0] = findReferences(/\/ToUnicode (\d+ 0 R)/.exec(font)?.[1] ?? '')
  const entries = (streams.get(id) ?? '').matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4,8})>/g)
  return new Map([...entries].map(([, glyph = '', unicode = '']) => [glyph, decodeUtf16(unicode)]))
}

function readTexts(content: string, fonts: Record<'R' | 'B', Map<string, string>>): string {
  let font = fonts.R
  const lines: string[] = []
  for (const line of content.split('\n')) {
    let text = ''
    const pieces = line.matchAll(
      /\/([RB]) [\d.]+ Tf|ActualText <feff([0-9a-f]*)>>> BDC <[0-9a-f]+> Tj EMC|<([0-9a-f]+)> Tj/g,
    )
    for (const [, name, actual, glyphs] of pieces) {
      if (name === 'R' || name === 'B') font = fonts[name]
      else if (actual !== undefined) text += decodeUtf16(actual)
      else text += (glyphs?.match(/.{4}/g) ?? []).map((glyph) => font.get(glyph) ?? '\ufffd').join('')
    }
    if (text !== '') lines.push(text)
  }
  return lines.join('\n')
}

const findReferences = (text: string): number[] =>
  [...text.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id))

function decodeUtf16(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le')
}
