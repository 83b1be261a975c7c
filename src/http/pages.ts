// Answers with a page of a list, and with links to those around it.
import type { FastifyReply } from 'fastify'
import { LAST_PAGE, type Page } from '#schemas/common.js'
import type { JsonPage } from '#store/sql/list.js'
import { sendJsonText } from './reply.js'

/** Sends a page, as rows or as the database has written it. Every list goes through here. */
export function sendList<Row, Body>(reply: FastifyReply, page: JsonPage<Row, Body>): Body
export function sendList<Row>(reply: FastifyReply, page: Page<Row>): Page<Row>
export function sendList<Row, Body>(reply: FastifyReply, page: Page<Row> | JsonPage<Row, Body>) {
  const link = linkHeader(reply.request.url, page.meta)
  if (link.length <= LONGEST_LINKS) reply.header('link', link)
  return 'text' in page ? sendJsonText(reply, page.text) : page
}

/** All headers of a reply together must fit into 4 KiB for a proxy that has been left as it came. */
const LONGEST_LINKS = 2_048

/** The links are nothing but queries: wherever a proxy has put the service, they lead to the path that was asked. */
function linkHeader(url: string, meta: Page<unknown>['meta']): string {
  const query = new URLSearchParams(url.replace(/^[^?]*/, ''))
  const isByCursor = meta.cursor !== undefined && query.has('cursor')
  query.delete('page')
  query.delete('cursor')
  const rest = query.size === 0 ? '' : `${query}&`
  const places = isByCursor ? linksAfterCursor(meta.cursor) : linksAroundPage(meta)
  return places
    .filter(([, place]) => place !== undefined)
    .map(([rel, place]) => `<?${rest}${place}>; rel="${rel}"`)
    .join(', ')
}

type PageLinks = readonly (readonly [rel: string, place: string | undefined])[]

function linksAfterCursor(cursor: string | null | undefined): PageLinks {
  return [
    ['first', pageAt(1)],
    ['next', cursor ? `cursor=${cursor}` : undefined]
  ]
}

function linksAroundPage({ page, total_pages }: Page<unknown>['meta']): PageLinks {
  return [
    ['first', pageAt(1)],
    ['prev', pageAt(Math.min(page - 1, total_pages))],
    ['next', page < total_pages ? pageAt(page + 1) : undefined],
    ['last', pageAt(total_pages)]
  ]
}

function pageAt(page: number): string | undefined {
  return page >= 1 && page <= LAST_PAGE ? `page=${page}` : undefined
}
