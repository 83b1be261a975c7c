import { activity } from '#tables/activity/activity.js'
import type { RepositoryTable } from '../sql/repository-table.js'

export const activityTables: readonly RepositoryTable[] = [{ table: activity, repoId: activity.repoId }]
