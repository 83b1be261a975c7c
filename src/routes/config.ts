import type { FastifyRequest } from 'fastify'
import { pagingOf, type RepoParams } from '../../schemas/common.js'
import * as S from '../../schemas/config.js'
import { adviseOnConfig } from '../../schemas/config-advice.js'
import { validateConfig } from '../../schemas/config-check.js'
import * as P from '../../schemas/config-preview.js'
import { tryRule } from '../../schemas/playground.js'
import type { Deps } from '../deps.js'
import { configCheck } from '../domain/config/check.js'
import { redactedReply } from '../domain/redaction.js'
import { playground } from '../domain/rules/playground.js'
import { actorOf } from '../plugins/caller.js'
import { configOf } from '../services/config.js'
import { configAdvice } from '../services/config-advice.js'
import {
  type ChangeRequest,
  deleteConfig,
  patchConfig,
  replaceConfig,
  restoreConfig
} from '../services/config-changes.js'
import { compareConfig, simulateConfig } from '../services/config-preview.js'
import { shownConfig, shownRules } from '../services/config-shown.js'
import { configHistoryText } from '../store/configs.js'
import { repositoryNamed } from '../store/repositories.js'
import { type App, textOf, written } from './app.js'

export function config(app: App, deps: Deps): void {
  readNamesAsTheyAre(app)

  app.post('/playground', { schema: tryRule }, async ({ body }, reply) =>
    written(reply, textOf(playground(body, deps.now())))
  )

  app.post('/validate', { schema: validateConfig }, async ({ body }, reply) =>
    written(reply, textOf(redactedReply(configCheck(body, deps.now()))))
  )

  app.post('/simulate', { schema: P.simulateConfig }, async ({ body }, reply) =>
    written(reply, textOf(redactedReply(await simulateConfig(deps, body))))
  )

  app.post('/diff-impact', { schema: P.compareConfig }, async ({ body }, reply) =>
    written(reply, textOf(redactedReply(await compareConfig(deps, body))))
  )

  app.post('/recommendations', { schema: adviseOnConfig }, async ({ body }, reply) =>
    written(reply, textOf(redactedReply(await configAdvice(deps, body))))
  )

  app.get('/:owner/:repo', { schema: S.getConfig }, async ({ params }, reply) =>
    written(reply, textOf(shownConfig(await configOf(deps, await repositoryNamed(deps.db, params)))))
  )

  app.put('/:owner/:repo', { schema: S.replaceConfig }, async (request, reply) =>
    written(reply, textOf(await replaceConfig(deps, changeOf(request, request.params), request.body)))
  )

  app.patch('/:owner/:repo', { schema: S.patchConfig }, async (request, reply) =>
    written(reply, textOf(await patchConfig(deps, changeOf(request, request.params), request.body)))
  )

  app.delete('/:owner/:repo', { schema: S.deleteConfig }, async (request, reply) =>
    written(reply, textOf(await deleteConfig(deps, changeOf(request, request.params))))
  )

  app.get('/:owner/:repo/custom-rules', { schema: S.listCustomRules }, async ({ params }, reply) =>
    written(reply, textOf(shownRules(await configOf(deps, await repositoryNamed(deps.db, params)))))
  )

  app.get('/:owner/:repo/history', { schema: S.listConfigHistory }, async ({ params, query }, reply) => {
    const { repoId } = await repositoryNamed(deps.db, params)
    const page = { ...pagingOf(query), action: query.action }
    return written(reply, await configHistoryText(deps.db, repoId, page))
  })

  app.post('/:owner/:repo/restore/:id', { schema: S.restoreConfig }, async (request, reply) => {
    const { id, ...repo } = request.params
    return written(reply, textOf(await restoreConfig(deps, changeOf(request, repo), id)))
  })
}

/** A name that is reserved is refused where it stands, as any other fault is, and not with the whole body. */
function readNamesAsTheyAre(app: App): void {
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}

function changeOf(request: FastifyRequest, repo: RepoParams): ChangeRequest {
  return { repo, by: actorOf(request), ifMatch: request.headers['if-match'] }
}
