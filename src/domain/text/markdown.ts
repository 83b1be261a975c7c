// Markdown that the service posts. Text from logs, repositories, people and models must stay inert in it: no mention, link,
// image, reference or HTML.
import { isPlainUrl, printable, shortened } from './shown-text.js'

const LONGEST_CODE = 200
const LONGEST_LINE = 300
const LONGEST_PLAIN = 220

/** A code span on one line; back-ticks would end it. */
export const inlineCode = (text: string, longest = LONGEST_CODE): string =>
  `\`${shortened(printable(text).replaceAll('`', ' ').trim(), longest) || '-'}\``

const FENCE = '~~~~~~'
/** A line that looks like a fence would end the block. */
const LIKE_FENCE = /^(\s{0,300})~/

export function fencedBlock(lines: readonly string[]): string {
  const inside = lines.map((line) => shortened(printable(line), LONGEST_LINE))
  return [`${FENCE}text`, ...inside.map((line) => line.replace(LIKE_FENCE, '$1| ~')), FENCE].join('\n')
}

/** The summary is HTML: it must be the service's own words. */
export const detailsBlock = (summary: string, content: string): string =>
  `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`

/** Only an address that cannot end the link becomes one. */
export const link = (words: string, url: string | null): string =>
  url !== null && isPlainUrl(url) ? `[${words}](${url})` : words

const WORD_JOINER = '\u2060'

/** Where the host would see a mention, a reference or a link, an invisible character keeps it from being one. */
const withoutReferences = (text: string): string =>
  text
    .replaceAll(/[@#](?=[\p{L}\p{N}])/gu, `$&${WORD_JOINER}`)
    .replaceAll(/\bGH-(?=\d)/gi, `$&${WORD_JOINER}`)
    .replaceAll('://', `:${WORD_JOINER}//`)
    .replaceAll(/\bwww(?=\.)/gi, `$&${WORD_JOINER}`)

/** One line for titles and commit messages, which are no Markdown. */
export const inertLine = (text: string, longest = LONGEST_PLAIN): string =>
  withoutReferences(shortened(printable(text).replaceAll(/\s+/g, ' ').trim(), longest))

/** One line of prose in Markdown; an underscore within a word means nothing there. */
export const plainProse = (text: string, longest = LONGEST_PLAIN): string =>
  inertLine(text, longest)
    .replaceAll(/[\\`*[\]<>|~&$]/g, String.raw`\$&`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)

/** Breaks lines between words; a longer word gets a line of its own. */
export const wrapLines = (text: string, width: number): string[] =>
  text.split(/\r?\n/).flatMap((line) => wrapLine(line, width))

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`
    if (longer.length <= width || current === '') {
      current = longer
      continue
    }
    lines.push(current)
    current = word
  }
  return [...lines, current]
}
