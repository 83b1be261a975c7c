// Renders a table in a container that scrolls by itself and can be focused by keyboard.
import { type Html, type HtmlPart, html, isEmpty } from './html.js'

export interface Table {
  /** Labels the scrolling region; must be unique on the page. */
  readonly label: string
  readonly columns: readonly string[]
  /** One cell per column; the first is the row header. */
  readonly rows: readonly (readonly HtmlPart[])[]
}

/** Omits empty columns. */
export function renderTable({ label, columns, rows }: Table): Html {
  const shown = columns.map((_, at) => at === 0 || rows.some((row) => !isEmpty(row[at] ?? '')))
  const heads = columns.filter((_, at) => shown[at]).map((name) => html`<th scope="col">${name}</th>`)
  const lines = rows.map((row) => {
    const cells = row.filter((_, at) => at > 0 && shown[at]).map((cell) => html`<td>${cell}</td>`)
    return html`<tr><th scope="row">${row[0] ?? ''}</th>${cells}</tr>`
  })
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr>${heads}</tr></thead>
<tbody>${lines}</tbody>
</table></div>
`
}
