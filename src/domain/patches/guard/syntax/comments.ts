// Comments that tools obey: a new one tells them to look away, or to do something else.
import type { Fault } from './judging.js'
import type { Tree } from './parse.js'

/** Tags by which people describe a function. */
const DESCRIBES =
  /^(?:param|arg|argument|return|returns|throws|example|see|remarks|type|typedef|template|property|prop|since|deprecated|default|defaultValue|yields|link|inheritDoc)$/
const ORDERS =
  /\b(?:eslint|tslint|jshint|jslint|jscs|biome|oxlint|prettier|stylelint|istanbul|c8|v8|nyc|webpack\w*|vite\w*|rollup|terser|noinspection|NOSONAR|nosemgrep|nosec|noqa|lgtm|codeql|sonar\w*|snyk|gitleaks|deno-lint|dprint|flow|sourceMappingURL|sourceURL|skip\s+(?:ci|tests?))\b|^\s*(?:globals?|exported|#|!)\s/i

export function commentFaults(before: Tree, after: Tree): Fault[] {
  const known = new Set(before.comments.map(({ value }) => value))
  return after.comments
    .filter(({ value }) => !known.has(value) && isOrder(value))
    .map(({ line }) => ({ line, reason: 'The comment gives an order to a tool.' }))
}

function isOrder(value: string): boolean {
  const tags = [...value.matchAll(/@([\w-]{1,40})/g)]
  return ORDERS.test(value) || /^[#@]/.test(value.trim()) || tags.some(([, tag = '']) => !DESCRIBES.test(tag))
}
