import { removeInvalidCharacters } from '../xml-text.ts'
import type { ComponentDocument, ContentsEntry, DocumentBlock, DocumentCover, Fact } from './blocks.ts'
import { HTML_STYLES } from './html-styles.ts'

/**
 * Writes a document as one HTML file without scripts or references to other files, so that it opens anywhere and prints
 * well. Every text is escaped. The same document gives the same bytes.
 */
export async function* renderHtml({ cover, contents, blocks }: ComponentDocument): AsyncGenerator<string> {
  yield writeHead(cover)
  yield `<header class="cover">\n${writeCover(cover)}</header>\n`
  yield '<nav aria-labelledby="contents">\n<h2 id="contents">Contents</h2>\n<ol>\n'
  for (const entry of contents) yield writeEntry(entry)
  yield '</ol>\n</nav>\n<main>\n'
  let isOpen = false
  for await (const block of blocks) {
    const opens = block.kind === 'heading' && block.level < 3
    if (opens) {
      yield isOpen ? '</section>\n<section>\n' : '<section>\n'
      isOpen = true
    }
    yield writeBlock(block)
  }
  yield `${isOpen ? '</section>\n' : ''}</main>\n${writeMarking(cover, 'bottom')}</body>\n</html>\n`
}

function writeHead(cover: DocumentCover): string {
  const title = escapeText([cover.title, cover.subtitle].join(', '))
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    `<style>${HTML_STYLES}</style>`,
    '</head>',
    '<body>',
    writeMarking(cover, 'top'),
  ].join('\n')
}

function writeMarking({ marking }: DocumentCover, position: 'top' | 'bottom'): string {
  return marking === null ? '' : `<p class="marking ${position}">${inline(marking)}</p>\n`
}

function writeCover({ title, subtitle, draft, facts }: DocumentCover): string {
  const state = draft ? '<p class="draft">Draft</p>\n' : ''
  return `<h1 dir="auto">${escapeText(title)}</h1>\n<p class="subtitle">${escapeText(subtitle)}</p>\n${state}${writeFacts(facts)}`
}

function writeEntry({ level, text, anchor }: ContentsEntry): string {
  return `<li class="level-${level}"><a href="#${encodeURIComponent(anchor)}">${inline(text)}</a></li>\n`
}

function writeBlock(block: DocumentBlock): string {
  if (block.kind === 'facts') return writeFacts(block.facts)
  if (block.kind === 'text') return `<p class="text" dir="auto">${escapeText(block.text)}</p>\n`
  if (block.kind === 'link') {
    return `<p><a href="#${encodeURIComponent(block.target)}">${escapeText(block.text)}</a></p>\n`
  }
  const level = block.level + 1
  const anchor = block.anchor === undefined ? '' : ` id="${escapeText(block.anchor)}"`
  return `<h${level}${anchor} dir="auto">${escapeText(block.text)}</h${level}>\n`
}

function writeFacts(facts: readonly Fact[]): string {
  const rows = facts.map(
    ([label, value]) => `<div><dt>${escapeText(label)}</dt><dd>${inline(value)}</dd></div>\n`,
  )
  return `<dl>\n${rows.join('')}</dl>\n`
}

/** Isolated, so that a text from right to left doesn't move its neighbors. */
const inline = (text: string): string => `<bdi>${escapeText(text)}</bdi>`

/** Escapes text for elements and quoted attributes; removes characters that HTML rejects. */
function escapeText(text: string): string {
  return removeInvalidCharacters(text.toWellFormed().replaceAll('\r\n', '\n'))
    .replaceAll('\r', '\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
