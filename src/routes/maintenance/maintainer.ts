import type { Deps } from '#deps.js'
import { parseMoment } from '#domain/time/moment.js'
import { sendList } from '#http/pages.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import { pagingOf } from '#schemas/common.js'
import * as G from '#schemas/maintenance/governance.js'
import * as S from '#schemas/maintenance/settings.js'
import { changeSettings, loadSettings } from '#services/maintenance/settings.js'
import { type GovernanceFilter, governancePage } from '#store/maintenance/governance.js'
import { governed, initiatorOf } from './governed.js'

function maintainer(app: App, deps: Deps): void {
  app.get('/audit', { schema: G.listGovernance }, async ({ query }, reply) =>
    sendList(reply, await governancePage(deps.db, filterOf(query), pagingOf(query)))
  )

  app.get('/:owner/:repo/settings', { schema: S.getMaintainerSettings }, ({ params }) =>
    loadSettings(deps, params)
  )

  app.patch('/:owner/:repo/settings', { ...governed, schema: S.updateMaintainerSettings }, (request) =>
    changeSettings(deps, { repo: request.params, by: initiatorOf(request), patch: request.body })
  )
}

function filterOf({ from, to, ...rest }: G.GovernanceQuery): GovernanceFilter {
  return {
    ...rest,
    ...(from === undefined ? {} : { from: parseMoment('from', from, 'start') }),
    ...(to === undefined ? {} : { to: parseMoment('to', to, 'end') })
  }
}

export const maintainerGroup: RouteGroup = {
  tag: 'maintainer',
  about: 'Maintenance of repositories: its settings, and the log of the changes that people asked for.',
  prefix: '/api/maintainer',
  auth: 'any',
  schemas: [...G.schemas, ...S.schemas],
  plugin: maintainer
}
