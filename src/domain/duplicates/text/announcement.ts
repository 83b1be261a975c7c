// The comment on an issue about older issues that it may repeat. It quotes nothing that an author wrote.
import type { SignalKind, SignalStatus } from '#schemas/duplicates/duplicates.js'

export interface AnnouncedPair {
  /** Of the older issue. */
  number: number
  kind: SignalKind
  status: SignalStatus
  similarity: number
}

/** Replaces an earlier comment when no suggestion is left. */
export const WITHDRAWN_TEXT =
  'This issue is no longer considered a repeat of an older one. There is nothing to do.'

/**
 * Undefined without a likely duplicate: issues that are only related are not announced. `canonical` is the issue at the end
 * of the chain. "Duplicate of" followed by a number is avoided, because the host would act on it.
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
    pending.length === 1 ? 'An older issue may report the same:' : 'Older issues may report the same:',
    '',
    ...lines,
    '',
    'Maintainers: please confirm or dismiss this suggestion. Nothing is closed because of it alone.',
    'Everybody else: if your report differs, please say how.'
  ].join('\n')
}

function repetition(confirmed: readonly number[], canonical: number | undefined): string {
  const list = confirmed.map((number) => `#${number}`).join(', ')
  const isChain = canonical !== undefined && !confirmed.includes(canonical)
  const chain = isChain ? `, which ${confirmed.length === 1 ? 'repeats' : 'repeat'} #${canonical}` : ''
  const followed = isChain ? `#${canonical}` : confirmed.length === 1 ? list : 'them'
  return `This issue repeats ${list}${chain}. Please follow ${followed} for updates.`
}

function bandOf(similarity: number): string {
  if (similarity >= 0.97) return 'almost identical'
  if (similarity >= 0.95) return 'very similar'
  return similarity >= 0.92 ? 'similar' : 'somewhat similar'
}
