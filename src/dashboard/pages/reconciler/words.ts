// The fields of the reconciler in words.
import { formatName, inWords } from '../../kit/format.js'

const PLACES: readonly (readonly [start: string, words: (rest: string) => string])[] = [
  ['branch_protection.missing', () => 'Protection of the default branch'],
  ['branch_protection.', (rest) => `Default branch: ${formatName(rest).toLowerCase()}`],
  ['label.missing.', (rest) => `Label ${rest}`],
  ['label.color.', (rest) => `Color of the label ${rest}`],
  ['settings.', (rest) => `Setting: ${formatName(rest).toLowerCase()}`]
]

/** `settings.has_wiki` as people write it. */
export function fieldInWords(field: string): string {
  const place = PLACES.find(([start]) => field.startsWith(start))
  return place ? place[1](field.slice(place[0].length)) : formatName(field)
}

/** What the host shows; a protection or label that is missing has no value. */
export const foundInWords = (value: unknown): string =>
  value === null || value === undefined ? 'missing' : inWords(value)

/** The value of a label is its color. */
export const wantedInWords = (field: string, value: unknown): string =>
  field.startsWith('label.') ? `color #${value}` : inWords(value)

export const reconciledPath = (fullName: string): string => `/dashboard/reconciler/${fullName}`
