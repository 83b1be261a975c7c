// Normalizes source text, so that comments, whitespace, quotes and look-alike characters do not matter.

const HASH_COMMENTS =
  /\.(?:py|pyi|rb|sh|bash|ya?ml|toml|ini|cfg|r|pl|exs?|ps1|tf)$|(?:^|\/)(?:\.coveragerc|Makefile|Gemfile|Rakefile|Dockerfile|\.rspec)$/i
const INVISIBLE =
  /\u00ad|\u034f|\u061c|\u115f|\u1160|\u180e|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u206f]|[\ufe00-\ufe0f]|\ufeff/g

/** Without characters that hide text from a reader or that a compiler treats alike. */
export function normalizeSource(text: string): string {
  return text.normalize('NFKC').replace(INVISIBLE, '').replace(/\r\n?/g, '\n')
}

export function hasInvisibleCharacters(text: string): boolean {
  return text.replace(/^\ufeff/, '').search(INVISIBLE) >= 0
}

/** Keeps line breaks, so that line numbers stay the same. */
export function stripComments(text: string, path: string): string {
  const blocks = HASH_COMMENTS.test(path)
    ? /^[ \t]*(?:"""|''')[\s\S]*?(?:"""|'''|$(?![\s\S]))|^=begin\b[\s\S]*?(?:^=end\b|$(?![\s\S]))|(?<=^|\s)#(?!\[|!)[^\n]*/gm
    : /\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|(?<=^|[\s;{}(),])\/\/[^\n]*/gm
  return text.replace(blocks, (block) => block.replace(/[^\n]/g, ''))
}

/** Keeps only the whitespace that separates words, one kind of quotes, and plain member access. */
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

/** Languages in which indentation is syntax. */
const BY_INDENT = /\.(?:py|pyi|ya?ml|haml|slim|pug|sass|coffee|nim|fs)$|(?:^|\/)Makefile$/i

/** Whether two texts differ only in formatting. */
export function isSameCode(before: string, after: string, path: string): boolean {
  if (BY_INDENT.test(path)) return before === after
  return comparableSource(before, path) === comparableSource(after, path)
}

/** Compares comments too, because a removed line break may move code into a comment. */
function comparableSource(raw: string, path: string): string {
  const text = normalizeSource(raw)
  const code = stripComments(text, path)
  return [code, text].map((part) => compactSource(part).replace(/[ ()]/g, '')).join('\n')
}
