import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { SIGN_IN_ERRORS } from '../src/auth/external/sign-in-error.ts'
import { REASONS } from './reasons.ts'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** The page that lists every problem type fragment and every reason (rule E-12). */
export function renderErrorPage(): Html {
  const rows = Object.entries(REASONS).map(
    ([reason, { status, meaning }]) =>
      html`<tr id="${reason}">
        <td>${status}</td>
        <td><code>${reason}</code></td>
        <td>${meaning}</td>
      </tr>`,
  )
  const signIns = Object.entries(SIGN_IN_ERRORS).map(
    ([code, meaning]) =>
      html`<tr id="sign_in_error-${code}">
        <td><code>${code}</code></td>
        <td>${meaning}</td>
      </tr>`,
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Errors of the API</title>
        <link rel="icon" href="data:," />
      </head>
      <body>
        <h1>Errors of the API</h1>
        <p>
          Every error has a stable <code>reason</code>. Problem documents also name it in <code>type</code>.
        </p>
        ${renderTable(['Status', 'Reason', 'Meaning'], rows)}
        <h2>Rejected external sign-ins</h2>
        <p>The browser returns with <code>?sign_in_error=</code> and one of these codes.</p>
        ${renderTable(['Code', 'Meaning'], signIns)}
      </body>
    </html>`
}

function renderTable(headings: readonly string[], rows: Html[]): Html {
  return html`<table>
    <thead>
      <tr>
        ${headings.map((heading) => html`<th>${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
}
