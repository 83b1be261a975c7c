// Recommendations for a configuration, based on its content and on the repository.

import type { Deps } from '#deps.js'
import { recommendSettings } from '#domain/config-lab/advice.js'
import type { AdviceFacts } from '#domain/config-lab/advice-input.js'
import { findShadows } from '#domain/configuration/layers/shadows.js'
import { resolveConfig } from '#domain/configuration/resolve.js'
import { counter } from '#domain/counters/counter.js'
import { gatesInForce } from '#domain/gates/gates.js'
import { DAY_MS } from '#domain/time/durations.js'
import type { JsonObject } from '#schemas/common.js'
import { ADVICE_DAYS, type Advice, type AdviceBody } from '#schemas/config-lab/advice.js'
import { DECISION_SOURCES } from '#schemas/decisions/decisions.js'
import { decisionSums } from '#store/decisions/reports.js'
import { gateStandingsOf, storedGates } from '#store/gates/gates.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { candidateWaivers } from '#store/waivers/waivers.js'
import { loadProposedConfig, type ResolvedConfig } from '../configuration/resolve.js'
import { gateDefinitionOf } from '../gates/changes.js'
import { findByFullName } from './preview.js'
import { parseProposal } from './proposal.js'

export async function loadConfigAdvice(deps: Deps, body: AdviceBody): Promise<Advice> {
  const { repo } = body
  const proposal = parseProposal(body)
  if (repo === undefined) {
    const { config } = resolveConfig({ org: {}, repo: proposal.content, db: {}, isReadable: true })
    return recommendSettings({ config, facts: null })
  }
  const { repoId } = await findByFullName(deps, repo)
  const { proposed } = await loadProposedConfig(deps, repoId, proposal)
  return recommendSettings({
    config: proposed.config,
    facts: await loadAdviceFacts(deps, repoId, { proposed, content: proposal.content })
  })
}

interface ProposedContent {
  proposed: ResolvedConfig
  content: JsonObject
}

async function loadAdviceFacts(
  { db, now }: Deps,
  repoId: number,
  { proposed, content: { locked: _, ...layer } }: ProposedContent
): Promise<AdviceFacts> {
  const at = now()
  const since = new Date(at.getTime() - ADVICE_DAYS * DAY_MS)
  const [{ defaultBranch }, gates, standings, waivers, sums] = await Promise.all([
    repositoryById(db, repoId),
    storedGates(db, repoId),
    gateStandingsOf(db, repoId),
    candidateWaivers(db, { repoId, pillar: 'ci_healing' }, at),
    decisionSums(db, { repoId, since })
  ])
  const evaluated = new Set(standings.map(({ gateName }) => gateName))
  const inForce = gatesInForce(gates.map(gateDefinitionOf), proposed.config.quality_gates)
  const dryRuns = DECISION_SOURCES.map(
    (source) => [source, sums.get(counter('decisions', 'of', source, 'dry_run')) ?? 0] as const
  )
  return {
    defaultBranch,
    shadows: findShadows(layer, proposed),
    idleGates: inForce.map(({ name }) => name).filter((name) => !evaluated.has(name)),
    waivers,
    dryRuns: Object.fromEntries(dryRuns.filter(([, count]) => count > 0))
  }
}
