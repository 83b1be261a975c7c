// Reads the Prettier settings of a repository for one file, as data, in any format.
import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'
import type { Json, JsonObject } from '#schemas/common.js'
import { isObject } from '../json/path.js'
import { globMatcher } from '../text/glob.js'

export type FormatOptions = { readonly [option: string]: string | number | boolean }

/** Options that the bundled Prettier supports; those of plugins are not included. */
const KNOWN_OPTIONS: ReadonlySet<string> = new Set([
  'printWidth',
  'tabWidth',
  'useTabs',
  'semi',
  'singleQuote',
  'quoteProps',
  'jsxSingleQuote',
  'trailingComma',
  'bracketSpacing',
  'bracketSameLine',
  'arrowParens',
  'proseWrap',
  'htmlWhitespaceSensitivity',
  'parser',
  'vueIndentScriptAndStyle',
  'endOfLine',
  'embeddedLanguageFormatting',
  'singleAttributePerLine',
  'objectWrap',
  'insertPragma',
  'requirePragma',
  'checkIgnorePragma',
  'experimentalTernaries',
  'experimentalOperatorPosition'
])
const NO_OPTIONS: ReadonlySet<string> = new Set(['$schema', 'overrides', 'plugins'])

export type ReadResult<Out> = { value: Out; why?: never } | { why: string }

export const LONGEST_SETTINGS = 64 * 1024
const MOST_ALIASES = 100

/** The settings in a file; undefined for a manifest without any. */
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

/** The round trip through JSON leaves plain data only. */
function parseSettings(path: string, text: string): Json {
  // Casts: the parsers return any.
  if (path.endsWith('.toml')) return JSON.parse(JSON.stringify(parseToml(text))) as Json
  const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false })
  if (document.errors.length > 0) throw new Error('not valid')
  // Cast: as above.
  return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: MOST_ALIASES }) ?? {})) as Json
}

/** The options for the file `within` the folder of the settings; later overrides take precedence. */
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

/** Undefined if it cannot be decided. */
function overrideApplies({ files, excludeFiles }: JsonObject, within: string): boolean | undefined {
  const [isIncluded, isExcluded] = [matches(files, within), matches(excludeFiles, within)]
  return isIncluded === undefined || isExcluded === undefined ? undefined : isIncluded && !isExcluded
}

function plainOptions(settings: JsonObject): [string, string | number | boolean][] {
  return Object.entries(settings).flatMap(([name, value]): [string, string | number | boolean][] =>
    !NO_OPTIONS.has(name) && KNOWN_OPTIONS.has(name) && isPlain(value) ? [[name, value]] : []
  )
}

const isPlain = (value: Json | undefined): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** A glob without a slash matches names in any folder. Undefined for unsupported globs. */
function matches(globs: Json | undefined, path: string): boolean | undefined {
  const all = [globs ?? []].flat().filter((glob) => typeof glob === 'string')
  const plain = all.map((glob) => expandBraces(glob.replace(/^\.\//, '')))
  if (plain.includes(undefined)) return undefined
  return plain
    .flatMap((glob) => glob ?? [])
    .some((glob) => globMatcher(glob.includes('/') ? glob : `**/${glob}`)(path))
}

const MOST_GLOBS = 100

/** Expands braces; classes, groups and ranges are not supported. */
export function expandBraces(glob: string): string[] | undefined {
  if (/[[\]()!\\]|\{[^,{}]{0,500}\}/.test(glob)) return undefined
  let open = [glob]
  const done: string[] = []
  while (open.length > 0 && open.length + done.length <= MOST_GLOBS) {
    const next = open.flatMap((pattern) => {
      const [whole, inside = ''] = /\{([^{}]{0,500})\}/.exec(pattern) ?? []
      if (whole === undefined) done.push(pattern)
      return whole === undefined ? [] : inside.split(',').map((part) => pattern.replace(whole, () => part))
    })
    open = next
  }
  return open.length > 0 ? undefined : done
}
