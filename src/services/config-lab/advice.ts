// Recommendations on a file, from what it says and from what is known of the repository that it is meant for.

import type { Deps } from '#deps.js'
import { adviceOn } from '#domain/config-lab/advice.js'
import type { AdviceFacts } from '#domain/config-lab/advised.js'
import { shadowsOver } from '#domain/configuration/layers/shadows.js'
import { resolved } from '#domain/configuration/resolve.js'
import { counter } from '#domain/counters/counter.js'
import { gatesInForce } from '#domain/gates/gates.js'
import type { JsonObject } from '#schemas/common.js'
import { ADVICE_DAYS, type Advice, type AdviceBody } from '#schemas/config-lab/advice.js'
import { DECISION_SOURCES } from '#schemas/decisions/decisions.js'
import { decisionSums } from '#store/decisions/reports.js'
import { standingsOf, storedGates } from '#store/gates/gates.js'
import { repositoryOf } from '#store/mirror/repositories.js'
import { candidateWaivers } from '#store/waivers/waivers.js'
import { configUnder, type ResolvedConfig } from '../configuration/resolve.js'
import { definitionOf } from '../gates/changes.js'
import { proposedFile, repositoryCalled } from './preview.js'

export async function configAdvice(deps: Deps, { yaml, repo }: AdviceBody): Promise<Advice> {
  const { content } = proposedFile(yaml, repo ?? '')
  if (repo === undefined) {
    const { config } = resolved({ org: {}, repo: content, db: {}, isReadable: true })
    return adviceOn({ config, facts: null })
  }
  const { repoId } = await repositoryCalled(deps, repo)
  const { proposed } = await configUnder(deps, repoId, content)
  return adviceOn({ config: proposed.config, facts: await factsOf(deps, repoId, { proposed, content }) })
}

interface Proposal {
  proposed: ResolvedConfig
  content: JsonObject
}

const DAY_MS = 86_400_000

async function factsOf(
  { db, now }: Deps,
  repoId: number,
  { proposed, content: { locked: _, ...layer } }: Proposal
): Promise<AdviceFacts> {
  const at = now()
  const since = new Date(at.getTime() - ADVICE_DAYS * DAY_MS)
  const [{ defaultBranch }, gates, standings, waivers, sums] = await Promise.all([
    repositoryOf(db, repoId),
    storedGates(db, repoId),
    standingsOf(db, repoId),
    candidateWaivers(db, { repoId, pillar: 'ci_healing' }, at),
    decisionSums(db, { repoId, since })
  ])
  const evaluated = new Set(standings.map(({ gateName }) => gateName))
  const inForce = gatesInForce(gates.map(definitionOf), proposed.config.quality_gates)
  const dryRuns = DECISION_SOURCES.map(
    (source) => [source, sums.get(counter('decisions', 'of', source, 'dry_run')) ?? 0] as const
  )
  return {
    defaultBranch,
    shadows: shadowsOver(layer, proposed),
    idleGates: inForce.map(({ name }) => name).filter((name) => !evaluated.has(name)),
    waivers,
    dryRuns: Object.fromEntries(dryRuns.filter(([, count]) => count > 0))
  }
}
