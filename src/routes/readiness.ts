import { pagingOf } from '../../schemas/common.js'
import * as S from '../../schemas/readiness.js'
import type { Deps } from '../deps.js'
import { kept } from '../services/kept.js'
import { fleetReadiness, readinessOfRepo, readinessPage } from '../services/readiness.js'
import { repositoryNamed } from '../store/repositories.js'
import type { App } from './app.js'
import { listed } from './pages.js'

export function readiness(app: App, deps: Deps): void {
  const fleet = kept(deps, () => fleetReadiness(deps))

  app.get('', { schema: S.listReadiness }, async ({ query }, reply) => {
    const all = await fleet()
    return { ...listed(reply, readinessPage(all, query, pagingOf(query))), ...all.summary }
  })

  app.get('/:owner/:repo', { schema: S.repoReadiness }, async ({ params }) => {
    const { repoId } = await repositoryNamed(deps.db, params)
    return readinessOfRepo(deps, repoId)
  })
}
