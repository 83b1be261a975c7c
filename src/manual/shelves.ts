// The order of the documentation: the headings and lists of its first page.
import { Marked, type Token, type Tokens } from 'marked'
import type { ManualPage, Shelf } from '#http/docs/manual/manual.js'
import { servedLink } from './links.js'
import type { Source } from './sources.js'

export function shelvesOf({ file, text }: Source): Shelf[] {
  const shelves: { title: string; links: { title: string; address: string }[] }[] = []
  for (const token of new Marked().lexer(text)) {
    if (token.type === 'heading' && token['depth'] === 2) shelves.push({ title: token['text'], links: [] })
    if (token.type === 'list') shelves.at(-1)?.links.push(...linksIn(file, token))
  }
  return shelves.filter(({ links }) => links.length > 0)
}

/** The first link of each item is the page that it is about. */
function linksIn(file: string, list: Token): { title: string; address: string }[] {
  // Cast: the caller has looked at its type.
  return (list as Tokens.List).items.flatMap((item) => {
    const link = firstLink(item.tokens)
    const address = link && servedLink(file, link.href)
    return link && address !== undefined ? [{ title: link.text, address }] : []
  })
}

function firstLink(tokens: readonly Token[]): Tokens.Link | undefined {
  for (const token of tokens) {
    if (token.type === 'link') return token as Tokens.Link // Cast: its type says so.
    const inner = 'tokens' in token && token.tokens ? firstLink(token.tokens) : undefined
    if (inner) return inner
  }
  return undefined
}

/** Pages in the order of the shelves, and then those that stand on none. */
export function inOrder(pages: readonly ManualPage[], shelves: readonly Shelf[]): ManualPage[] {
  const places = shelves.flatMap(({ links }) => links.map(({ address }) => address))
  const placeOf = ({ address }: ManualPage) =>
    places.includes(address) ? places.indexOf(address) : places.length
  return [...pages].sort((a, b) => placeOf(a) - placeOf(b))
}
