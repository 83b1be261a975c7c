// Closes pull requests that nobody needs any more, because all that they were to fix is fixed or dismissed.
import type { Deps, Tx } from '#deps.js'
import { inlineCode } from '#domain/text/markdown.js'
import { changeBatch, openBatches, type UpdateBatchRow } from '#store/dependencies/update-batches.js'
import { type VulnerabilityRow, vulnerabilitiesOfPull } from '#store/dependencies/vulnerabilities.js'
import { pullStateOf } from '#store/mirror/pull-requests.js'
import type { KnownRepository } from '#store/mirror/repositories.js'
import { proposeKeptPatch } from '../../patches/keep.js'
import { DEPENDENCY_UPDATES, UPDATE_BOUNDS, updateBranch } from './patch.js'

/** Nothing is built on it. */
const NO_COMMIT = '0'.repeat(40)

interface UnneededSearch {
  repository: KnownRepository
  decisionId: number | null
}

/** In the transaction that fixed or dismissed something. What people have pushed to a branch keeps it open. */
export async function closeUnneeded(
  deps: Deps,
  tx: Tx,
  { repository, decisionId }: UnneededSearch
): Promise<void> {
  const { repoId, defaultBranch } = repository
  const batches = await openBatches(tx, repoId)
  if (batches.length === 0 || defaultBranch === null) return
  for (const batch of batches) {
    const done = await unneededFor(tx, batch)
    if (done.length === 0) continue
    const actionId = await proposeKeptPatch(deps, tx, {
      repoId,
      pillar: 'trust',
      source: DEPENDENCY_UPDATES,
      sourceId: batch.id,
      decisionId,
      branch: updateBranch(batch.ecosystem, batch.updateType),
      base: { branch: defaultBranch, sha: NO_COMMIT },
      files: [],
      bounds: UPDATE_BOUNDS,
      title: 'No update is needed any more',
      body: whyClosed(batch, done),
      message: 'No update is needed any more',
      labels: [],
      evidence: {},
      settlingSeconds: 0
    })
    if (actionId !== undefined) await changeBatch(tx, batch.id, { actionId })
  }
}

/** What its open pull request was to fix, if nothing of that stands any more. */
async function unneededFor(tx: Tx, { repoId, prNumber }: UpdateBatchRow): Promise<VulnerabilityRow[]> {
  if (prNumber === null || (await pullStateOf(tx, repoId, prNumber)) !== 'open') return []
  const own = await vulnerabilitiesOfPull(tx, repoId, prNumber)
  return own.every(isDone) ? own : []
}

const isDone = ({ status }: VulnerabilityRow) => status === 'fixed' || status === 'dismissed'

const MOST_NAMED = 20
const LONGEST_NAME = 100

function whyClosed({ ecosystem }: UpdateBatchRow, findings: readonly VulnerabilityRow[]): string {
  const lines = findings
    .slice(0, MOST_NAMED)
    .map(
      ({ packageName, advisoryId, status }) =>
        `- ${inlineCode(packageName, LONGEST_NAME)} (${inlineCode(advisoryId, LONGEST_NAME)}): ${status}`
    )
  const more = findings.length - lines.length
  return [
    `This pull request is closed: every vulnerability of ${ecosystem} packages that it was to fix is fixed or dismissed.`,
    '',
    ...lines,
    ...(more > 0 ? [`- and ${more} more`] : [])
  ].join('\n')
}
