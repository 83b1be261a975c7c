import { decisions } from '#tables/decisions/decisions.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const decisionsTables: readonly RepositoryTable[] = [{ table: decisions, repoId: decisions.repoId }]
