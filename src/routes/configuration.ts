import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.js'
import { configCheck } from '#domain/configuration/check.js'
import { textOf } from '#domain/json/text.js'
import { redactedReply } from '#domain/text/redaction.js'
import { actorOf } from '#http/actor.js'
import { readNamesAsTheyAre } from '#http/configuration-body.js'
import { type App, written } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf, type RepoParams } from '#schemas/common.js'
import * as configCheckSchemas from '#schemas/configuration/check.js'
import { validateConfig } from '#schemas/configuration/check.js'
import * as S from '#schemas/configuration/config.js'
import {
  type ChangeRequest,
  deleteConfig,
  patchConfig,
  replaceConfig,
  restoreConfig
} from '#services/configuration/changes.js'
import { configOf } from '#services/configuration/resolve.js'
import { shownConfig, shownRules } from '#services/configuration/shown.js'
import { configHistoryText } from '#store/configuration/configs.js'
import { repositoryNamed } from '#store/mirror/repositories.js'

function config(app: App, deps: Deps): void {
  readNamesAsTheyAre(app)

  app.post('/validate', { schema: validateConfig, config: { needsRoom: false } }, async ({ body }, reply) =>
    written(reply, textOf(redactedReply(configCheck(body, deps.now()))))
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

function changeOf(request: FastifyRequest, repo: RepoParams): ChangeRequest {
  return { repo, by: actorOf(request), ifMatch: request.headers['if-match'] }
}

export const configGroup: RouteGroup = {
  tag: 'config',
  about: 'What the service may do in each repository, and which layer decides it.',
  prefix: '/api/config',
  auth: 'key',
  schemas: [...S.schemas, ...configCheckSchemas.schemas],
  plugin: config
}
