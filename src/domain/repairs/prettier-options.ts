// What the settings of a repository say to Prettier about one file: read as data, whatever form they have.
import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'
import type { Json, JsonObject } from '#schemas/common.js'
import { isObject } from '../json/path.js'
import { globMatcher } from '../text/glob.js'

export type FormatOptions = { readonly [option: string]: string | number | boolean }

/** Options whose meaning is the service's to carry out; those of plugins are not. */
const KNOWN: ReadonlySet<string> = new Set([
  ...[
    'printWidth',
    'tabWidth',
    'useTabs',
    'semi',
    'singleQuote',
    'quoteProps',
    'jsxSingleQuote',
    'trailingComma'
  ],
  ...['bracketSpacing', 'bracketSameLine', 'arrowParens', 'proseWrap', 'htmlWhitespaceSensitivity', 'parser'],
  ...[
    'vueIndentScriptAndStyle',
    'endOfLine',
    'embeddedLanguageFormatting',
    'singleAttributePerLine',
    'objectWrap'
  ],
  ...[
    'insertPragma',
    'requirePragma',
    'checkIgnorePragma',
    'experimentalTernaries',
    'experimentalOperatorPosition'
  ]
])
const NO_OPTIONS: ReadonlySet<string> = new Set(['$schema', 'overrides', 'plugins'])

export type ReadResult<Out> = { value: Out; why?: never } | { why: string }

export const LONGEST_SETTINGS = 64 * 1024
const MOST_ALIASES = 100

/** The settings that a file holds; nothing where it is a manifest without any. */
export function readPrettierSettings(path: string, text: string): ReadResult<JsonObject | undefined> {
  if (text.length > LONGEST_SETTINGS) return { why: `${path} is longer than ${LONGEST_SETTINGS} characters.` }
  if (path.endsWith('.json5')) return { why: `${path} is JSON5, which the service does not read.` }
  try {
    const content = parseSettings(path, text)
    const value = /(?:^|\/)package\.(?:json|yaml)$/.test(path) ? valueIn(content, 'prettier') : content
    if (value === undefined) return { value: undefined }
    if (isObject(value)) return { value }
    return { why: `${path} takes its Prettier settings from a package, and the service runs no packages.` }
  } catch {
    return { why: `${path} cannot be read.` }
  }
}

const valueIn = (content: Json, key: string) => (isObject(content) ? content[key] : undefined)

/** Whatever the parser makes of it is plain data: the way through JSON leaves nothing else. */
function parseSettings(path: string, text: string): Json {
  // The borders to the parsers, whose results are any.
  if (path.endsWith('.toml')) return JSON.parse(JSON.stringify(parseToml(text))) as Json
  const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false })
  if (document.errors.length > 0) throw new Error('not valid')
  // The border to the parser, as above.
  return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: MOST_ALIASES }) ?? {})) as Json
}

/** What holds for a file, `within` the folder of the settings; later overrides before earlier ones. */
export function prettierOptionsFor(settings: JsonObject, within: string): ReadResult<FormatOptions> {
  const overrides = [settings['overrides'] ?? []].flat().filter(isObject)
  const hits = overrides.map((one) => overrideApplies(one, within))
  if (hits.includes(undefined))
    return { why: 'The Prettier overrides select files in a way that the service does not support.' }
  const chosen = overrides.filter((_, at) => hits[at]).map(({ options = {} }) => options)
  const all = [settings, ...chosen.filter(isObject)]
  if (all.some(({ plugins }) => Array.isArray(plugins) && plugins.length > 0))
    return { why: 'The Prettier settings use plugins, and the service runs no plugins.' }
  return { value: Object.fromEntries(all.flatMap(plainOptions)) }
}

/** Nothing where that cannot be told. */
function overrideApplies({ files, excludeFiles }: JsonObject, within: string): boolean | undefined {
  const [hit, out] = [matches(files, within), matches(excludeFiles, within)]
  return hit === undefined || out === undefined ? undefined : hit && !out
}

function plainOptions(settings: JsonObject): [string, string | number | boolean][] {
  return Object.entries(settings).flatMap(([name, value]): [string, string | number | boolean][] =>
    !NO_OPTIONS.has(name) && KNOWN.has(name) && isPlain(value) ? [[name, value]] : []
  )
}

const isPlain = (value: Json | undefined): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** A glob without a slash is about names, wherever they are. Nothing where a glob is of a kind that is not known here. */
function matches(globs: Json | undefined, path: string): boolean | undefined {
  const all = [globs ?? []].flat().filter((one) => typeof one === 'string')
  const plain = all.map((one) => expandBraces(one.replace(/^\.\//, '')))
  if (plain.includes(undefined)) return undefined
  return plain
    .flatMap((one) => one ?? [])
    .some((one) => globMatcher(one.includes('/') ? one : `**/${one}`)(path))
}

const MOST_GLOBS = 100

/** Without braces, each of which stands for several; classes, groups and ranges are not known. */
export function expandBraces(glob: string): string[] | undefined {
  if (/[[\]()!\\]|\{[^,{}]{0,500}\}/.test(glob)) return undefined
  let open = [glob]
  const done: string[] = []
  while (open.length > 0 && open.length + done.length <= MOST_GLOBS) {
    const next = open.flatMap((one) => {
      const [whole, inside = ''] = /\{([^{}]{0,500})\}/.exec(one) ?? []
      if (whole === undefined) done.push(one)
      return whole === undefined ? [] : inside.split(',').map((part) => one.replace(whole, () => part))
    })
    open = next
  }
  return open.length > 0 ? undefined : done
}
