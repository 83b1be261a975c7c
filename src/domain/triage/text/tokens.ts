// Splits text into normalized words. Names of people and things become placeholders.

export interface TextToken {
  word: string
  kind: 'word' | 'code' | 'mark' | 'image' | 'link'
}

const LONGEST_WORD = 24

/** Each alternative starts with different characters and is bounded, so matching is linear. */
const TOKEN =
  /!\[|https?:\/\/[^\s)>\]]+|`[^`]{1,400}`|<[^<>]{0,200}>|@[\w-]+|#\d+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+|\p{L}[\p{L}\p{M}\p{N}_'’.-]*|\d[\w.]*|[?!]/gu

const IDENTIFIER = /[_\d]|\.\p{L}|\p{Ll}\p{Lu}/u

export function tokenizeText(line: string): TextToken[] {
  const tokens: TextToken[] = []
  for (const [text] of line.matchAll(TOKEN)) add(tokens, text)
  return tokens
}

function add(tokens: TextToken[], text: string) {
  const first = text.charAt(0)
  const marked = MARKS.get(first)
  if (marked) tokens.push(marked(text))
  else if (/^https?:\/\//.test(text)) tokens.push({ word: 'LINK', kind: 'link' })
  else if (first === '`') tokens.push(...codeTokens(text))
  else if (/^\d/.test(text)) tokens.push({ word: '0', kind: 'mark' })
  else if (/^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(text)) tokens.push(...pairs(text))
  else tokens.push(wordToken(text))
}

const MARKS = new Map<string, (text: string) => TextToken>([
  ['!', (text) => (text === '!' ? { word: '!', kind: 'mark' } : { word: 'IMAGE', kind: 'image' })],
  ['?', () => ({ word: '?', kind: 'mark' })],
  ['@', () => ({ word: 'MENTION', kind: 'mark' })],
  ['#', () => ({ word: 'NUMBER', kind: 'mark' })],
  ['<', (text) => (/^<img\b/i.test(text) ? { word: 'IMAGE', kind: 'image' } : { word: 'TAG', kind: 'code' })]
])

function codeTokens(text: string): TextToken[] {
  const words = text.slice(1, -1).match(/\p{L}[\p{L}\p{N}_]*/gu) ?? []
  return words.slice(0, 8).map((word) => ({ word: word.slice(0, LONGEST_WORD).toLowerCase(), kind: 'code' }))
}

/** Scripts without spaces: each pair of neighbouring characters is a word. */
function pairs(text: string): TextToken[] {
  const chars = [...text.slice(0, 200)]
  if (chars.length === 1) return [{ word: text, kind: 'word' }]
  return chars.slice(1).map((char, before) => ({ word: `${chars[before]}${char}`, kind: 'word' }))
}

function wordToken(text: string): TextToken {
  const word = text
    .replaceAll('’', "'")
    .replace(/[.'_-]{1,20}$/, '')
    .slice(0, LONGEST_WORD)
  return { word: word.toLowerCase(), kind: IDENTIFIER.test(word) ? 'code' : 'word' }
}
