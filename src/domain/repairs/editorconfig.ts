// What `.editorconfig` files say about one file, in the words of Prettier.
import { globMatcher } from '../glob.js'
import { type FormatOptions, globsIn } from './prettier-options.js'

type Properties = Map<string, string>

/** The files from the top to the folder of what is asked about, each with its folder; the nearest has the last word. */
export function editorOptions(
  files: readonly { folder: string; text: string }[],
  path: string
): FormatOptions {
  let known: Properties = new Map()
  for (const { folder, text } of files) {
    const { isRoot, properties } = propertiesIn(text, folder === '' ? path : path.slice(folder.length + 1))
    known = new Map([...(isRoot ? [] : known), ...properties])
  }
  return optionsOf(known)
}

function propertiesIn(text: string, path: string): { isRoot: boolean; properties: Properties } {
  const [head = '', ...sections] = text.split(/^(?=[ \t]{0,20}\[)/m)
  const about = sections.filter((section) => isAbout(/\[(.{1,500})\]/.exec(section)?.[1] ?? '', path))
  return {
    isRoot: keysIn(head).some(([key, value]) => key === 'root' && value === 'true'),
    properties: new Map(about.flatMap(keysIn))
  }
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
