// What `.editorconfig` files say about one file, in the words of Prettier.
import { globMatcher } from '../glob.js'
import { type FormatOptions, globsIn, LONGEST_SETTINGS, type Read } from './prettier-options.js'

const MOST_SECTIONS = 100
type Properties = Map<string, string>

/** The files from the top to the folder of what is asked about, each with its folder; the nearest has the last word. */
export function editorOptions(
  files: readonly { folder: string; text: string }[],
  path: string
): Read<FormatOptions> {
  let known: Properties = new Map()
  for (const { folder, text } of files) {
    const read = propertiesIn(text, folder === '' ? path : path.slice(folder.length + 1))
    if (read.why !== undefined)
      return { why: `The .editorconfig of ${folder || 'the repository'} ${read.why}.` }
    const { isRoot, properties } = read.value
    known = new Map([...(isRoot ? [] : known), ...properties])
  }
  return { value: optionsOf(known) }
}

/** Sections are matched for each file that is laid out: what is too large is not begun. */
function propertiesIn(text: string, path: string): Read<{ isRoot: boolean; properties: Properties }> {
  if (text.length > LONGEST_SETTINGS) return { why: `is longer than ${LONGEST_SETTINGS} characters` }
  // The file may begin with a section, and then nothing stands before it.
  const [head = '', ...sections] = `\n${text}`.split(/^(?=[ \t]{0,20}\[)/m)
  if (sections.length > MOST_SECTIONS) return { why: `has more than ${MOST_SECTIONS} sections` }
  const about = sections.filter((section) => isAbout(/\[(.{1,500})\]/.exec(section)?.[1] ?? '', path))
  const isRoot = keysIn(head).some(([key, value]) => key === 'root' && value === 'true')
  return { value: { isRoot, properties: new Map(about.flatMap(keysIn)) } }
}

function keysIn(text: string): [string, string][] {
  return text.split('\n').flatMap((line): [string, string][] => {
    const [, key = '', value = ''] = /^([^=#;[]{1,100})=(.{0,200})$/.exec(line.trim().toLowerCase()) ?? []
    return key === '' ? [] : [[key.trim(), value.replace(/\s[#;].*$/, '').trim()]]
  })
}

function isAbout(section: string, path: string): boolean {
  return (globsIn(section) ?? []).some((glob) =>
    globMatcher(glob.includes('/') ? glob.replace(/^\//, '') : `**/${glob}`)(path)
  )
}

function optionsOf(known: Properties): FormatOptions {
  const number = (key: string) => Number(known.get(key) ?? Number.NaN)
  const [style, size, tab, width, end] = [
    known.get('indent_style'),
    known.get('indent_size'),
    number('tab_width'),
    number('max_line_length'),
    known.get('end_of_line')
  ]
  const tabWidth = size !== undefined && size !== 'tab' && Number(size) > 0 ? Number(size) : tab
  return {
    ...(style === 'tab' || size === 'tab' ? { useTabs: true } : {}),
    ...(style === 'space' ? { useTabs: false } : {}),
    ...(tabWidth > 0 ? { tabWidth } : {}),
    ...(width > 0 ? { printWidth: width } : {}),
    ...(end === 'lf' || end === 'crlf' || end === 'cr' ? { endOfLine: end } : {})
  }
}
