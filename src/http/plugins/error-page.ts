// Error pages for browsers.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ErrorBody } from '#schemas/errors.js'
import { Html, html } from '../docs/html.js'
import { framed, styleOfFrame } from '../docs/manual/frame.js'
import { MANUAL_HOME } from '../docs/manual/manual.js'
import { baseStyle } from '../docs/style.js'

const STYLE = `${baseStyle}main{max-width:34rem;margin:12vh auto;padding:0 1.25rem}h1{margin:0 0 1rem}`
const hashOf = (style: string) => createHash('sha256').update(style).digest('base64')

const PLAIN_POLICY = `default-src 'none'; style-src 'sha256-${hashOf(STYLE)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The content security policy of whatever has the frame of the documentation. */
export const FRAME_POLICY =
  `default-src 'none'; style-src 'sha256-${hashOf(styleOfFrame)}'; img-src 'self'; base-uri 'none'; ` +
  "form-action 'self'; frame-ancestors 'none'"

interface ErrorPage {
  policy: string
  markup: string
}

/** Undefined where JSON is wanted: API clients always get that, whatever they accept. */
export function errorPageFor(request: FastifyRequest, body: ErrorBody): ErrorPage | undefined {
  if (!wantsPage(request)) return undefined
  if (body.code === 'rate_limited') return { policy: PLAIN_POLICY, markup: plainPage(body) }
  return body.code === 'not_found' ? { policy: FRAME_POLICY, markup: missingPage() } : undefined
}

const PAGES = /^\/(?:dashboard|docs)(?:[/?]|$)/

/** Pages are routes outside the API document, and whatever is asked for below them. */
function wantsPage({ routeOptions, originalUrl, headers: { accept = '' } }: FastifyRequest): boolean {
  return (
    (routeOptions.schema?.hide === true || PAGES.test(originalUrl)) &&
    weightOf(accept, 'text/html') > weightOf(accept, 'application/json')
  )
}

/** The client's preference for a media type: of the exact type, else of `type/*`, else of all types. */
function weightOf(accept: string, type: string): number {
  const weights = new Map(
    accept.split(',').map((range) => {
      const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
    })
  )
  return weights.get(type) ?? weights.get(type.replace(/\/.*/, '/*')) ?? weights.get('*/*') ?? 0
}

const missingPage = () =>
  framed({
    title: 'Page not found',
    nav: html`<nav class="contents" id="contents" aria-label="Contents">
<ul>
<li><a href="/dashboard">Dashboard</a></li>
<li><a href="${MANUAL_HOME}">Documentation</a></li>
</ul>
</nav>
`,
    main: html`<article class="manual">
<h1>Page not found</h1>
<p>There is no page at this address. Begin at the <a href="/dashboard">dashboard</a> or the <a href="${MANUAL_HOME}">documentation</a>, or search above.</p>
</article>`
  })

function plainPage({ error, message, retry_after_seconds }: ErrorBody): string {
  const wait = retry_after_seconds === undefined ? '' : `Try again in ${retry_after_seconds} s.`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${error}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>${error}</h1>
<p>${message} ${wait}</p>
</main>
</body>
</html>
`.markup
}
