import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.js'
import { checkConfiguration } from '#domain/configuration/check.js'
import { textOf } from '#domain/json/text.js'
import { redactReply } from '#domain/text/redaction.js'
import { actorOf } from '#http/actor.js'
import { useStrictJsonParser } from '#http/configuration-body.js'
import { type App, sendJsonText } from '#http/reply.js'
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
import { configReply, configRulesReply } from '#services/configuration/replies.js'
import { loadConfig } from '#services/configuration/resolve.js'
import { configHistoryText } from '#store/configuration/configs.js'
import { repositoryByName } from '#store/mirror/repositories.js'

function config(app: App, deps: Deps): void {
  useStrictJsonParser(app)

  app.post(
    '/validate',
    { schema: validateConfig, config: { needsDiskSpace: false } },
    async ({ body }, reply) => sendJsonText(reply, textOf(redactReply(checkConfiguration(body, deps.now()))))
  )

  app.get('/:owner/:repo', { schema: S.getConfig }, async ({ params }, reply) =>
    sendJsonText(reply, textOf(configReply(await loadConfig(deps, await repositoryByName(deps.db, params)))))
  )

  app.put('/:owner/:repo', { schema: S.replaceConfig }, async (request, reply) =>
    sendJsonText(
      reply,
      textOf(await replaceConfig(deps, changeRequestOf(request, request.params), request.body))
    )
  )

  app.patch('/:owner/:repo', { schema: S.patchConfig }, async (request, reply) =>
    sendJsonText(
      reply,
      textOf(await patchConfig(deps, changeRequestOf(request, request.params), request.body))
    )
  )

  app.delete('/:owner/:repo', { schema: S.deleteConfig }, async (request, reply) =>
    sendJsonText(reply, textOf(await deleteConfig(deps, changeRequestOf(request, request.params))))
  )

  app.get('/:owner/:repo/custom-rules', { schema: S.listCustomRules }, async ({ params }, reply) =>
    sendJsonText(
      reply,
      textOf(configRulesReply(await loadConfig(deps, await repositoryByName(deps.db, params))))
    )
  )

  app.get(
    '/:owner/:repo/history',
    { schema: S.listConfigHistory, config: { keptUntil: ['configuration', 'repositories'] } },
    async ({ params, query }, reply) => {
      const { repoId } = await repositoryByName(deps.db, params)
      const page = { ...pagingOf(query), action: query.action }
      return sendJsonText(reply, await configHistoryText(deps.db, repoId, page))
    }
  )

  app.post('/:owner/:repo/restore/:id', { schema: S.restoreConfig }, async (request, reply) => {
    const { id, ...repo } = request.params
    return sendJsonText(reply, textOf(await restoreConfig(deps, changeRequestOf(request, repo), id)))
  })
}

function changeRequestOf(request: FastifyRequest, repo: RepoParams): ChangeRequest {
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
