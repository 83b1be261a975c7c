// Tries a configuration before it takes effect.
import type { Deps } from '#deps.js'
import { evaluatePlayground } from '#domain/expressions/playground.js'
import { textOf } from '#domain/json/text.js'
import { redactReply } from '#domain/text/redaction.js'
import { useStrictJsonParser } from '#http/configuration-body.js'
import { type App, sendJsonText } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import * as A from '#schemas/config-lab/advice.js'
import * as P from '#schemas/config-lab/preview.js'
import * as S from '#schemas/expressions/playground.js'
import { loadConfigAdvice } from '#services/config-lab/advice.js'
import { compareConfig, simulateConfig } from '#services/config-lab/preview.js'
import { configGroup } from './configuration.js'

function configLab(app: App, deps: Deps): void {
  useStrictJsonParser(app)

  app.post('/playground', { schema: S.tryRule }, async ({ body }, reply) =>
    sendJsonText(reply, textOf(evaluatePlayground(body, deps.now())))
  )

  app.post('/simulate', { schema: P.simulateConfig }, async ({ body }, reply) =>
    sendJsonText(reply, textOf(redactReply(await simulateConfig(deps, body))))
  )

  app.post('/diff-impact', { schema: P.compareConfig }, async ({ body }, reply) =>
    sendJsonText(reply, textOf(redactReply(await compareConfig(deps, body))))
  )

  app.post('/recommendations', { schema: A.adviseOnConfig }, async ({ body }, reply) =>
    sendJsonText(reply, textOf(redactReply(await loadConfigAdvice(deps, body))))
  )
}

export const configLabGroup: RouteGroup = {
  ...configGroup,
  needsDiskSpace: false,
  schemas: [...P.schemas, ...A.schemas, ...S.schemas],
  plugin: configLab
}
