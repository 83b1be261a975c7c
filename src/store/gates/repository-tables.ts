import { gateDays, gateEvaluations, gateStandings, qualityGates } from '#tables/index.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const gatesTables: readonly RepositoryTable[] = [
  { table: qualityGates, repoId: qualityGates.repoId, keys: [[qualityGates.name]] },
  { table: gateEvaluations, repoId: gateEvaluations.repoId },
  { table: gateStandings, repoId: gateStandings.repoId, keys: [[gateStandings.gateName]] },
  { table: gateDays, repoId: gateDays.repoId, keys: [[gateDays.day]] }
]
