// Renders a page of Markdown, and cuts it into the sections that a search finds.
import { Marked, type Token, type Tokens } from 'marked'
import { escapeHtml } from '#domain/text/escape-html.js'
import type { ManualPage, ManualSection } from '#http/docs/manual/manual.js'
import { anchors, servedLink } from './links.js'
import { addressOf, type Source } from './sources.js'

export function renderSource({ file, text }: Source): ManualPage {
  const address = addressOf(file)
  if (address === undefined) throw new Error(`${file} has no place in the documentation`)
  const tokens = new Marked().lexer(text)
  return {
    address,
    title: titleOf(file, tokens),
    body: rendererOf(file).parser(tokens),
    sections: sectionsOf(tokens)
  }
}

function titleOf(file: string, tokens: readonly Token[]): string {
  const heading = tokens.find((token): token is Tokens.Heading => token.type === 'heading')
  if (heading?.depth !== 1) throw new Error(`${file} does not begin with a title`)
  return plain(heading)
}

function rendererOf(file: string): Marked {
  const anchorOf = anchors()
  let tables = 0
  return new Marked({
    renderer: {
      heading(token) {
        const inner = this.parser.parseInline(token.tokens)
        return `<h${token.depth} id="${escapeHtml(anchorOf(plain(token)))}">${inner}</h${token.depth}>\n`
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens)
        const target = servedLink(file, href)
        return target === undefined ? inner : `<a href="${escapeHtml(target)}">${inner}</a>`
      },
      image({ href, text }) {
        const target = servedLink(file, href)
        if (target === undefined) throw new Error(`${file} shows ${href}, which the service does not have`)
        return `<img src="${escapeHtml(target)}" alt="${escapeHtml(text)}">`
      },
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
      table({ header, rows }) {
        tables += 1
        const inRow = (cells: string[]) => `<tr>${cells.join('')}</tr>`
        const inner = (cell: Tokens.TableCell) => this.parser.parseInline(cell.tokens)
        const heads = inRow(header.map((cell) => `<th scope="col">${inner(cell)}</th>`))
        const lines = rows.map((row) => inRow(row.map((cell) => `<td>${inner(cell)}</td>`)))
        return `<div class="scroll" tabindex="0" role="region" aria-label="Table ${tables}"><table>
<thead>${heads}</thead>
<tbody>${lines.join('\n')}</tbody>
</table></div>\n`
      },
      html({ text }) {
        if (!text.trim().startsWith('<!--')) throw new Error(`${file} has markup of its own: ${text}`)
        return ''
      }
    }
  })
}

/** The lines and arrows of diagrams, which nobody reads in what was found. */
const DRAWN = /[\u2500-\u257f]+>?|-+>/g

function sectionsOf(tokens: readonly Token[]): ManualSection[] {
  const anchorOf = anchors()
  const sections: { id: string; title: string; texts: string[] }[] = []
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = plain(token)
      const id = anchorOf(title)
      const isTitle = token['depth'] === 1
      sections.push({ id: isTitle ? '' : id, title: isTitle ? '' : title, texts: [] })
    } else sections.at(-1)?.texts.push(plain(token))
  }
  return sections.map(({ id, title, texts }) => ({
    id,
    title,
    text: texts.join(' ').replaceAll(DRAWN, ' ').replaceAll(/\s+/g, ' ').trim()
  }))
}

/** The words of a token, without marks and links. */
function plain(token: Token): string {
  if (token.type === 'html' || token.type === 'space') return ''
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table // Cast: the type of the token says so.
    return [header, ...rows].flatMap((row) => row.map((cell) => cell.tokens.map(plain).join(''))).join(' ')
  }
  if (token.type === 'list') return (token as Tokens.List).items.map(plain).join(' ') // Cast: likewise.
  if ('tokens' in token && token.tokens) return token.tokens.map(plain).join('')
  return 'text' in token ? String(token.text) : ''
}
