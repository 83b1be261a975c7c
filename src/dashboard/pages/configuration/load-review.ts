// What is known of proposed overrides before they are saved: their faults, and what they would have changed.
import { type ApiResult, apiClient, type Schemas } from '../../kit/api.js'
import type { KeyedApi } from './key.js'

export interface RepositoryNamed {
  owner: string
  repo: string
}

export interface ReviewResult {
  check: Schemas['ConfigCheck']
  /** Undefined if the overrides are not valid: then there is nothing to try. */
  trial: PreviewResult | undefined
}

export interface PreviewResult {
  simulation: Schemas['Simulation']
  impact: Schemas['ConfigImpact']
  advice: Schemas['Advice']
}

export async function loadReview(
  { call, headers }: KeyedApi,
  { owner, repo }: RepositoryNamed,
  proposed: object
): Promise<ApiResult<ReviewResult>> {
  const overrides = jsonObject(proposed)
  const check = await call(apiClient.POST('/api/config/validate', { body: { config: overrides }, headers }))
  if (check.failure) return check
  if (!check.data.valid) return { data: { check: check.data, trial: undefined } }
  const body = { repo: `${owner}/${repo}`, overrides }
  const [simulation, impact, advice] = await Promise.all([
    call(apiClient.POST('/api/config/simulate', { body, headers })),
    call(apiClient.POST('/api/config/diff-impact', { body, headers })),
    call(apiClient.POST('/api/config/recommendations', { body, headers }))
  ])
  if (simulation.failure) return simulation
  if (impact.failure) return impact
  if (advice.failure) return advice
  const trial = { simulation: simulation.data, impact: impact.data, advice: advice.data }
  return { data: { check: check.data, trial } }
}

export type StoredOverrides = Schemas['RepoConfig']['overrides']

// Cast: the values of a form and of a reply are JSON.
export const jsonObject = (value: object): StoredOverrides => value as StoredOverrides
