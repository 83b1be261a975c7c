// The packages that a composer.json asks for.
import { parseJsonRecord } from '../../manifests/formats/json.js'
import { type JsonSpan, spansOfJson } from '../formats/json-spans.js'
import { type Mention, plainMention, refusedMention } from './mention.js'

const SECTIONS = ['require', 'require-dev'] as const

export function composerJsonMentions(path: string, text: string): Mention[] {
  if (!parseJsonRecord(text)) return []
  const root = spansOfJson(text, 2)
  return SECTIONS.flatMap((section) => [...(root.members.get(section)?.members ?? [])]).flatMap(
    ([name, span]) => mentionAt({ path, package: name }, text, span)
  )
}

function mentionAt(
  parts: { path: string; package: string },
  text: string,
  { from, to }: JsonSpan
): Mention[] {
  const quoted = text.slice(from, to)
  // Without a vendor it is the language, one of its extensions, or Composer itself.
  if (!parts.package.includes('/') || !quoted.startsWith('"')) return []
  if (quoted.includes('\\')) return [refusedMention(parts, 'Its range is written with escapes')]
  const requirement = quoted.slice(1, -1)
  const isAny = requirement.trim() === '' || requirement.trim() === '*'
  return [plainMention({ ...parts, requirement: isAny ? null : requirement }, from + 1, to - 1)]
}
