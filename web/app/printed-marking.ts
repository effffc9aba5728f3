const sheet = new CSSStyleSheet()
document.adoptedStyleSheets.push(sheet)

/** Prints the marking at the top and bottom of every sheet, in browsers with margin boxes. */
export function setPrintedMarking(text: string): void {
  const box = `{ content: "${escapeCssText(text)}"; font: 600 9pt sans-serif; color: #000 }`
  sheet.replaceSync(`@page { @top-center ${box} @bottom-center ${box} }`)
}

/** Escapes each character by its code point. */
function escapeCssText(text: string): string {
  return Array.from(text, (character) => `\\${character.codePointAt(0)?.toString(16)} `).join('')
}
