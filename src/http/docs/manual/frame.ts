// The frame of all pages of the documentation: name, search, and the way to the other parts.
import { Html, html } from '../html.js'
import { styleOfPage } from '../style.js'
import { MANUAL_HOME, REFERENCE } from './manual.js'
import { styleOfManual } from './style.js'

/** The exact text between <style> and </style>. */
export const styleOfFrame = styleOfPage + styleOfManual

interface Framed {
  readonly title: string
  readonly nav: Html
  readonly main: Html
  /** Below the bar, across the whole width. */
  readonly head?: Html
  /** What was searched for. */
  readonly query?: string
}

export function framed({ title, nav, main, head = html``, query = '' }: Framed): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Html(styleOfFrame)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<div class="bar">
<a class="brand" href="${MANUAL_HOME}">Documentation</a>
<form role="search" action="${MANUAL_HOME}">
<input type="search" name="q" value="${query}" aria-label="Search the documentation" placeholder="Search" maxlength="200">
<button>Search</button>
</form>
<ul>
<li class="narrow"><a href="#contents">Contents</a></li>
<li><a href="${REFERENCE}">API reference</a></li>
<li><a href="/openapi.json">openapi.json</a></li>
<li><a href="/dashboard">Dashboard</a></li>
</ul>
</div>
${head}</header>
<div class="columns">
${nav}
<main id="main" tabindex="-1">
${main}
</main>
</div>
</body>
</html>
`.markup
}
