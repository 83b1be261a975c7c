// Builds HTML in which every text is escaped unless it was built here.
import { escapeHtml } from '#domain/text/escape-html.js'

/** Safe markup. A class, so that no value of a document can pass for it. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

export type HtmlPart = Html | string | number | readonly HtmlPart[]

function markupOf(part: HtmlPart): string {
  if (part instanceof Html) return part.markup
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  return part.map(markupOf).join('')
}

export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const pieces = strings.map((text, at) => text + markupOf(parts[at] ?? ''))
  return new Html(pieces.join(''))
}

export function joinHtml(parts: readonly HtmlPart[], separator: HtmlPart): Html {
  return new Html(parts.map(markupOf).join(markupOf(separator)))
}

/** Removes duplicates and keeps the order. */
export function distinct(parts: readonly Html[]): readonly Html[] {
  return [...new Map(parts.map((part) => [part.markup, part])).values()]
}

export function isEmpty(part: HtmlPart): boolean {
  return markupOf(part) === ''
}
