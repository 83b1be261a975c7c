// Renders the pages of the documentation, and what a search has found in them.
import { Html, html } from '../html.js'
import { framed } from './frame.js'
import { MANUAL_HOME, type Manual, type ManualPage, type Shelf } from './manual.js'
import type { Hit } from './search.js'

export function manualPage({ shelves }: Manual, page: ManualPage): string {
  return framed({
    title: page.address === MANUAL_HOME ? page.title : `${page.title}: documentation`,
    nav: shelvesNav(shelves, page.address),
    // The build has made it of our own files, with everything escaped.
    main: html`<article class="manual">${new Html(page.body)}</article>`
  })
}

export function resultsPage({ shelves }: Manual, query: string, hits: readonly Hit[]): string {
  const count = hits.length === 1 ? '1 place' : `${hits.length} places`
  const main = html`<article class="manual">
<h1>Search</h1>
<p role="status">${hits.length === 0 ? 'Nothing has all of these words:' : `${count} with:`} <strong>${query}</strong></p>
<ol class="hits">
${hits.map(hitItem)}</ol>
</article>`
  return framed({ title: `${query}: search`, nav: shelvesNav(shelves, ''), main, query })
}

function hitItem({ entry, before, marked, after }: Hit): Html {
  const title = entry.title === '' ? entry.page : `${entry.page}: ${entry.title}`
  return html`<li><a href="${entry.address}">${title}</a>
<p>${before}<mark>${marked}</mark>${after}</p></li>
`
}

function shelvesNav(shelves: readonly Shelf[], current: string): Html {
  return html`<nav class="contents after" id="contents" aria-label="Contents">
<ul>
${shelves.map((shelf) => shelfItem(shelf, current))}</ul>
</nav>
`
}

function shelfItem({ title, links }: Shelf, current: string): Html {
  const isHere = links.some(({ address }) => address === current)
  const items = links.map((link) => {
    const mark = link.address === current ? html` aria-current="page"` : html``
    return html`<li><a href="${link.address}"${mark}>${link.title}</a></li>
`
  })
  return html`<li><details${isHere ? html` open` : html``}><summary>${title} <span class="count">${links.length}</span></summary>
<ul>${items}</ul></details></li>
`
}
