import type { Deps } from '#deps.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { memoized } from '#runtime/memo.js'
import * as S from '#schemas/operation/progress.js'
import { loadProgress } from '#services/operation/progress.js'
import { OPERATION } from './about.js'

function progress(app: App, deps: Deps): void {
  // Every open overview asks for the same.
  const load = memoized(deps, () => loadProgress(deps))
  app.get('', { schema: S.getProgress }, () => load())
}

export const progressGroup: RouteGroup = {
  ...OPERATION,
  prefix: '/api/progress',
  auth: 'any',
  schemas: S.schemas,
  plugin: progress
}
