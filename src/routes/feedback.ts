import type { Deps } from '#deps.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf } from '#schemas/common.js'
import * as S from '#schemas/feedback/rules.js'
import { changeFeedbackRule, createFeedbackRule, deleteFeedbackRule } from '#services/feedback/rules.js'
import { feedbackRulesPage } from '#store/feedback/rules.js'
import { governed, initiatorOf } from './maintenance/governed.js'

function feedback(app: App, deps: Deps): void {
  app.get(
    '',
    { schema: S.listFeedbackRules, config: { keptUntil: ['feedback', 'repositories'] } },
    async ({ query }, reply) => sendList(reply, await feedbackRulesPage(deps.db, query, pagingOf(query)))
  )

  app.post('', { ...governed, schema: S.createFeedbackRule }, async (request, reply) => {
    reply.code(201)
    return createFeedbackRule(deps, initiatorOf(request), request.body)
  })

  app.put('/:id', { ...governed, schema: S.updateFeedbackRule }, (request) =>
    changeFeedbackRule(deps, { by: initiatorOf(request), id: request.params.id }, request.body)
  )

  app.delete('/:id', { ...governed, schema: S.deleteFeedbackRule }, (request) =>
    deleteFeedbackRule(deps, { by: initiatorOf(request), id: request.params.id })
  )
}

export const feedbackGroup: RouteGroup = {
  tag: 'phase2',
  about: 'Who hears of what happens in repositories: on pull requests, in Slack and in Teams.',
  prefix: '/api/phase2/feedback',
  auth: 'any',
  schemas: S.schemas,
  plugin: feedback
}
