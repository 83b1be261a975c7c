// A change of one side of what has two: models and migrations, manifests and locks, interfaces and descriptions.
import type { ReviewedChange } from '../change.js'
import { breakFindings } from './counterparts/breaks.js'
import { contractFindings } from './counterparts/contracts.js'
import { destructiveFindings } from './counterparts/destructive.js'
import { exportFindings } from './counterparts/exports.js'
import { lockFindings } from './counterparts/locks.js'
import { migrationFindings } from './counterparts/migrations.js'
import { viewOf } from './counterparts/part.js'
import type { BuiltInFinding, ReviewRuleModule } from './rule.js'

function find(change: ReviewedChange): BuiltInFinding[] {
  const view = viewOf(change)
  return [
    ...migrationFindings(view),
    ...destructiveFindings(view),
    ...breakFindings(view),
    ...lockFindings(view),
    ...contractFindings(view),
    ...exportFindings(view)
  ]
}

export const counterpartMissing: ReviewRuleModule = {
  name: 'counterpart_missing',
  category: 'regression',
  about:
    'Models without a migration, manifests without their lock file, interfaces without their description, and removed exports without a note',
  find
}
