// The packages that pyproject.toml and Pipfile ask for.
import { parseTomlRecord } from '../../manifests/formats/toml.js'
import { spansOfToml, type TomlSpan } from '../formats/toml-spans.js'
import { fromElsewhere, type Mention, plainMention, refusedMention } from './mention.js'
import { placeOfSpecifier } from './specifier.js'

const LISTS: readonly RegExp[] = [
  /^project\/dependencies\/\d+$/,
  /^project\/optional-dependencies\/[^/]+\/\d+$/,
  /^dependency-groups\/[^/]+\/\d+$/,
  /^tool\/pdm\/dev-dependencies\/[^/]+\/\d+$/,
  /^tool\/uv\/dev-dependencies\/\d+$/
]
const POETRY = /^tool\/poetry\/(?:group\/[^/]+\/)?(?:dev-)?dependencies\/([^/]+)(?:\/|$)/

export function pyprojectMentions(path: string, text: string): Mention[] {
  if (!parseTomlRecord(text)) return []
  return spansOfToml(text).flatMap((span) => {
    const place = span.path.join('/')
    if (LISTS.some((list) => list.test(place))) return listedAt(path, span)
    const name = POETRY.exec(place)?.[1]
    return name === undefined
      ? []
      : [refusedMention({ path, package: name }, `Poetry states it; run \`poetry update ${name}\``)]
  })
}

function listedAt(path: string, { value, from }: TomlSpan): Mention[] {
  const place = value === null ? undefined : placeOfSpecifier(value)
  if (!place || value === null) return []
  const parts = { path, package: place.name }
  if (place.address !== null) return [refusedMention(parts, fromElsewhere(place.address))]
  const requirement = value.slice(place.from, place.to) || null
  return [plainMention({ ...parts, requirement }, from + place.from, from + place.to)]
}

const SECTIONS = new Set(['packages', 'dev-packages'])
const PLACES = new Set(['git', 'url', 'file', 'path'])

export function pipfileMentions(path: string, text: string): Mention[] {
  if (!parseTomlRecord(text)) return []
  return spansOfToml(text).flatMap((span) => {
    const [section = '', name = '', member = 'version', ...more] = span.path
    const isStated = SECTIONS.has(section) && name !== '' && more.length === 0
    return isStated ? statedInPipfile({ path, package: name }, member, span) : []
  })
}

function statedInPipfile(
  parts: { path: string; package: string },
  member: string,
  { value, from, to }: TomlSpan
): Mention[] {
  if (value === null) return []
  if (PLACES.has(member)) return [refusedMention(parts, fromElsewhere(value))]
  const requirement = value === '*' ? null : value
  return member === 'version' ? [plainMention({ ...parts, requirement }, from, to)] : []
}
