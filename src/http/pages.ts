// Sends a page of a list with links to the neighbouring pages.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LAST_PAGE, type Page } from '#schemas/common.js'
import type { JsonPage } from '#store/sql/list.js'
import { calledAt } from './plugins/called-at.js'
import { sendJsonText } from './reply.js'

/** Sends a page, either as rows or as JSON text from the database. */
export function sendList<Row, Body>(reply: FastifyReply, page: JsonPage<Row, Body>): Body
export function sendList<Row>(reply: FastifyReply, page: Page<Row>): Page<Row>
export function sendList<Row, Body>(reply: FastifyReply, page: Page<Row> | JsonPage<Row, Body>) {
  const link = linkHeader(reply.request, page.meta)
  if (link.length <= LONGEST_LINKS) reply.header('link', link)
  return 'text' in page ? sendJsonText(reply, page.text) : page
}

/** With default settings, proxies accept 4 KiB for all headers of a response together. */
const LONGEST_LINKS = 2_048

function linkHeader(request: FastifyRequest, meta: Page<unknown>['meta']): string {
  const query = new URLSearchParams(request.url.replace(/^[^?]*/, ''))
  const start = calledAt(request)
  const isByCursor = meta.cursor !== undefined && query.has('cursor')
  query.delete('page')
  query.delete('cursor')
  const rest = query.size === 0 ? '' : `${query}&`
  const links = isByCursor ? linksAfterCursor(meta.cursor) : linksAroundPage(meta)
  return links
    .filter(([, query]) => query !== undefined)
    .map(([rel, query]) => `<${start}?${rest}${query}>; rel="${rel}"`)
    .join(', ')
}

type PageLinks = readonly (readonly [rel: string, query: string | undefined])[]

function linksAfterCursor(cursor: string | null | undefined): PageLinks {
  return [
    ['first', pageAt(1)],
    ['next', cursor ? `cursor=${cursor}` : undefined]
  ]
}

function linksAroundPage(meta: Page<unknown>['meta']): PageLinks {
  const { page, total_pages, cursor } = meta
  if (meta.total_is_minimum)
    return [
      ['first', pageAt(1)],
      ['prev', pageAt(page - 1)],
      ['next', cursor ? pageAt(page + 1) : undefined]
    ]
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
