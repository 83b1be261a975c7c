// Source texts without what lets the same thing look different: comments, spaces, quotes, look-alike characters.

const HASH_COMMENTS =
  /\.(?:py|pyi|rb|sh|bash|ya?ml|toml|ini|cfg|r|pl|exs?|ps1|tf)$|(?:^|\/)(?:\.coveragerc|Makefile|Gemfile|Rakefile|Dockerfile|\.rspec)$/i
const INVISIBLE =
  /\u00ad|\u034f|\u061c|\u115f|\u1160|\u180e|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u206f]|[\ufe00-\ufe0f]|\ufeff/g

/** As a compiler would take it, or as a person could be made to read it. */
export function normalizeSource(text: string): string {
  return text.normalize('NFKC').replace(INVISIBLE, '').replace(/\r\n?/g, '\n')
}

export function hasInvisibleCharacters(text: string): boolean {
  return text.replace(/^\ufeff/, '').search(INVISIBLE) >= 0
}

/** Lines keep their places: what is taken out leaves its line breaks. */
export function stripComments(text: string, path: string): string {
  const blocks = HASH_COMMENTS.test(path)
    ? /^[ \t]*(?:"""|''')[\s\S]*?(?:"""|'''|$(?![\s\S]))|^=begin\b[\s\S]*?(?:^=end\b|$(?![\s\S]))|(?<=^|\s)#(?!\[|!)[^\n]*/gm
    : /\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|(?<=^|[\s;{}(),])\/\/[^\n]*/gm
  return text.replace(blocks, (block) => block.replace(/[^\n]/g, ''))
}

/** One space where words would run together, and none anywhere else; one kind of quotes; plain member access. */
export function compactSource(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/ ?([^\w\s$@]) ?/g, '$1')
    .replace(/["`]/g, "'")
    .replace(/\?\./g, '.')
    .replace(/\['(\w+)'\]/g, '.$1')
    .replace(/,([)\]}])/g, '$1')
    .replace(/;/g, ' ')
    .trim()
}

/** Where the depth of a line says what it belongs to, its space is no matter of taste. */
const BY_INDENT = /\.(?:py|pyi|ya?ml|haml|slim|pug|sass|coffee|nim|fs)$|(?:^|\/)Makefile$/i

/** Whether two texts differ in nothing but how they are set. */
export function isSameCode(before: string, after: string, path: string): boolean {
  if (BY_INDENT.test(path)) return before === after
  return comparableSource(before, path) === comparableSource(after, path)
}

/** Comments are compared by themselves: a line break that goes may put code into one. */
function comparableSource(raw: string, path: string): string {
  const text = normalizeSource(raw)
  const code = stripComments(text, path)
  return [code, text].map((one) => compactSource(one).replace(/[ ()]/g, '')).join('\n')
}
