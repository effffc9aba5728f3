/** The style sheet of HTML documents, for screen and print. */
export const HTML_STYLES = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.25; }
h1 { font-size: 2rem; }
h2 { font-size: 1.5rem; margin-top: 3rem; }
h3 { font-size: 1.125rem; margin-top: 2.5rem; }
h4 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
.marking { text-align: center; font-weight: bold; margin: 0; }
.marking.top { position: sticky; top: 0; background: Canvas; }
.subtitle { font-size: 1.25rem; }
.draft { display: inline-block; border: 2px solid; padding: 0 .75rem; font-weight: bold; text-transform: uppercase; }
.text { white-space: pre-wrap; margin: 0 0 .75rem; }
nav ol { list-style: none; padding: 0; }
nav .level-2 { padding-inline-start: 1.5rem; }
dl div { display: grid; grid-template-columns: 11rem 1fr; gap: 1rem; }
dt { font-weight: bold; }
dd { margin: 0; }
@media (max-width: 30rem) { dl div { grid-template-columns: 1fr; gap: 0; } }
@media print {
  @page { margin: 2cm; }
  :root { color-scheme: light; }
  body { max-width: none; padding: 1.5em 0; font-size: 10pt; }
  a { color: inherit; text-decoration: none; }
  h2, h3, h4, dl div { break-after: avoid; break-inside: avoid; }
  nav, .cover, main > section:has(> h2) { break-after: auto; }
  nav { break-before: page; break-after: page; }
  .text { orphans: 3; widows: 3; }
  .marking.top, .marking.bottom { position: fixed; left: 0; right: 0; background: none; }
  .marking.top { top: 0; }
  .marking.bottom { bottom: 0; }
}
`
