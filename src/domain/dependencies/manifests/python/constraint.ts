// What a member of a TOML manifest asks of a package: a text, or a table with a version or a place.
import { textMember } from '../formats/json.js'

export interface StatedConstraint {
  requirement: string | null
  resolvedVersion: string | null
  source: string | null
}

const PLACES = ['git', 'url', 'file', 'path']
const PINNED = /^={1,3} ?(\d[^\s,*]{0,100})$/

export function readConstraint(stated: unknown): StatedConstraint {
  const requirement = typeof stated === 'string' ? stated : (textMember(stated, 'version') ?? null)
  const source = PLACES.map((place) => textMember(stated, place)).find((one) => one !== undefined) ?? null
  return {
    requirement,
    resolvedVersion: requirement === null ? null : (PINNED.exec(requirement.trim())?.[1] ?? null),
    source
  }
}
