// Renders descriptions with a subset of Markdown: paragraphs, bullet lists, `code` and **strong**.
import { type Html, html, joinHtml } from './html.js'

/** A single line, for table cells and headings. */
export function phrase(text: string): Html {
  const pieces = text.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*)/)
  return joinHtml(pieces.map(markedPiece), '')
}

function markedPiece(piece: string): Html {
  if (piece.length > 2 && piece.startsWith('`')) return html`<code>${piece.slice(1, -1)}</code>`
  if (piece.length > 4 && piece.startsWith('**')) return html`<strong>${piece.slice(2, -2)}</strong>`
  return html`${piece}`
}

/** A description of several paragraphs. */
export function prose(text: string): Html {
  const blocks = text.split(/\n\s*\n/).filter((block) => block.trim() !== '')
  return joinHtml(blocks.map(block), '')
}

function block(text: string): Html {
  const lines = text.trim().split('\n')
  const isList = lines.every((line) => /^\s*[-*] /.test(line))
  if (!isList) return html`<p>${phrase(text.trim())}</p>`
  return html`<ul class="prose">${lines.map((line) => html`<li>${phrase(line.replace(/^\s*[-*] /, ''))}</li>`)}</ul>`
}
