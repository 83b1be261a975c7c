// What the made-up organisation asks of its repositories: one policy is enforced, the other only reported.
import type { PolicyBody } from '#schemas/enforcement/policies.js'

export const POLICIES: readonly PolicyBody[] = [
  {
    name: 'Protected default branches',
    description: 'Changes of main are reviewed, and its history stays.',
    branch_pattern: 'main',
    min_reviews: 1,
    require_linear_history: false,
    enforce_admins: false,
    mode: 'enforce'
  },
  {
    name: 'The checkout asks for two reviews',
    description: 'To be enforced once everybody has got used to it.',
    repo_filter: 'acme/checkout',
    branch_pattern: 'main',
    min_reviews: 2,
    require_linear_history: false,
    enforce_admins: false,
    mode: 'audit'
  }
]
