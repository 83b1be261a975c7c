// An error page for browsers.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ErrorBody } from '#schemas/common.js'
import { Html, html } from '../docs/html.js'
import { baseStyle } from '../docs/style.js'

const STYLE = `${baseStyle}main{max-width:34rem;margin:12vh auto;padding:0 1.25rem}h1{margin:0 0 1rem}`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

export const ERROR_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Only routes outside the API document are pages. API clients always get JSON, whatever they accept. */
export function wantsPage({ routeOptions, headers: { accept = '' } }: FastifyRequest): boolean {
  return (
    routeOptions.schema?.hide === true && weightOf(accept, 'text/html') > weightOf(accept, 'application/json')
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

export function errorPage({ error, message, retry_after_seconds }: ErrorBody): string {
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
