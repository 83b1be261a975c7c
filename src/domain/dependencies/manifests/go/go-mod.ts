// Reads go.mod and go.sum.
import { type ManifestReading, unreadable } from '../dependency.js'
import { eachLine } from '../formats/lines.js'
import { type FoundDependency, type Gathering, gather } from '../gathering.js'
import { type Directive, directivesIn } from './module-lines.js'

const STANDARD_LIBRARY = 'stdlib'
/** Older modules list no indirect requirements; their sums do. */
const FIRST_COMPLETE_MINOR = 17

export function readGoMod(text: string): ManifestReading {
  const directives = directivesIn(text)
  if (typeof directives === 'number')
    return unreadable(directives < 0 ? 'A block is not closed' : `Line ${directives} is no directive`)
  const wrong = directives.find(({ verb, words }) => verb === 'require' && words.length !== 2)
  if (wrong) return unreadable(`Line ${wrong.line} does not require a module`)
  const gathering = gather('go', false)
  for (const required of withReplacements(directives)) gathering.add(required)
  gatherLanguage(directives, gathering)
  return gathering.end()
}

const bare = (version: string | undefined) => (version?.startsWith('v') ? version.slice(1) : version)

interface Replacement {
  path: string
  version: string | undefined
  by: FoundDependency
}

function withReplacements(directives: readonly Directive[]): FoundDependency[] {
  const replacements = directives.filter(({ verb }) => verb === 'replace').flatMap(replacementOf)
  const exact = new Map(replacements.map((one) => [`${one.path}@${one.version ?? ''}`, one]))
  return directives
    .filter(({ verb }) => verb === 'require')
    .map(({ words: [name = '', stated], comment, line }) => {
      const version = bare(stated)
      const replacement = exact.get(`${name}@${version}`) ?? exact.get(`${name}@`)
      const direct = !isIndirect(comment)
      return replacement
        ? { ...replacement.by, direct }
        : { name, requirement: stated ?? null, resolvedVersion: version ?? null, direct, line }
    })
}

const isIndirect = (comment: string) => comment === 'indirect' || comment.startsWith('indirect;')

/** `old [version] => new [version]`; without a version, the new one is a folder. */
function replacementOf({ words, line }: Directive): Replacement[] {
  const arrow = words.indexOf('=>')
  const [path] = words
  const name = words[arrow + 1]
  if (arrow < 1 || path === undefined || name === undefined) return []
  const stated = words[arrow + 2]
  const by = stated
    ? { name, requirement: stated, resolvedVersion: bare(stated) ?? null, line }
    : { name, source: name, line }
  return [{ path, version: arrow > 1 ? bare(words[1]) : undefined, by }]
}

/** The standard library is that of the toolchain, or else of the language. */
function gatherLanguage(directives: readonly Directive[], gathering: Gathering): void {
  const language = directives.find(({ verb }) => verb === 'go')
  const toolchain = directives.find(({ verb, words }) => verb === 'toolchain' && words[0]?.startsWith('go'))
  const stated = language?.words[0]
  const version = toolchain?.words[0]?.slice(2).split('-')[0] ?? stated
  if (version === undefined) return
  const line = (toolchain ?? language)?.line ?? null
  gathering.add({ name: STANDARD_LIBRARY, resolvedVersion: version, direct: true, line })
  const minor = Number(/^1\.(\d{1,4})/.exec(stated ?? '')?.[1])
  if (minor < FIRST_COMPLETE_MINOR) gathering.include('go.sum')
}

const SUM_WORDS = 3
const ONLY_MANIFEST = '/go.mod'

export function readGoSum(text: string): ManifestReading {
  const gathering = gather('go', true)
  let wrong = 0
  eachLine(text, (raw, line) => {
    const words = raw.trim() === '' ? [] : raw.trim().split(/\s+/, SUM_WORDS + 1)
    const [name = '', version = ''] = words
    if (words.length === 0) return undefined
    if (words.length !== SUM_WORDS) wrong = line
    else if (!version.endsWith(ONLY_MANIFEST))
      gathering.add({ name, resolvedVersion: bare(version) ?? null, line })
    return wrong === 0
  })
  return wrong > 0 ? unreadable(`Line ${wrong} is no sum`) : gathering.end()
}
