// What `.editorconfig` files say about one file, in the words of Prettier.
import { globMatcher } from '../text/glob.js'
import { expandBraces, type FormatOptions, LONGEST_SETTINGS, type ReadResult } from './prettier-options.js'

const MOST_SECTIONS = 100
type Properties = Map<string, string>

/** Neither a setting nor a head nor a comment, or a setting with one behind it: versions of Prettier differ there. */
const ODD = /^(?:[^#;[=][^=]{0,999}$|[^#;[=][^=]{0,999}=.{0,999}\s[#;])/

/** The files from the top to the folder of what is asked about, each with its folder; the nearest has the last word. */
export function editorConfigOptions(
  files: readonly { folder: string; text: string }[],
  path: string
): ReadResult<FormatOptions> {
  let known: Properties = new Map()
  for (const { folder, text } of files) {
    const read = propertiesIn(text, folder === '' ? path : path.slice(folder.length + 1))
    if (read.why !== undefined)
      return { why: `The .editorconfig of ${folder || 'the repository'} ${read.why}.` }
    const { isRoot, properties } = read.value
    known = new Map([...(isRoot ? [] : known), ...properties])
  }
  return { value: toFormatOptions(known) }
}

/** Sections are matched for each file that is laid out: what is too large is not begun. */
function propertiesIn(text: string, path: string): ReadResult<{ isRoot: boolean; properties: Properties }> {
  if (text.length > LONGEST_SETTINGS) return { why: `is longer than ${LONGEST_SETTINGS} characters` }
  // The file may begin with a section, and then nothing stands before it.
  const [head = '', ...sections] = `\n${text}`.split(/^(?=[ \t]{0,20}\[)/m)
  if (sections.length > MOST_SECTIONS) return { why: `has more than ${MOST_SECTIONS} sections` }
  const globs = sections.map(globsOf)
  if (globs.includes(undefined))
    return { why: 'has a section that selects files in a way that the service does not support' }
  if (text.split('\n').some((line) => ODD.test(line.trim())))
    return { why: 'has a line that versions of Prettier interpret differently' }
  const about = sections.filter((_, at) => sectionApplies(globs[at] ?? [], path))
  const isRoot = keysIn(head).some(([key, value]) => key === 'root' && value === 'true')
  return { value: { isRoot, properties: new Map(about.flatMap(keysIn)) } }
}

function keysIn(text: string): [string, string][] {
  return text.split('\n').flatMap((line): [string, string][] => {
    const [, key = '', value = ''] = /^([^=#;[]{1,100})=(.{0,200})$/.exec(line.trim().toLowerCase()) ?? []
    return key === '' ? [] : [[key.trim(), value.trim()]]
  })
}

/** Nothing where its head is another than can be told: what it says may be about the file. */
function globsOf(section: string): string[] | undefined {
  const [, glob] = /^\[(.{1,500})\]$/.exec(section.split('\n', 1)[0]?.trim() ?? '') ?? []
  return glob === undefined ? undefined : expandBraces(glob)
}

function sectionApplies(globs: readonly string[], path: string): boolean {
  return globs.some((glob) => globMatcher(glob.includes('/') ? glob.replace(/^\//, '') : `**/${glob}`)(path))
}

/** The numbers that count; of all others Prettier knows nothing. */
const numberIn = (value: string | undefined) =>
  /^[1-9]\d{0,9}$/.test(value ?? '') ? Number(value) : undefined

function toFormatOptions(known: Properties): FormatOptions {
  const [width, quotes, end] = ['max_line_length', 'quote_type', 'end_of_line'].map((key) => known.get(key))
  const printWidth = width === 'off' ? Number.POSITIVE_INFINITY : numberIn(width)
  return {
    ...indentOptions(known),
    ...(printWidth === undefined ? {} : { printWidth }),
    ...(quotes === 'single' || quotes === 'double' ? { singleQuote: quotes === 'single' } : {}),
    ...(end === 'lf' || end === 'crlf' || end === 'cr' ? { endOfLine: end } : {})
  }
}

/** One stands in for the other where only one is said; with tabs, what counts is how wide they are. */
function indentOptions(known: Properties): FormatOptions {
  const style = known.get('indent_style')
  const said = known.get('indent_size') ?? (style === 'tab' ? 'tab' : undefined)
  const tab = known.get('tab_width') ?? (said === 'tab' ? undefined : said)
  const size = said === 'tab' ? (tab ?? said) : said
  const useTabs = usesTabs(style, size)
  const tabWidth = (useTabs === false ? numberIn(size) : undefined) ?? numberIn(tab)
  return {
    ...(useTabs === undefined ? {} : { useTabs }),
    ...(tabWidth === undefined ? {} : { tabWidth })
  }
}

function usesTabs(style: string | undefined, size: string | undefined): boolean | undefined {
  if (style === 'space') return false
  return style === 'tab' || size === 'tab' ? true : undefined
}
