// What is said on an issue of the older ones that it may repeat. Nothing that an author wrote is said again.
import type { SignalKind, SignalStatus } from '#schemas/duplicates/duplicates.js'

export interface AnnouncedPair {
  /** Of the older issue. */
  number: number
  kind: SignalKind
  status: SignalStatus
  similarity: number
}

/** Where that was said before and nothing of it is left. */
export const WITHDRAWN_TEXT = 'No older issue is known any more that says the same as this one.'

/**
 * Nothing where there is nothing to say: what is only related is for those who look for it. `canonical` is what all of
 * them repeat in the end.
 */
export function duplicateAnnouncement(
  pairs: readonly AnnouncedPair[],
  canonical?: number
): string | undefined {
  const confirmed = pairs.filter(({ status }) => status === 'confirmed').map(({ number }) => number)
  if (confirmed.length > 0) return repetition(confirmed, canonical)
  const pending = pairs.filter(({ status, kind }) => status === 'pending' && kind === 'duplicate')
  if (pending.length === 0) return undefined
  const lines = pending
    .toSorted((a, b) => b.similarity - a.similarity || a.number - b.number)
    .map(
      ({ number, similarity }) => `- #${number}: ${bandOf(similarity)} (similarity ${similarity.toFixed(2)})`
    )
  return [
    pending.length === 1 ? 'An older issue may say the same:' : 'Older issues may say the same:',
    '',
    ...lines,
    '',
    'Whoever maintains this repository decides whether that is so. Nothing else happens by itself.'
  ].join('\n')
}

function repetition(confirmed: readonly number[], canonical: number | undefined): string {
  const said = `This repeats ${confirmed.map((number) => `#${number}`).join(', ')}`
  if (canonical === undefined || confirmed.includes(canonical)) return `${said}.`
  return `${said}, which ${confirmed.length === 1 ? 'repeats' : 'repeat'} #${canonical}.`
}

function bandOf(similarity: number): string {
  if (similarity >= 0.97) return 'almost identical'
  if (similarity >= 0.95) return 'very much alike'
  return similarity >= 0.92 ? 'much alike' : 'somewhat alike'
}
