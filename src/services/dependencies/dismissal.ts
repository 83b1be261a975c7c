// Dismisses vulnerabilities that people accept.
import type { Deps, Tx } from '#deps.js'
import { whenDismissed } from '#domain/dependencies/findings/findings.js'
import { parseFutureMoment } from '#domain/time/moment.js'
import { vulnerabilityFixed, vulnerabilityNotFound } from '#errors/dependencies.js'
import type { DismissalBody, DismissalSaved } from '#schemas/dependencies/vulnerabilities.js'
import {
  type VulnerabilityRow,
  vulnerabilityById,
  vulnerabilityShown
} from '#store/dependencies/vulnerabilities.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { type GovernedOutcome, govern, type Initiator } from '../maintenance/governance.js'
import { applyFindings } from './record-findings.js'
import { closeUnneeded } from './updates/unneeded.js'

export interface DismissalRequest {
  by: Initiator
  id: number
  body: DismissalBody | null
}

export function saveDismissal(deps: Deps, { by, id, body }: DismissalRequest): Promise<DismissalSaved> {
  const target = { type: 'vulnerability' as const, id: String(id) }
  return govern(deps, { by, action: 'vulnerability.dismiss', target }, async () => {
    const { reason = null, category = null } = body ?? {}
    const until = parseFutureMoment('/until', body?.until ?? null, deps.now())
    return async (tx) => {
      const known = await lockedVulnerability(tx, id)
      if (known.status === 'fixed') throw vulnerabilityFixed(id)
      const at = deps.now()
      const life = whenDismissed(known, { by: by.actor, category, reason, until }, at)
      const change = { move: 'seen' as const, known, seen: undefined, life }
      const repository = await repositoryById(tx, known.repoId)
      const plan = { changes: [change], superseded: [], kept: [] }
      await applyFindings(deps, tx, { repository, reading: { readAt: at, commit: null }, plan })
      await closeUnneeded(deps, tx, { repository, decisionId: null })
      return outcomeOf(tx, known, { repo: repository.fullName, reason, category, until })
    }
  })
}

/** The repository is locked first, as by every writer of its sums. */
async function lockedVulnerability(tx: Tx, id: number): Promise<VulnerabilityRow> {
  const found = await vulnerabilityById(tx, id)
  if (!found?.live) throw vulnerabilityNotFound(id)
  await lockRepository(tx, found.repoId)
  const known = await vulnerabilityById(tx, id)
  if (!known?.live) throw vulnerabilityNotFound(id)
  return known
}

interface Dismissal {
  repo: string
  reason: string | null
  category: string | null
  until: Date | null
}

async function outcomeOf(
  tx: Tx,
  known: VulnerabilityRow,
  { repo, reason, category, until }: Dismissal
): Promise<GovernedOutcome<DismissalSaved>> {
  const vulnerability = await vulnerabilityShown(tx, known.id)
  if (!vulnerability) throw vulnerabilityNotFound(known.id)
  const { id, advisoryId, packageName, manifestPath } = known
  return {
    reply: { dismissed: true, vulnerability },
    payload: {
      vulnerability_id: id,
      advisory_id: advisoryId,
      package_name: packageName,
      manifest_path: manifestPath,
      category,
      reason,
      until: until?.toISOString() ?? null
    },
    evidence: { category: 'vulnerability_dismissed', eventType: 'vulnerability_dismissed', repo }
  }
}
