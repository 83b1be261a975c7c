// Finds new comments that tools obey, such as those that disable a check.
import type { HarmFault } from './compare-context.js'
import type { SyntaxTree } from './parse.js'

/** Tags of documentation comments. */
const DOC_TAGS =
  /^(?:param|arg|argument|return|returns|throws|example|see|remarks|type|typedef|template|property|prop|since|deprecated|default|defaultValue|yields|link|inheritDoc)$/
const TOOL_DIRECTIVES =
  /\b(?:eslint|tslint|jshint|jslint|jscs|biome|oxlint|prettier|stylelint|istanbul|c8|v8|nyc|webpack\w*|vite\w*|rollup|terser|noinspection|NOSONAR|nosemgrep|nosec|noqa|lgtm|codeql|sonar\w*|snyk|gitleaks|deno-lint|dprint|flow|sourceMappingURL|sourceURL|skip\s+(?:ci|tests?))\b|^\s*(?:globals?|exported|#|!)\s/i

export function commentFaults(before: SyntaxTree, after: SyntaxTree): HarmFault[] {
  const commentsBefore = new Set(before.comments.map(({ value }) => value))
  return after.comments
    .filter(({ value }) => !commentsBefore.has(value) && isToolDirective(value))
    .map(({ line }) => ({ line, reason: 'The comment gives an order to a tool.' }))
}

function isToolDirective(value: string): boolean {
  const tags = [...value.matchAll(/@([\w-]{1,40})/g)]
  return (
    TOOL_DIRECTIVES.test(value) ||
    /^[#@]/.test(value.trim()) ||
    tags.some(([, tag = '']) => !DOC_TAGS.test(tag))
  )
}
