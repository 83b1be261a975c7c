// What somebody meant by a word that is not known.
import { editDistance } from './edit-distance.js'

/** `dry-run`, `dryRun` and `Dry run` are one name. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Whether one plain name may be a misspelling of the other. */
export function isMisspelt(name: string, known: string): boolean {
  const mostLetters = known.length > 5 ? 2 : 1
  return Math.abs(name.length - known.length) <= mostLetters && editDistance(name, known) <= mostLetters
}

/** The known name that was probably meant. */
export function meantBy(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name)
  return (
    known.find((one) => plainName(one) === plain) ?? known.find((one) => isMisspelt(plain, plainName(one)))
  )
}
