// How the batches of a lane stand on one another. Those that change no area in common stand apart: neither waits for the
// other.
import type { TreeCommit } from '../../host/merging.js'
import type { Areas, Batch, Lane } from './lane.js'

/** Null touches everything. */
export const overlaps = (one: Areas, other: Areas): boolean =>
  one === null || other === null || one.some((name) => other.includes(name))

const contains = (whole: Areas, part: Areas): boolean =>
  whole === null || part?.every((name) => whole.includes(name)) === true

/** The batches that land, in order. */
export const chainOf = ({ batches }: Pick<Lane, 'batches'>): Batch[] =>
  batches.filter(({ isAside }) => !isAside)

export const asidesOf = ({ batches }: Pick<Lane, 'batches'>): Batch[] =>
  batches.filter(({ isAside }) => isAside)

/** The batches before it that it has to contain, or to wait for. */
function batchesBefore(lane: Pick<Lane, 'batches'>, { id, areas, isAside }: Batch): Batch[] {
  if (isAside) return []
  const chain = chainOf(lane)
  const place = chain.findIndex((batch) => batch.id === id)
  return chain.slice(0, Math.max(0, place)).filter((batch) => overlaps(batch.areas, areas))
}

export const isFront = (lane: Pick<Lane, 'batches'>, batch: Batch): boolean =>
  !batch.isAside && batchesBefore(lane, batch).length === 0

/** The batches that may land next. */
export const frontsOf = (lane: Pick<Lane, 'batches'>): Batch[] =>
  chainOf(lane).filter((batch) => isFront(lane, batch))

/** The batch, and those that are built on it or wait for it. */
export function standingOn(lane: Pick<Lane, 'batches'>, id: number): Batch[] {
  const bottom = lane.batches.find((batch) => batch.id === id)
  if (!bottom) return []
  if (bottom.isAside) return [bottom]
  const chain = chainOf(lane)
  const standing = [bottom]
  for (const batch of chain.slice(chain.indexOf(bottom) + 1))
    if (standing.some(({ areas }) => overlaps(areas, batch.areas))) standing.push(batch)
  return standing
}

/** What a batch is built on; undefined while that is not known. */
export function groundOf(lane: Pick<Lane, 'batches' | 'base'>, batch: Batch): TreeCommit | undefined {
  const before = batchesBefore(lane, batch)
  const last = before.at(-1)
  if (!last) return lane.base ?? undefined
  const isLine = before.slice(0, -1).every((one) => standingOn(lane, one.id).includes(last))
  return isLine && mayCarry(lane, last, batch) ? wholeCandidateOf(last) : undefined
}

/** What has landed in other areas since is not in the candidates. */
function mayCarry(lane: Pick<Lane, 'batches' | 'base'>, last: Batch, { areas }: Batch): boolean {
  const [bottom = last] = [...batchesBefore(lane, last), last]
  return isExact(lane, bottom) || contains(last.areas, areas)
}

function wholeCandidateOf({ candidate, members }: Batch): TreeCommit | undefined {
  const tree = candidate?.trees.at(-1)
  const isWhole = candidate?.trees.length === members.length
  return candidate && isWhole && tree !== undefined ? { sha: candidate.sha, tree } : undefined
}

/** Whether it is built on what the base holds. */
export const isExact = ({ base }: Pick<Lane, 'base'>, { on }: Batch): boolean =>
  base !== null && on?.tree === base.tree

/** Whether the base holds what it is built on, as far as its areas are concerned. */
export const isCurrent = (lane: Pick<Lane, 'base'>, batch: Batch): boolean =>
  isExact(lane, batch) || (lane.base !== null && batch.areas !== null && batch.agreesWith === lane.base.tree)

/** How many candidates stand on one another in these areas; what is set aside there counts as well. */
export function heightIn(lane: Pick<Lane, 'batches'>, areas: Areas): number {
  const heights: { areas: Areas; height: number }[] = []
  const below = (above: Areas) =>
    Math.max(0, ...heights.filter((one) => overlaps(one.areas, above)).map(({ height }) => height))
  for (const batch of chainOf(lane)) heights.push({ areas: batch.areas, height: below(batch.areas) + 1 })
  return below(areas) + asidesOf(lane).filter((batch) => overlaps(batch.areas, areas)).length
}

/**
 * The batches after a batch has landed on `before` as it was tested: those of other areas agree with the base that
 * holds it now, and so do those that are built on it.
 */
export function withLanding(
  batches: readonly Batch[],
  landed: Batch,
  { before, after }: { before: TreeCommit; after: TreeCommit }
): Batch[] {
  const top = landed.candidate?.sha
  const agrees = (batch: Batch) =>
    batch.on !== null && batch.on.sha === top
      ? contains(landed.areas, batch.areas)
      : !overlaps(batch.areas, landed.areas) &&
        (batch.on?.tree === before.tree || batch.agreesWith === before.tree)
  return batches.map((batch) => (agrees(batch) ? { ...batch, agreesWith: after.tree } : batch))
}
