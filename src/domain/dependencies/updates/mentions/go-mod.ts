// The modules that a go.mod requires, and those that stand in for others.
import { type Directive, directivesIn } from '../../manifests/go/module-lines.js'
import { eachLineAt } from '../formats/lines-at.js'
import { type Mention, plainMention, refusedMention } from './mention.js'

const STANDARD_LIBRARY = 'stdlib'

export function goModMentions(path: string, text: string): Mention[] {
  const directives = directivesIn(text)
  if (typeof directives === 'number') return []
  const places = new Map<number, { line: string; from: number }>()
  eachLineAt(text, (line, from, number) => places.set(number, { line, from }))
  const replaced = replacedModules(directives)
  return directives.flatMap((directive): Mention[] => {
    const place = places.get(directive.line)
    if (directive.verb === 'replace') return standIn(path, directive)
    if (directive.verb === 'go' || directive.verb === 'toolchain')
      return [
        refusedMention({ path, package: STANDARD_LIBRARY }, 'It is part of Go; raise the version of Go')
      ]
    return directive.verb === 'require' && place ? requirementAt(path, directive, { ...place, replaced }) : []
  })
}

/** By `path` if all versions of a module are replaced, or by `path@version`. */
function replacedModules(directives: readonly Directive[]): ReadonlyMap<string, string> {
  return new Map(
    directives
      .filter(({ verb }) => verb === 'replace')
      .map(({ words }) => {
        const arrow = words.indexOf('=>')
        return [words.slice(0, arrow).join('@'), words.slice(arrow + 1).join(' ')]
      })
  )
}

function requirementAt(
  path: string,
  { words: [name = '', version = ''] }: Directive,
  { line, from, replaced }: { line: string; from: number; replaced: ReadonlyMap<string, string> }
): Mention[] {
  const by = replaced.get(`${name}@${version}`) ?? replaced.get(name)
  const parts = { path, package: name, requirement: version }
  if (by !== undefined)
    return [refusedMention(parts, `It is replaced by \`${by}\`, which decides; raise the replacement`)]
  const at = from + line.indexOf(version, line.indexOf(name) + name.length)
  return [plainMention(parts, at, at + version.length)]
}

/** What replaces a module is chosen by hand. */
function standIn(path: string, { words }: Directive): Mention[] {
  const [name, version] = words.slice(words.indexOf('=>') + 1)
  if (name === undefined || version === undefined) return []
  const reason = `It stands in for \`${words[0]}\` by a \`replace\`; change it there`
  return [refusedMention({ path, package: name }, reason)]
}
