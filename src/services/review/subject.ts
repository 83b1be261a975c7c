// The subject of a review: the pull request at one head, and everything that says how it is reviewed.
import type { LivePull, RepositoryAccess } from '#deps.js'
import type { ReviewSettings } from '#schemas/review/settings.js'
import type { KnownRepository } from '#store/mirror/repositories.js'
import type { ReviewRow } from '#store/review/reviews.js'
import type { ResolvedConfig } from '../configuration/resolve.js'

export interface ReviewContext {
  review: ReviewRow
  repository: KnownRepository
  place: RepositoryAccess
  config: ResolvedConfig
  settings: ReviewSettings
  /** As the host shows it now; undefined if it shows none. */
  pull: LivePull | undefined
  description: string
  /** Whether the service has opened it itself. */
  isOwn: boolean
}
