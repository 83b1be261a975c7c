// Translates the `.editorconfig` settings of a file into Prettier options.
import { globMatcher } from '../text/glob.js'
import { expandBraces, type FormatOptions, LONGEST_SETTINGS, type ReadResult } from './prettier-options.js'

const MOST_SECTIONS = 100
type Properties = Map<string, string>

/** Invalid lines, and settings with a trailing comment, which versions of Prettier read differently. */
const UNSUPPORTED_LINE = /^(?:[^#;[=][^=]{0,999}$|[^#;[=][^=]{0,999}=.{0,999}\s[#;])/

/** Expects the `.editorconfig` files from the root to the folder of the file; the nearest one takes precedence. */
export function editorConfigOptions(
  files: readonly { folder: string; text: string }[],
  path: string
): ReadResult<FormatOptions> {
  let merged: Properties = new Map()
  for (const { folder, text } of files) {
    const parsed = propertiesIn(text, folder === '' ? path : path.slice(folder.length + 1))
    if (parsed.why !== undefined)
      return { why: `The .editorconfig of ${folder || 'the repository'} ${parsed.why}.` }
    const { isRoot, properties } = parsed.value
    merged = new Map([...(isRoot ? [] : merged), ...properties])
  }
  return { value: toFormatOptions(merged) }
}

/** Every file to format matches all sections, so the size is limited first. */
function propertiesIn(text: string, path: string): ReadResult<{ isRoot: boolean; properties: Properties }> {
  if (text.length > LONGEST_SETTINGS) return { why: `is longer than ${LONGEST_SETTINGS} characters` }
  // A line break is added, so that the head is empty if the file begins with a section.
  const [head = '', ...sections] = `\n${text}`.split(/^(?=[ \t]{0,20}\[)/m)
  if (sections.length > MOST_SECTIONS) return { why: `has more than ${MOST_SECTIONS} sections` }
  const globs = sections.map(globsOf)
  if (globs.includes(undefined))
    return { why: 'has a section that selects files in a way that the service does not support' }
  if (text.split('\n').some((line) => UNSUPPORTED_LINE.test(line.trim())))
    return { why: 'has a line that versions of Prettier interpret differently' }
  const applicable = sections.filter((_, at) => sectionApplies(globs[at] ?? [], path))
  const isRoot = keysIn(head).some(([key, value]) => key === 'root' && value === 'true')
  return { value: { isRoot, properties: new Map(applicable.flatMap(keysIn)) } }
}

function keysIn(text: string): [string, string][] {
  return text.split('\n').flatMap((line): [string, string][] => {
    const [, key = '', value = ''] = /^([^=#;[]{1,100})=(.{0,200})$/.exec(line.trim().toLowerCase()) ?? []
    return key === '' ? [] : [[key.trim(), value.trim()]]
  })
}

/** Undefined if the header cannot be read, because the section may apply to the file. */
function globsOf(section: string): string[] | undefined {
  const [, glob] = /^\[(.{1,500})\]$/.exec(section.split('\n', 1)[0]?.trim() ?? '') ?? []
  return glob === undefined ? undefined : expandBraces(glob)
}

function sectionApplies(globs: readonly string[], path: string): boolean {
  return globs.some((glob) => globMatcher(glob.includes('/') ? glob.replace(/^\//, '') : `**/${glob}`)(path))
}

/** Prettier ignores other numbers. */
const numberIn = (value: string | undefined) =>
  /^[1-9]\d{0,9}$/.test(value ?? '') ? Number(value) : undefined

function toFormatOptions(properties: Properties): FormatOptions {
  const [width, quotes, end] = ['max_line_length', 'quote_type', 'end_of_line'].map((key) =>
    properties.get(key)
  )
  const printWidth = width === 'off' ? Number.POSITIVE_INFINITY : numberIn(width)
  return {
    ...indentOptions(properties),
    ...(printWidth === undefined ? {} : { printWidth }),
    ...(quotes === 'single' || quotes === 'double' ? { singleQuote: quotes === 'single' } : {}),
    ...(end === 'lf' || end === 'crlf' || end === 'cr' ? { endOfLine: end } : {})
  }
}

/** Each of the two sizes defaults to the other; with tabs, only the tab width counts. */
function indentOptions(properties: Properties): FormatOptions {
  const style = properties.get('indent_style')
  const indent = properties.get('indent_size') ?? (style === 'tab' ? 'tab' : undefined)
  const tab = properties.get('tab_width') ?? (indent === 'tab' ? undefined : indent)
  const size = indent === 'tab' ? (tab ?? indent) : indent
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
