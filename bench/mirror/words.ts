// The words that made-up titles, bodies, labels and names are made of.
import type { Random } from '#demo/random.js'

const WORDS = (
  'the a login page search index cache retry timeout release build worker queue request response header token session ' +
  'user team report export import upload download image table column filter sort order cursor page limit error crash ' +
  'memory leak socket proxy certificate signature webhook event handler parser config file path windows linux docker ' +
  'button dialog menu layout theme dark keyboard focus label translation locale date timezone currency number format ' +
  'fails breaks hangs ignores loses duplicates shows hides returns supports allows needs improves documents removes adds'
).split(' ')

export const LABELS = [
  'bug',
  'enhancement',
  'question',
  'documentation',
  'good first issue',
  'help wanted',
  'security',
  'performance',
  'regression',
  'needs-info',
  'wontfix',
  'area/api',
  'area/ui',
  'area/build',
  'area/docs',
  'p0',
  'p1',
  'p2'
] as const

export const LANGUAGES = ['TypeScript', 'Go', 'Python', 'Rust', 'Java', 'Ruby', null] as const

export const WORKFLOWS = ['CI', 'test', 'build', 'lint', 'release', 'CodeQL'] as const

const PEOPLE = 400

export const personOf = (random: Random) => `person-${random.below(PEOPLE)}`

export function sentenceOf(random: Random, shortest: number, longest: number): string {
  const count = shortest + random.below(longest - shortest + 1)
  return Array.from({ length: count }, () => random.one(WORDS)).join(' ')
}

const shelf = (() => {
  let seed = 1
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return WORDS[seed % WORDS.length]
  }
  return Array.from({ length: 4_000 }, next).join(' ')
})()

/** A piece of one long text: a body is stored and never read by what is measured. */
export function bodyOf(random: Random): string | null {
  if (random.chance(0.05)) return null
  const length = 40 + Math.min(4_000, Math.floor(random.exponential(500)))
  const from = random.below(shelf.length - length)
  return shelf.slice(from, from + length)
}

const eightHex = (random: Random) =>
  random
    .below(2 ** 32)
    .toString(16)
    .padStart(8, '0')

export const shaOf = (random: Random) => Array.from({ length: 5 }, () => eightHex(random)).join('')

export function somePick<T>(random: Random, choices: readonly T[], most: number): T[] {
  const count = random.below(most + 1)
  return [...new Set(Array.from({ length: count }, () => random.one(choices)))]
}
