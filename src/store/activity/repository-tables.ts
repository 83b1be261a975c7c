import { activity } from '#tables/index.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const activityTables: readonly RepositoryTable[] = [{ table: activity, repoId: activity.repoId }]
