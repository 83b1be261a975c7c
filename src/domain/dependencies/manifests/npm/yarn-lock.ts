// Reads yarn.lock: the format of Yarn 1, and the YAML of the later ones.
import { type ManifestReading, unreadable } from '../dependency.js'
import { eachLine, unquoted } from '../formats/lines.js'
import { type Gathering, gather } from '../gathering.js'
import { isElsewhere, splitDescriptor } from './specifier.js'

/** The lines of one package. */
interface Block {
  header: string
  line: number
  version: string | null
  resolution: string
  /** What it asks for, as `name@range`; only of workspaces. */
  asks: string[]
  isAsking: boolean
}

const WORKSPACE = '@workspace:'
const ROOT = '@workspace:.'
const METADATA = '__metadata'

export function readYarnLock(text: string): ManifestReading {
  const blocks = blocksIn(text)
  if (typeof blocks === 'string') return unreadable(blocks)
  const asked = new Set(blocks.flatMap(({ asks }) => asks))
  const gathering = gather('npm', true)
  for (const block of blocks) gatherBlock(block, asked, gathering)
  return gathering.end()
}

/** The packages of a file, or why there are none to be read. */
function blocksIn(text: string): Block[] | string {
  const blocks: Block[] = []
  let wrong = ''
  eachLine(text, (raw, line) => {
    const content = raw.trimEnd()
    if (isIgnored(content)) return undefined
    const block = blocks.at(-1)
    if (!content.startsWith(' ')) {
      if (content.endsWith(':')) blocks.push(blockOf(content.slice(0, -1), line))
      else wrong = `Line ${line} does not begin a package`
    } else if (block) takeLine(block, content)
    else wrong = `Line ${line} belongs to no package`
    return wrong === ''
  })
  return wrong === '' ? blocks : wrong
}

const isIgnored = (content: string) => content === '' || content.trimStart().startsWith('#')

const blockOf = (header: string, line: number): Block => ({
  header,
  line,
  version: null,
  resolution: '',
  asks: [],
  isAsking: false
})

const NESTED = 4

function takeLine(block: Block, line: string): void {
  const [key, value] = splitField(line.trim())
  if (line.startsWith(' '.repeat(NESTED))) {
    if (block.isAsking && block.header.includes(WORKSPACE)) block.asks.push(askedFor(key, value))
    return
  }
  block.isAsking = key === 'dependencies' || key === 'devDependencies'
  if (key === 'version' && block.version === null) block.version = value
  if (key === 'resolution' || key === 'resolved') block.resolution = value
}

/** `key: value` or `key value`, each with or without quotation marks. */
function splitField(field: string): [key: string, value: string] {
  const quoted = field.startsWith('"') ? field.indexOf('"', 1) + 1 : 0
  const at = field.indexOf(' ', quoted)
  const key = at < 0 ? field : field.slice(0, at)
  const plain = key.endsWith(':') ? key.slice(0, -1) : key
  return [unquoted(plain), at < 0 ? '' : unquoted(field.slice(at + 1).trim())]
}

/** Ranges without a protocol are those of the registry. */
const askedFor = (name: string, range: string) => `${name}@${range.includes(':') ? range : `npm:${range}`}`

function gatherBlock(block: Block, asked: ReadonlySet<string>, gathering: Gathering): void {
  const descriptors = unquoted(block.header)
    .split(',')
    .map((one) => unquoted(one.trim()))
  const first = descriptors[0] ?? ''
  if (first === METADATA || descriptors.some((one) => one.endsWith(ROOT))) return
  const { name, range } = realName(first)
  gathering.add({
    name,
    resolvedVersion: block.version,
    source: sourceOf(range, block.resolution),
    direct: asked.size === 0 ? null : descriptors.some((one) => asked.has(one)),
    line: block.line
  })
}

const REGISTRY = 'npm:'

/** The package behind an alias, such as `short@npm:long@^1.0.0`. */
function realName(descriptor: string): { name: string; range: string } {
  const { name, version: range = '' } = splitDescriptor(descriptor)
  if (!range.startsWith(REGISTRY)) return { name, range }
  const rest = range.slice(REGISTRY.length)
  if (!rest.includes('@')) return { name, range: rest }
  const alias = splitDescriptor(rest)
  return { name: alias.name, range: alias.version ?? '' }
}

/** Where a package comes from if not from a registry; the resolution knows the commit, the range does not. */
function sourceOf(range: string, resolution: string): string | null {
  if (range.startsWith('patch:')) return range
  if (!isElsewhere(range)) return null
  return resolution === '' ? range : resolution
}
