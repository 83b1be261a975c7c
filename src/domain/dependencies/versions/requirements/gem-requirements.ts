// Requirements of RubyGems, as Bundler reads them.
import { bumped, type Requirement, type VersionBound } from './bounds.js'

const WORD = /^(~>|>=|<=|!=|=|<|>|)\s{0,99}(\d[\da-zA-Z.-]*)$/

/** `~>` keeps all numbers but the last; letters end them. */
export function parseGemRequirement(text: string): Requirement | null {
  const bounds = text.split(',').map((word) => wordBounds(word.trim()))
  return bounds.some((one) => one === null) ? null : [bounds.flatMap((one) => one ?? [])]
}

function wordBounds(word: string): VersionBound[] | null {
  const [, operator, version = ''] = WORD.exec(word) ?? []
  switch (operator) {
    case undefined:
      return null
    case '~>':
      return [
        { op: '>=', version },
        { op: '<', version: endOf(version) }
      ]
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '!=':
      return [{ op: operator, version }]
    default:
      return [{ op: '=', version }]
  }
}

/** Not even a pre-release of the version beyond is meant. */
function endOf(version: string): string {
  const parts = version.split('.')
  const letters = parts.findIndex((part) => !/^\d+$/.test(part))
  const numbers = letters < 0 ? parts : parts.slice(0, letters)
  return `${bumped(numbers, Math.max(0, numbers.length - 2)).join('.')}.A`
}
