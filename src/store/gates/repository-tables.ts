import { gateDays } from '#tables/gates/gate-days.js'
import { gateEvaluations } from '#tables/gates/gate-evaluations.js'
import { gateStandings } from '#tables/gates/gate-standings.js'
import { qualityGates } from '#tables/gates/quality-gates.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const gatesTables: readonly RepositoryTable[] = [
  { table: qualityGates, repoId: qualityGates.repoId, keys: [[qualityGates.name]] },
  { table: gateEvaluations, repoId: gateEvaluations.repoId },
  { table: gateStandings, repoId: gateStandings.repoId, keys: [[gateStandings.gateName]] },
  { table: gateDays, repoId: gateDays.repoId, keys: [[gateDays.day]] }
]
