import { pagingOf } from '../../schemas/common.js'
import * as S from '../../schemas/triage-reports.js'
import type { Deps } from '../deps.js'
import { actorOf } from '../plugins/caller.js'
import { kept } from '../services/kept.js'
import { retryTriage } from '../services/triage/failures.js'
import { qualityOfTriage, statusOfTriage } from '../services/triage/reports.js'
import { failuresPage } from '../store/triage-failures.js'
import type { App } from './app.js'
import { listed } from './pages.js'

export function triage(app: App, deps: Deps): void {
  const status = kept(deps, () => statusOfTriage(deps))

  app.get('/status', { schema: S.triageStatus }, () => status())

  app.get('/failures', { schema: S.listTriageFailures }, async ({ query }, reply) =>
    listed(reply, await failuresPage(deps.db, query, pagingOf(query)))
  )

  app.post('/failures/:job_id/retry', { schema: S.retryTriageFailure }, async (request, reply) => {
    const asked = { reason: request.body?.reason ?? null, actor: actorOf(request) }
    return reply.code(202).send(await retryTriage(deps, request.params.job_id, asked))
  })

  app.get('/quality', { schema: S.triageQuality }, async ({ query }, reply) =>
    listed(reply, await qualityOfTriage(deps, query))
  )
}
